package main

import (
	"math/rand/v2"

	"github.com/schemavet/schemavet/schemafacts/conformance/jsonschemago/random"
)

// prints are schemas built by hand, by the fields of jsonschema.Schema.
var prints = []string{
	`{}`,
	`{"Not":{}}`,
	`{"Not":{"Not":{}}}`,
	`{"Not":{"Type":"string"}}`,
	`{"Type":"object","Types":["string"]}`,
	`{"Type":"object","Types":[]}`,
	`{"Types":[]}`,
	`{"Types":["null","string"]}`,
	`{"Defs":{"A":{}},"Definitions":{"B":{}}}`,
	`{"Items":{},"ItemsArray":[{}]}`,
	`{"ItemsArray":[]}`,
	`{"ItemsArray":[{"Type":"string"},{}],"AdditionalItems":{"Not":{}}}`,
	`{"Properties":{}}`,
	`{"Properties":{"z":{},"a":{"Type":"string"},"m":{"Not":{}}},"Required":["z"]}`,
	`{"Properties":{"z":{},"a":{},"m":{}},"PropertyOrder":["m","z","gone"]}`,
	`{"Properties":{"z":{}},"PropertyOrder":["m","m"]}`,
	`{"PropertyOrder":["m"]}`,
	`{"DependencySchemas":{"b":{},"a":{"Not":{}}},"DependencyStrings":{"aa":["x"],"c":[]}}`,
	`{"DependencySchemas":{"b":{}},"DependencyStrings":{"b":["x"]}}`,
	`{"DependencySchemas":{},"DependencyStrings":{}}`,
	`{"Extra":{"x-z":1,"x-a":"<&>","b":null}}`,
	`{"Extra":{"type":"string"}}`,
	`{"Extra":{"dependencies":{}}}`,
	`{"Extra":{"properties":{}}}`,
	`{"Type":"string","Extra":{"zz":[1,{"b":1,"a":2}]}}`,
	`{"Description":"<b> & \u2028","Title":"\u007f","Default":{"b":"<","a":1},"Examples":["<"]}`,
	`{"Enum":[],"Required":[],"AllOf":[],"Examples":[]}`,
	`{"Enum":[null,1,1.5,1e21,1e-7,"x",[],{}],"Const":{"b":1,"a":[]}}`,
	`{"Minimum":0,"Maximum":1e300,"MultipleOf":0.1,"ExclusiveMinimum":-0.5,"MinLength":0,"MaxItems":10}`,
	`{"ID":"i","Schema":"s","Ref":"r","Comment":"c","Anchor":"a","DynamicAnchor":"da","DynamicRef":"dr","Vocabulary":{"b":true,"a":false},"Title":"t","Deprecated":true,"ReadOnly":true,"WriteOnly":true,"UniqueItems":true,"Format":"f","Pattern":"p"}`,
	`{"If":{},"Then":{"Not":{}},"Else":{"Type":"a"},"AllOf":[{}],"AnyOf":[{}],"OneOf":[{}],"PrefixItems":[{}],"Contains":{},"MinContains":0,"MaxContains":1,"UnevaluatedItems":{},"UnevaluatedProperties":{},"PropertyNames":{},"PatternProperties":{"b":{},"a":{}},"DependentSchemas":{"b":{},"a":{}},"DependentRequired":{"b":["x"],"a":[]},"ContentEncoding":"e","ContentMediaType":"m","ContentSchema":{},"MinProperties":1,"MaxProperties":2,"AdditionalItems":{},"AdditionalProperties":{}}`,
}

