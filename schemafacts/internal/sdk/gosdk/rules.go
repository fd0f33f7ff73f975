package gosdk

// rules describe how a release treats tools, as far as releases differ.
type rules struct {
	// keepsTool: mcp.AddTool lists the caller's Tool and writes the inferred schemas to
	// it. Later releases make a copy.
	keepsTool bool
	// typesMaps: (*Server).AddTool is AddTool with a handler that takes and returns
	// maps. infersMaps: it infers a schema for them.
	typesMaps, infersMaps bool
	// bindsFaults: NewServerTool panics if it rejects a schema.
	bindsFaults bool
	// infersOutput: an output schema is inferred, too.
	infersOutput bool
	// anyObject: the schema of an input of type any accepts any object; in earlier
	// releases it accepts any value.
	anyObject bool
	// needsSchema: a tool without a schema is rejected.
	needsSchema bool
	// objectInput, objectOutput: a schema whose type is not object is rejected.
	objectInput, objectOutput bool
	// anySchema: the schema fields are interfaces, so a nil pointer in one counts as a
	// schema.
	anySchema bool
	// tree: a schema in which one pointer occurs twice is rejected. The releases
	// between those with this rule make a copy through JSON.
	tree bool
	// escapesHTML: tools are encoded as json.Marshal does.
	escapesHTML bool
	// plainHints: annotations include idempotentHint and readOnlyHint even if they are
	// false.
	plainHints bool
	// headers: registrations validate x-mcp-header.
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
