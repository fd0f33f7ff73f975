package mcp

// PropertyOption changes the schema of a property that is being built.
type PropertyOption func(map[string]any)

// addProperty builds a property from options and gives it to the tool. What
// Required leaves in the property becomes the tool's.
func addProperty(t *Tool, name string, prop map[string]any, opts []PropertyOption) {
	for _, apply := range opts {
		apply(prop)
	}
	if must, isBool := prop["required"].(bool); isBool && must {
		delete(prop, "required")
		t.InputSchema.Required = append(t.InputSchema.Required, name)
	}
	t.InputSchema.Properties[name] = prop
}

func typed(name, jsonType string, opts []PropertyOption) ToolOption {
	return func(t *Tool) { addProperty(t, name, map[string]any{"type": jsonType}, opts) }
}

// WithInteger adds an integer property.
func WithInteger(name string, opts ...PropertyOption) ToolOption {
	return typed(name, "integer", opts)
}

// WithBoolean adds a boolean property.
func WithBoolean(name string, opts ...PropertyOption) ToolOption {
	return typed(name, "boolean", opts)
}

// WithNumber adds a number property.
func WithNumber(name string, opts ...PropertyOption) ToolOption {
	return typed(name, "number", opts)
}

// WithString adds a string property.
func WithString(name string, opts ...PropertyOption) ToolOption {
	return typed(name, "string", opts)
}

// WithArray adds an array property.
func WithArray(name string, opts ...PropertyOption) ToolOption {
	return typed(name, "array", opts)
}

// WithObject adds an object property.
func WithObject(name string, opts ...PropertyOption) ToolOption {
	return func(t *Tool) {
		addProperty(t, name, map[string]any{"type": "object", "properties": map[string]any{}}, opts)
	}
}

// WithAny adds a property of any type.
func WithAny(name string, opts ...PropertyOption) ToolOption {
	return func(t *Tool) { addProperty(t, name, map[string]any{}, opts) }
}

func keyword(key string, value any) PropertyOption {
	return func(prop map[string]any) { prop[key] = value }
}

// Description sets the description.
func Description(desc string) PropertyOption { return keyword("description", desc) }

// Required makes the property required.
func Required() PropertyOption { return keyword("required", true) }

// Title sets the title.
func Title(title string) PropertyOption { return keyword("title", title) }

// DefaultString sets the default.
func DefaultString(value string) PropertyOption { return keyword("default", value) }

// Enum sets the permitted values.
func Enum(values ...string) PropertyOption { return keyword("enum", values) }

// MaxLength sets the greatest length.
func MaxLength(max int) PropertyOption { return keyword("maxLength", max) }

// MinLength sets the least length.
func MinLength(min int) PropertyOption { return keyword("minLength", min) }

// Pattern sets the pattern.
func Pattern(pattern string) PropertyOption { return keyword("pattern", pattern) }

// DefaultNumber sets the default.
func DefaultNumber[T int | int64 | float64](value T) PropertyOption { return keyword("default", value) }

// Max sets the maximum.
func Max[T int | int64 | float64](max T) PropertyOption { return keyword("maximum", max) }

// Min sets the minimum.
func Min[T int | int64 | float64](min T) PropertyOption { return keyword("minimum", min) }

// MultipleOf sets the divisor.
func MultipleOf[T int | int64 | float64](value T) PropertyOption { return keyword("multipleOf", value) }

// DefaultBool sets the default.
func DefaultBool(value bool) PropertyOption { return keyword("default", value) }

// DefaultArray sets the default.
func DefaultArray[T any](value []T) PropertyOption { return keyword("default", value) }

// Properties sets the properties of an object.
func Properties(props map[string]any) PropertyOption { return keyword("properties", props) }

// AdditionalProperties sets the schema of an object's other members.
func AdditionalProperties(schema any) PropertyOption { return keyword("additionalProperties", schema) }

// MinProperties sets the least number of members.
func MinProperties(min int) PropertyOption { return keyword("minProperties", min) }

// MaxProperties sets the greatest number of members.
func MaxProperties(max int) PropertyOption { return keyword("maxProperties", max) }

// PropertyNames sets the schema of the names of members.
func PropertyNames(schema map[string]any) PropertyOption { return keyword("propertyNames", schema) }

// Items sets the schema of an array's items.
func Items(schema any) PropertyOption { return keyword("items", schema) }

// MinItems sets the least number of items.
func MinItems(min int) PropertyOption { return keyword("minItems", min) }

// MaxItems sets the greatest number of items.
func MaxItems(max int) PropertyOption { return keyword("maxItems", max) }

// UniqueItems forbids equal items.
func UniqueItems(unique bool) PropertyOption { return keyword("uniqueItems", unique) }

func items(jsonType string, opts []PropertyOption, dropRequired bool) PropertyOption {
	return func(prop map[string]any) {
		item := map[string]any{"type": jsonType}
		for _, apply := range opts {
			apply(item)
		}
		if must, isBool := item["required"].(bool); dropRequired && isBool && must {
			delete(item, "required")
		}
		prop["items"] = item
	}
}

// WithStringItems makes the items strings.
func WithStringItems(opts ...PropertyOption) PropertyOption { return items("string", opts, false) }

// WithNumberItems makes the items numbers.
func WithNumberItems(opts ...PropertyOption) PropertyOption { return items("number", opts, false) }

// WithIntegerItems makes the items integers.
func WithIntegerItems(opts ...PropertyOption) PropertyOption { return items("integer", opts, true) }

// WithBooleanItems makes the items booleans.
func WithBooleanItems(opts ...PropertyOption) PropertyOption { return items("boolean", opts, false) }

// WithStringEnumItems makes the items strings out of values.
func WithStringEnumItems(values []string) PropertyOption {
	return keyword("items", map[string]any{"type": "string", "enum": values})
}