// resolves are schemas that are resolved.
var resolves = []string{
	`true`, `false`, `{}`,
	`{"type":"string","default":"x"}`,
	`{"type":"string","default":5}`,
	`{"type":"string","default":null}`,
	`{"type":["null","string"],"default":null}`,
	`{"type":["null","string"],"default":1.5}`,
	`{"type":"integer","default":3.0}`,
	`{"type":"integer","default":3.5}`,
	`{"type":"number","default":3}`,
	`{"type":"int","default":3}`,
	`{"type":"integer","minimum":5,"default":3}`,
	`{"type":"integer","maximum":5,"default":30}`,
	`{"exclusiveMinimum":5,"default":5}`,
	`{"exclusiveMaximum":5,"default":5}`,
	`{"multipleOf":0.5,"default":1.25}`,
	`{"minLength":3,"default":"äö"}`,
	`{"maxLength":1,"default":"äö"}`,
	`{"pattern":"^a+$","default":"b"}`,
	`{"pattern":"^a+$","default":"aa"}`,
	`{"pattern":"(?!x)"}`,
	`{"properties":{"a":{"pattern":"["}}}`,
	`{"patternProperties":{"(?=x)":true}}`,
	`{"$id":"https://x.test/s","pattern":"["}`,
	`{"$anchor":"here","pattern":"["}`,
	`{"enum":["a","b"],"default":"c"}`,
	`{"enum":["a","b"],"default":"b"}`,
	`{"enum":[],"default":"b"}`,
	`{"enum":[1,null],"default":null}`,
	`{"enum":[[1],{"a":1}],"default":[2]}`,
	`{"const":1,"default":1.0}`,
	`{"const":null,"default":1}`,
	`{"const":{"a":1},"default":{"a":2}}`,
	`{"items":{"type":"string"},"default":["a",1]}`,
	`{"items":{"type":"string"},"default":["a"]}`,
	`{"prefixItems":[{"type":"string"}],"items":{"type":"integer"},"default":["a","b"]}`,
	`{"prefixItems":[{"type":"string"}],"items":{"type":"integer"},"default":["a",1]}`,
	`{"items":false,"default":[1]}`,
	`{"minItems":2,"default":[1]}`,
	`{"maxItems":0,"default":[1]}`,
	`{"uniqueItems":true,"default":[1,2,1.0]}`,
	`{"uniqueItems":true,"default":[[1],[2],{"a":1},{"a":1}]}`,
	`{"contains":{"type":"string"},"default":[1]}`,
	`{"contains":{"type":"string"},"minContains":0,"default":[1]}`,
	`{"contains":{"type":"string"},"minContains":2,"default":["a"]}`,
	`{"contains":{"type":"string"},"maxContains":1,"default":["a","b"]}`,
	`{"properties":{"a":{"type":"string"}},"default":{"a":1}}`,
	`{"properties":{"a":{"type":"string"}},"default":{"b":1}}`,
	`{"properties":{"a":{}},"additionalProperties":false,"default":{"b":1}}`,
	`{"properties":{"a":{}},"additionalProperties":{"not":{}},"default":{"b":1}}`,
	`{"properties":{"a":{}},"additionalProperties":{"type":"string"},"default":{"b":1}}`,
	`{"patternProperties":{"^x":{"type":"string"}},"default":{"x1":1}}`,
	`{"patternProperties":{"^x":{"type":"string"}},"additionalProperties":false,"default":{"x1":"a"}}`,
	`{"propertyNames":{"maxLength":1},"default":{"ab":1}}`,
	`{"minProperties":1,"default":{}}`,
	`{"maxProperties":1,"default":{"a":1,"b":2}}`,
	`{"required":["a","b"],"default":{"a":1}}`,
	`{"dependentRequired":{"a":["b"]},"default":{"a":1}}`,
	`{"dependentSchemas":{"a":{"required":["b"]}},"default":{"a":1}}`,
	`{"allOf":[{"type":"string"},{"minLength":2}],"default":"a"}`,
	`{"anyOf":[{"type":"string"},{"type":"integer"}],"default":true}`,
	`{"anyOf":[{"type":"string"},{"type":"integer"}],"default":1}`,
	`{"anyOf":[],"default":1}`,
	`{"oneOf":[{"type":"number"},{"type":"integer"}],"default":1}`,
	`{"oneOf":[{"type":"number"},{"type":"integer"}],"default":1.5}`,
	`{"oneOf":[{"type":"string"}],"default":1.5}`,
	`{"not":{"type":"string"},"default":"x"}`,
	`{"not":{},"default":"x"}`,
	`{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":2},"default":"x"}`,
	`{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":2},"default":1}`,
	`{"if":{"type":"string"},"then":{"minLength":2},"default":1}`,
	`{"$defs":{"A":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/A","default":1}}}`,
	`{"$defs":{"A":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/A","default":"x"}}}`,
	`{"definitions":{"A":{"type":"string"}},"properties":{"a":{"$ref":"#/definitions/A","default":1}}}`,
	`{"properties":{"a":{"$ref":"#/$defs/A"}}}`,
	`{"$defs":{"a/b~":{"type":"string"}},"$ref":"#/$defs/a~1b~0"}`,
	`{"$defs":{"A":{"$anchor":"here","type":"string"}},"properties":{"a":{"$ref":"#here","default":1}}}`,
	`{"$ref":"#nowhere"}`,
	`{"$ref":"other.json"}`,
	`{"$ref":"https://x.test/other.json#/a"}`,
	`{"$id":"https://x.test/root.json","$defs":{"A":{"$id":"a.json","type":"integer","$defs":{"B":{"type":"string"}}}},"properties":{"p":{"$ref":"a.json","default":"x"},"q":{"$ref":"a.json#/$defs/B","default":1}}}`,
	`{"$id":"https://x.test/root.json","$ref":"#/properties/a","properties":{"a":true}}`,
	`{"$id":"relative.json"}`,
	`{"$id":"https://x.test/root.json#frag"}`,
	`{"$id":"%zz"}`,
	`{"$ref":"%zz"}`,
	`{"$ref":"#/components/x"}`,
	`{"$ref":"#/properties"}`,
	`{"$ref":"#/items","items":{"type":"string"}}`,
	`{"$ref":"#/allOf/0","allOf":[true]}`,
	`{"$ref":"#/allOf/1","allOf":[true]}`,
	`{"$ref":"#/allOf/00","allOf":[true]}`,
	`{"$ref":"#/allOf/-","allOf":[true]}`,
	`{"$ref":"#/allOf/x","allOf":[true]}`,
	`{"$ref":"#/description","description":"x"}`,
	`{"$ref":"#/not/type","not":{"type":"string"}}`,
	`{"$ref":"#/properties/a/minLength","properties":{"a":{"minLength":1}}}`,
	`{"$ref":"#/items/type"}`,
	`{"properties":{"a":{"properties":{"b":{"type":"integer","default":"x"}}},"c":{"default":1,"type":"string"}}}`,
	`{"properties":{"a/b":{"type":"integer","default":"x"}}}`,
	`{"items":{"type":"integer","default":"x"}}`,
	`{"anyOf":[{"type":"integer","default":"x"}]}`,
	`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string","default":"x"}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#"}`,
	`{"$schema":"http://json-schema.org/draft-04/schema#"}`,
	`{"properties":{"a":{"$schema":"http://json-schema.org/draft-04/schema#"}}}`,
	`{"$vocabulary":{"a":true}}`,
	`{"$vocabulary":{"a":true},"$schema":"https://json-schema.org/draft/2020-12/schema"}`,
	`{"$dynamicRef":"#x","$dynamicAnchor":"x"}`,
	`{"$dynamicRef":"#y"}`,
	`{"$defs":{},"definitions":{}}`,
	`{"properties":{"a":null}}`,
	`{"allOf":[null]}`,
	`{"items":null}`,
	`{"required":["nothing"],"type":"object","properties":{}}`,
	`{"default":{"a":{"b":[1,"x",null,true,1.5]}},"properties":{"a":{"properties":{"b":{"items":{"type":"integer"}}}}}}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/A","definitions":{"A":{"type":"string"}},"type":"integer","default":"x"}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"]},"default":{"a":1}}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":{"required":["b"]}},"default":{"a":1}}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[{"type":"string"}],"default":[1]}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"A":{"$id":"#here","type":"string"}},"properties":{"a":{"$ref":"#here"}}}`,
}

