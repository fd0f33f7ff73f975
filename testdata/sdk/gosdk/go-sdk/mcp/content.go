package mcp

// Role is who a content is meant for.
type Role string

// Annotations are hints about a content.
type Annotations struct {
	Audience     []Role  `json:"audience,omitempty"`
	LastModified string  `json:"lastModified,omitempty"`
	Priority     float64 `json:"priority,omitempty"`
}

// Content is a part of a result.
type Content interface {
	MarshalJSON() ([]byte, error)
	content()
}

// TextContent is text.
type TextContent struct {
	Text        string
	Meta        Meta
	Annotations *Annotations
}

func (*TextContent) content() {}

// MarshalJSON prints the content.
func (c *TextContent) MarshalJSON() ([]byte, error) { panic("stub") }

// ImageContent is an image.
type ImageContent struct {
	Meta        Meta
	Annotations *Annotations
	Data        []byte
	MIMEType    string
}

func (*ImageContent) content() {}

// MarshalJSON prints the content.
func (c *ImageContent) MarshalJSON() ([]byte, error) { panic("stub") }

// ResourceLink refers to a resource.
type ResourceLink struct {
	URI         string
	Name        string
	Title       string
	Description string
	MIMEType    string
	Size        *int64
	Meta        Meta
	Annotations *Annotations
	Icons       []Icon `json:"icons,omitempty"`
}

func (*ResourceLink) content() {}

// MarshalJSON prints the content.
func (c *ResourceLink) MarshalJSON() ([]byte, error) { panic("stub") }

// ResourceContents is what a resource holds.
type ResourceContents struct {
	URI      string `json:"uri"`
	MIMEType string `json:"mimeType,omitempty"`
	Text     string `json:"text,omitempty"`
	Blob     []byte `json:"blob,omitzero"`
	Meta     Meta   `json:"_meta,omitempty"`
}

// EmbeddedResource is a resource inside a result.
type EmbeddedResource struct {
	Resource    *ResourceContents
	Meta        Meta
	Annotations *Annotations
}

func (*EmbeddedResource) content() {}

// MarshalJSON prints the content.
func (c *EmbeddedResource) MarshalJSON() ([]byte, error) { panic("stub") }
