package gosdk

// rules are what a release does with tools, where releases differ.
type rules struct {
	// keepsTool: mcp.AddTool lists the very Tool that it was given, and writes
	// the schemas that it infers into it. Later it makes a copy.
	keepsTool bool
	// typesMaps: (*Server).AddTool is AddTool for a handler of maps. infersMaps:
	// it infers a schema for them.
	typesMaps, infersMaps bool
	// bindsFaults: NewServerTool panics with what it refuses of a schema.
	bindsFaults bool
	// infersOutput: an output schema is inferred as well.
	infersOutput bool
	// anyObject: an input of type any may be any object; before, it could be
	// anything.
	anyObject bool
	// needsSchema: a tool without a schema is refused.
	needsSchema bool
	// objectInput, objectOutput: a schema whose type is not object is refused.
	objectInput, objectOutput bool
	// anySchema: the fields for schemas are interfaces, so that a nil pointer in
	// one is a schema.
	anySchema bool
	// tree: a schema in which one pointer stands twice is refused. Between, a
	// copy was made through JSON.
	tree bool
	// escapesHTML: tools are printed as json.Marshal does.
	escapesHTML bool
	// plainHints: annotations print idempotentHint and readOnlyHint also if they
	// are false.
	plainHints bool
	// headers: registrations check x-mcp-header.
	headers bool
}

func (v release) rules() rules {
	return rules{
		keepsTool:    !v.atLeast(0, 3),
		typesMaps:    !v.atLeast(0, 3),
		infersMaps:   !v.atLeast(0, 3) && v.infersMaps(),
		bindsFaults:  !v.atLeast(0, 3),
		infersOutput: v.atLeast(0, 2),
		anyObject:    v.atLeast(0, 3),
		needsSchema:  v.atLeast(0, 3) || v.atLeast(0, 2) && !v.infersMaps(),
		objectInput:  v.atLeast(0, 3),
		objectOutput: v.atLeast(0, 3) && !v.atLeast(1, 7),
		anySchema:    v.atLeast(0, 8),
		tree:         v.atLeast(1, 3) || !v.atLeast(0, 8),
		escapesHTML:  !v.atLeast(1, 4),
		plainHints:   v.atLeast(1, 7),
		headers:      v.atLeast(1, 7),
	}
}
