package known

import (
	"testing"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
)

func FuzzBaseline(f *testing.F) {
	f.Add([]byte(header + "0123456789ab schemadrift/tool-removed main.go: text\n"))
	f.Add([]byte("<<<<<<< HEAD\r\n0123456789ab"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ParseBaseline("baseline", data)
		if err != nil {
			return
		}
		if left, same := b.Apply([]finding.Finding{{Fingerprint: "0123456789ab"}}, &Coverage{}); len(left) > 1 || same.Len() != b.Len() {
			t.Errorf("%v, %v of %v", left, same, b)
		}
	})
}

func FuzzAccepted(f *testing.F) {
	f.Add([]byte("# comment\n0123456789ab a reason\n"))
	f.Add([]byte("0123456789ab #\r\n\x00"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ParseAccepted("accepted.txt", data)
		if err != nil {
			return
		}
		for _, a := range list {
			if !fingerprint.MatchString(a.Fingerprint) || a.Reason == "" || a.Line < 1 {
				t.Errorf("%+v", a)
			}
		}
	})
}
