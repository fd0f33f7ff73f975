package gosdk

// rules describe how a release treats tools, as far as releases differ.
type rules struct {
	// objectOutput: an output schema whose type is not object is rejected.
	objectOutput bool
	// tree: a schema in which one pointer occurs twice is rejected. Earlier releases make
	// a copy through JSON.
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
		objectOutput: !v.atLeast(1, 7),
		tree:         v.atLeast(1, 3),
		escapesHTML:  !v.atLeast(1, 4),
		plainHints:   v.atLeast(1, 7),
		headers:      v.atLeast(1, 7),
	}
}
