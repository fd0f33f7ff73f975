// Package doccomment reads the doc comment of a function: the text about its
// parameters, in the usual styles, and the directives.
//
// # Text
//
// [Parse] finds the summary, the parameters and the result. It accepts all styles both
// as written and as formatted by gofmt. gofmt moves indented text into code blocks,
// between blank lines, so the layout of two styles is partly lost:
//
//	:param name: The name          :param name: The name
//	    goes on.                   (blank)
//	                                   goes on.
//
// A text belongs to a parameter only if a style says so. A paragraph with a colon, a
// code block, or a list of results or values documents no parameter: a missing
// description is reported to the author, and a wrong one misleads a model.
//
// # Directives
//
//	//schemavet:tool name=fetch description="Fetch a page."
//	//schemavet:param limit minimum=1,maximum=100,default=10
//	//schemavet:schema testdata/fetch.json
//
// [Directives] reads them. Keys and values of a parameter have the syntax of the
// jsonschema tag of invopop/jsonschema, which [ParseKeys] reads: commas separate them,
// and `\,` is a comma. Values may also be Go strings.
package doccomment
