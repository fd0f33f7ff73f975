package known

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAccepted(t *testing.T) {
	got, err := ParseAccepted("f", []byte("# comment\r\n\n0123456789ab a reason\n  abcdefabcdef   # another one  \n"))
	want := []Acceptance{{"f", 3, "0123456789ab", "a reason"}, {"f", 4, "abcdefabcdef", "another one"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"0123456789ab\n":    "f:1: no reason: write after the fingerprint why the change is accepted",
		"\n0123456789ab #":  "f:2: no reason: write after the fingerprint why the change is accepted",
		"0123456789AB x":    `f:1: the line does not begin with a fingerprint, which is 12 hexadecimal digits; want one that schemavet diff prints, then the reason`,
		"<<<<<<< HEAD x\n":  `f:1: the line does not begin with a fingerprint, which is 12 hexadecimal digits; want one that schemavet diff prints, then the reason`,
		"required-added 12": `f:1: the line does not begin with a fingerprint, which is 12 hexadecimal digits; want one that schemavet diff prints, then the reason`,
	} {
		if _, err := ParseAccepted("f", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