// resolvesSince040 are schemas that older versions cannot read.
var resolvesSince040 = []string{
	`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}],"default":[1]}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}],"additionalItems":{"type":"integer"},"default":["a","b"]}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}],"additionalItems":{"type":"integer"},"default":["a",1]}`,
	`{"items":[{"type":"string"}],"default":[1]}`,
	`{"$ref":"#/items/0","items":[true]}`,
	`{"$ref":"#/items"}`,
	`{"$ref":"#/dependencies/a","dependencies":{"a":["b"]}}`,
	`{"$ref":"#/dependencies/a","dependencies":{"a":true}}`,
	`{"dependencies":{"a":{"pattern":"["}}}`,
	`{"items":[]}`,
}

// randomSchema makes a document with defaults that often do not fit.
func randomSchema(rng *rand.Rand, depth int, root bool) any {
	s := map[string]any{}
	if !root && rng.IntN(12) == 0 {
		return rng.IntN(2) == 0
	}
	if rng.IntN(3) > 0 {
		s["type"] = random.Pick[any](rng, "string", "integer", "number", "boolean", "array", "object", "null", []any{"null", "string"}, []any{"integer", "array"})
	}
	constraints := map[string][]any{
		"enum":      {[]any{"a", 1.0, nil}, []any{"b", true}, []any{[]any{"a"}}},
		"const":     {"a", 1.0, map[string]any{"a": 1.0}},
		"minimum":   {0.0, 2.0},
		"maximum":   {1.0, 3.5},
		"minLength": {1.0, 2.0}, "maxLength": {1.0, 0.0},
		"pattern":  {"^a", "b$", "("},
		"minItems": {1.0}, "maxItems": {1.0, 2.0}, "uniqueItems": {true, false},
		"required": {[]any{"a"}, []any{"a", "b"}}, "minProperties": {1.0}, "maxProperties": {1.0},
		"$ref": {"#/$defs/S", "#/$defs/I", "#/$defs/Missing", "#s"},
	}
	names := []string{"enum", "const", "minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "required", "minProperties", "maxProperties", "$ref"}
	for range rng.IntN(3) {
		if name := random.Pick(rng, names...); rng.IntN(3) > 0 && (name != "$ref" || rng.IntN(3) == 0) {
			s[name] = random.Pick(rng, constraints[name]...)
		}
	}
	if depth > 0 {
		sub := func() any { return randomSchema(rng, depth-1, false) }
		for range rng.IntN(3) {
			switch k := random.Pick(rng, "items", "properties", "additionalProperties", "allOf", "anyOf", "oneOf", "not", "contains", "propertyNames", "if", "then", "else", "prefixItems", "patternProperties", "dependentSchemas", "unevaluatedProperties"); k {
			case "properties", "dependentSchemas":
				s[k] = map[string]any{"a": sub(), "b": sub()}
			case "patternProperties":
				s[k] = map[string]any{"^a": sub()}
			case "allOf", "anyOf", "oneOf", "prefixItems":
				s[k] = []any{sub(), sub()}
			default:
				s[k] = sub()
			}
		}
	}
	if rng.IntN(3) > 0 {
		s["default"] = random.Pick[any](rng, "a", "ab", "b", "", 0.0, 1.0, 2.5, true, nil, []any{}, []any{"a", "a"}, []any{1.0, "b", nil},
			map[string]any{}, map[string]any{"a": "a"}, map[string]any{"a": 1.0, "b": []any{}}, map[string]any{"c": true})
	}
	if root {
		s["$defs"] = map[string]any{"S": map[string]any{"type": "string", "$anchor": "s"}, "I": map[string]any{"type": "integer", "minimum": 1.0}}
	}
	return s
}
