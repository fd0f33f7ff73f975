// Package mcp is a stub: the API of mcp-go v1.2 that servers with tools are
// written against, for fixtures that are analysed and never run. What builds and
// prints tools has real bodies, because schemavet evaluates them; all else panics.
package mcp

import "encoding/json"

// Tool is the definition of a tool.
type Tool struct {
	Meta            *Meta            `json:"_meta,omitempty"`
	Name            string           `json:"name"`
	Title           string           `json:"title,omitempty"`
	Description     string           `json:"description,omitempty"`
	InputSchema     ToolInputSchema  `json:"inputSchema"`
	RawInputSchema  json.RawMessage  `json:"-"`
	OutputSchema    ToolOutputSchema `json:"outputSchema,omitzero"`
	RawOutputSchema json.RawMessage  `json:"-"`
	Annotations     ToolAnnotation   `json:"annotations"`
	DeferLoading    bool             `json:"defer_loading,omitempty"`
	Icons           []Icon           `json:"icons,omitempty"`
	Execution       *ToolExecution   `json:"execution,omitempty"`
}

// GetName returns the tool's name.
func (t Tool) GetName() string { return t.Name }

// ToolAnnotation are hints about a tool.
type ToolAnnotation struct {
	Title           string `json:"title,omitempty"`
	ReadOnlyHint    *bool  `json:"readOnlyHint,omitempty"`
	DestructiveHint *bool  `json:"destructiveHint,omitempty"`
	IdempotentHint  *bool  `json:"idempotentHint,omitempty"`
	OpenWorldHint   *bool  `json:"openWorldHint,omitempty"`
}

// TaskSupport says whether a tool can run as a task.
type TaskSupport string

// The values of TaskSupport.
const (
	TaskSupportForbidden TaskSupport = "forbidden"
	TaskSupportOptional  TaskSupport = "optional"
	TaskSupportRequired  TaskSupport = "required"
)

// ToolExecution says how a tool runs.
type ToolExecution struct {
	TaskSupport TaskSupport `json:"taskSupport,omitempty"`
}

// IconTheme is the background that an icon is made for.
type IconTheme string

// The values of IconTheme.
const (
	IconThemeLight IconTheme = "light"
	IconThemeDark  IconTheme = "dark"
)

// Icon is a picture of a tool.
type Icon struct {
	Src      string    `json:"src"`
	MIMEType string    `json:"mimeType,omitempty"`
	Sizes    []string  `json:"sizes,omitempty"`
	Theme    IconTheme `json:"theme,omitempty"`
}

// ProgressToken names a request in notifications.
type ProgressToken any

// Meta is additional metadata.
type Meta struct {
	ProgressToken    ProgressToken
	AdditionalFields map[string]any
}

// NewMetaFromMap makes metadata of a map.
func NewMetaFromMap(data map[string]any) *Meta { return &Meta{AdditionalFields: data} }

// ToolOption changes a tool that is being built.
type ToolOption func(*Tool)

// NewTool builds a tool from options, with the protocol's default hints.
func NewTool(name string, opts ...ToolOption) Tool {
	t := Tool{Name: name}
	t.InputSchema.Type = "object"
	t.InputSchema.Properties = map[string]any{}
	t.Annotations = ToolAnnotation{
		ReadOnlyHint:    ToBoolPtr(false),
		DestructiveHint: ToBoolPtr(true),
		IdempotentHint:  ToBoolPtr(false),
		OpenWorldHint:   ToBoolPtr(true),
	}
	for _, apply := range opts {
		apply(&t)
	}
	return t
}

// NewToolWithRawSchema makes a tool whose input schema is JSON text.
func NewToolWithRawSchema(name, description string, schema json.RawMessage) Tool {
	return Tool{Name: name, Description: description, RawInputSchema: schema}
}

// WithDescription sets the description.
func WithDescription(description string) ToolOption {
	return func(t *Tool) { t.Description = description }
}

// WithToolTitle sets the title.
func WithToolTitle(title string) ToolOption {
	return func(t *Tool) { t.Title = title }
}

// WithDeferLoading lets clients load the tool later.
func WithDeferLoading(deferLoading bool) ToolOption {
	return func(t *Tool) { t.DeferLoading = deferLoading }
}

// WithToolIcons sets the icons.
func WithToolIcons(icons ...Icon) ToolOption {
	return func(t *Tool) { t.Icons = icons }
}

// WithTaskSupport sets how the tool takes part in tasks.
func WithTaskSupport(support TaskSupport) ToolOption {
	return func(t *Tool) {
		if t.Execution == nil {
			t.Execution = new(ToolExecution)
		}
		t.Execution.TaskSupport = support
	}
}

// WithRawInputSchema sets JSON text as the input schema. The tool keeps its
// other input schema too, which cannot be printed.
func WithRawInputSchema(schema json.RawMessage) ToolOption {
	return func(t *Tool) { t.RawInputSchema = schema }
}

// WithRawOutputSchema sets JSON text as the output schema.
func WithRawOutputSchema(schema json.RawMessage) ToolOption {
	return func(t *Tool) { t.RawOutputSchema = schema }
}

// WithSchemaAdditionalProperties sets additionalProperties of the input schema.
func WithSchemaAdditionalProperties(schema any) ToolOption {
	return func(t *Tool) { t.InputSchema.AdditionalProperties = schema }
}

// WithToolAnnotation replaces all hints.
func WithToolAnnotation(annotation ToolAnnotation) ToolOption {
	return func(t *Tool) { t.Annotations = annotation }
}

// WithTitleAnnotation sets the title among the hints.
func WithTitleAnnotation(title string) ToolOption {
	return func(t *Tool) { t.Annotations.Title = title }
}

// WithReadOnlyHintAnnotation sets the hint.
func WithReadOnlyHintAnnotation(value bool) ToolOption {
	return func(t *Tool) { t.Annotations.ReadOnlyHint = &value }
}

// WithDestructiveHintAnnotation sets the hint.
func WithDestructiveHintAnnotation(value bool) ToolOption {
	return func(t *Tool) { t.Annotations.DestructiveHint = &value }
}

// WithIdempotentHintAnnotation sets the hint.
func WithIdempotentHintAnnotation(value bool) ToolOption {
	return func(t *Tool) { t.Annotations.IdempotentHint = &value }
}

// WithOpenWorldHintAnnotation sets the hint.
func WithOpenWorldHintAnnotation(value bool) ToolOption {
	return func(t *Tool) { t.Annotations.OpenWorldHint = &value }
}

// ToBoolPtr returns a pointer to b.
func ToBoolPtr(b bool) *bool { return &b }

// ToInt64Ptr returns a pointer to i.
func ToInt64Ptr(i int64) *int64 { return &i }

// ElicitationRequest asks the user.
type ElicitationRequest struct{ Method string }

// ElicitationResult is the answer of the user.
type ElicitationResult struct{ Action string }

// ListRootsRequest asks for the roots.
type ListRootsRequest struct{ Method string }

// ListRootsResult are the roots.
type ListRootsResult struct{ Roots []string }
