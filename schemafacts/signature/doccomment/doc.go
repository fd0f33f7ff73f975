// Package doccomment reads what the comment of a function says of its
// parameters: the text, in the styles that people write, and the directives.
//
// # Text
//
// [Parse] finds the summary, the parameters and the result. All styles are
// understood as they are written and as gofmt leaves them. gofmt moves indented
// text into code blocks, between blank lines, so the layout of two styles is
// lost in part:
//
//	:param name: The name          :param name: The name
//	    goes on.                   (blank)
//	                                   goes on.
//
// Text is taken for a parameter's only where a style says so. A paragraph with
// a colon, a code block, a list that is said to hold results or values
// documents no parameter: a missing description is reported to the author, a
// wrong one misleads a model.
//
// # Directives
//
//	//schemavet:tool name=fetch description="Fetch a page."
//	//schemavet:param limit minimum=1,maximum=100,default=10
//	//schemavet:schema testdata/fetch.json
//
// [Directives] reads them. Keys and values of a parameter are written as in the
// jsonschema tag of invopop/jsonschema, which [ParseKeys] reads: commas
// separate, `\,` is a comma. Values may also be Go strings.
package doccomment
