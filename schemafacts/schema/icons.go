package schema

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
)

// maxIcon is the length of the longest data URL that DigestIcons keeps.
const maxIcon = 256

// DigestIcons returns a tool object whose icons contain no long embedded images,
// because reviewers cannot review an image in a snapshot. It replaces each long data
// URL by one without data that has the same media type, the size of the image and its
// SHA-256. So two tools differ in these URLs if and only if they differ in their
// images. changed reports whether there was such an image.
func DigestIcons(tool *Node) (out *Node, changed bool) {
	icons := tool.Get("icons")
	if icons == nil || icons.Kind != Array {
		return tool, false
	}
	list := *icons
	list.Elems = nil
	for _, icon := range icons.Elems {
		src := icon.Get("src")
		if short, ok := digestURL(src.StringValue()); ok {
			is, s := *icon, *src
			is.Members = append([]Member(nil), icon.Members...)
			s.Text = short
			is.Set("src", &s)
			icon, changed = &is, true
		}
		list.Elems = append(list.Elems, icon)
	}
	if !changed {
		return tool, false
	}
	is := *tool
	is.Members = append([]Member(nil), tool.Members...)
	is.Set("icons", &list)
	return &is, true
}

// digestURL returns the short form of a long data URL, or false for any other URL.
func digestURL(url string) (short string, ok bool) {
	head, data, ok := strings.Cut(url, ",")
	if !ok || len(url) <= maxIcon || !strings.HasPrefix(head, "data:") {
		return "", false
	}
	image := []byte(data)
	if media, encoded := strings.CutSuffix(head, ";base64"); encoded {
		if decoded, err := base64.StdEncoding.DecodeString(data); err == nil {
			head, image = media, decoded
		}
	}
	return fmt.Sprintf("%s;bytes=%d;sha256=%x,", head, len(image), sha256.Sum256(image)), true
}
