package catalog

import "testing"

// FuzzFill checks that a filled document can be filled again, and that this does not
// change it.
func FuzzFill(f *testing.F) {
	for _, seed := range []string{
		"# T\n\n<!-- schemavet:tools -->\nold\n<!-- schemavet:end -->\nrest",
		"<!-- schemavet:tools a/... b -->\r\n<!-- schemavet:end -->\r\n",
		"```\n<!-- schemavet:tools -->\n```\n", "<!-- schemavet:end -->", "<!-- schemavet:tools-->\n", "~~~\n#\n",
	} {
		f.Add(seed)
	}
	render := func(patterns []string, level int) (string, error) { return "tools\n\n```json\n{}\n```\n", nil }
	f.Fuzz(func(t *testing.T, text string) {
		once, err := Fill(text, render)
		if err != nil {
			return
		}
		if twice, err := Fill(once, render); err != nil || twice != once {
			t.Errorf("%q becomes %q and then %q, %v", text, once, twice, err)
		}
	})
}
