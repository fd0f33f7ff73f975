package baseline

import (
	"testing"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
)

func FuzzParse(f *testing.F) {
	f.Add([]byte(header + "0123456789ab schemadrift/tool-removed main.go: text\n"))
	f.Add([]byte("<<<<<<< HEAD\r\n0123456789ab"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse("baseline", data)
		if err != nil {
			return
		}
		if left, same := b.Apply([]finding.Finding{{Fingerprint: "0123456789ab"}}, &Coverage{}); len(left) > 1 || same.Len() != b.Len() {
			t.Errorf("%v, %v of %v", left, same, b)
		}
	})
}
