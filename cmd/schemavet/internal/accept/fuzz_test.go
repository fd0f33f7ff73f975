package accept

import "testing"

func FuzzParse(f *testing.F) {
	f.Add([]byte("# comment\n0123456789ab a reason\n"))
	f.Add([]byte("0123456789ab #\r\n\x00"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Parse("accepted.txt", data)
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
