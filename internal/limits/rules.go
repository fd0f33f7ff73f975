package limits

// Sources of several rules.
const (
	inspectorSource = "MCP Inspector 2.12.0, core/json/schemaLint.ts"
	inspectorDate   = "2026-10-21"
	anthropicSource = "anthropic-sdk-go v1.84.0, schemautil.go"
	anthropicDate   = "2026-10-20"
	genaiSource     = "genai v1.77.0, types.go"
	genaiDate       = "2026-10-29"
	openaiStrict    = "OpenAI, structured outputs, supported schemas"
	read            = "2026-11-22" // when a page without a date was read
)

// Rules are all rules.
var Rules = []Rule{
	// What the MCP Inspector says.
	{"boolean-schema", "MCP Inspector", "requires schema objects", inspectorSource, inspectorDate, true, find(isAny, booleanSchema, input, output)},
	{"type-union", "MCP Inspector", "rejects lists of types as less portable", inspectorSource, inspectorDate, false, find(isObject, typeUnion, input, output)},
	{"remote-ref", "MCP Inspector", "warns that clients do not fetch other documents", inspectorSource, inspectorDate, false, remoteRef},
	{"untyped-schema", "MCP Inspector", "requires a type or another constraint", inspectorSource, inspectorDate, false, find(isObject, untypedSchema, input, output)},

	// Names.
	{"openai-name", "OpenAI", "accepts names of at most 64 characters: letters, digits, _ and -", "openai-go v3.96.0, shared.FunctionDefinitionParam.Name", "2026-11-05",
		true, matching(`^[A-Za-z0-9_-]{1,64}$`)},
	{"anthropic-name", "Anthropic", "accepts names of at most 128 characters: letters, digits, _ and -", "modelcontextprotocol/modelcontextprotocol#1345", read,
		true, matching(`^[A-Za-z0-9_-]{1,128}$`)},
	{"gemini-name", "Gemini", "accepts names of at most 128 characters that begin with a letter or _ and continue with letters, digits, _, ., : and -",
		genaiSource + ", FunctionDeclaration.Name", genaiDate, true, matching(`^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$`)},
	{"cursor-name", "Cursor", "omits tools whose name and server name together have more than 60 bytes", "ComposioHQ/composio#2788, awslabs/mcp#1283", "2026-02",
		true, together("%s:%s", 60)},
	{"claude-code-name", "Claude Code", "limits names to 64 bytes when it calls tools through gateways", "anthropics/claude-code, names mcp__server__tool", read, true, together("mcp__%s__%s", 64)},

	// Properties.
	{"anthropic-property", "Anthropic", "accepts property names of at most 64 characters: letters, digits, _, . and -", "anthropics/claude-code#34771", read,
		true, naming(`^[A-Za-z0-9_.-]{1,64}$`, false)},
	{"gemini-property", "Gemini", "accepts property names of at most 64 characters that begin with a letter or _ and continue with letters, digits and _",
		genaiSource + ", FunctionDeclaration.Parameters", genaiDate, true, naming(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`, true)},

	// Shape.
	{"root-object", "The protocol", `requires the type "object"`, "MCP 2025-11-25, schema.ts", "2025-11-25", true, objectRoot(input)},
	{"root-properties", "OpenAI", `answers "object schema missing properties"`, "mark3labs/mcp-go#719", read, true, rootProperties},
	{"root-combinator", "OpenAI and Anthropic", "reject combinations at the top level", "anthropics/claude-code#4886", "2026-08-05", true, rootCombinator},
	{"array-items", "OpenAI and VS Code", "reject the tool", "microsoft/vscode#246119", read, true, find(isObject, arrayItems, input)},
	{"property-object", "Claude Code", "drops all tools of the server without a message", "anthropics/claude-code#92900", "2026-09-08", true, find(isProperty, propertyObject, input)},
	{"property-type", "Gemini CLI", "skips tools with missing types", "grafana/mcp-grafana#255, awslabs/mcp#661", read, true, find(isProperty, propertyType, input)},
	{"single-type", "Gemini", `accepts one type only and answers "Proto field is not repeating"`, "aoci-spec/aoci-code#61", "2026-09-17", true, find(isObject, singleType, input)},
	{"branch-type", "Gemini", `answers "reference to undefined schema"`, "cyanheads/mcp-ts-core#133", read, true, find(isObject, branchType, input)},
	{"output-object", "Clients up to 2025-11-25", `require the type "object"`, "modelcontextprotocol/go-sdk#1188", "2026-08-20", true, objectRoot(output)},
	{"cursor-type", "Cursor", `refuses calls with "must be of type null,string, got string"`, "cursor/cursor#3778", "2025-11-13", true, find(isProperty, parameterType, input)},
	{"codex-combinator", "Codex", "shows models a property with alternatives as text", "openai/codex#13768", "2026-03-06", false, find(isProperty, propertyCombinator, input)},
	{"output-dialect", "Claude's desktop app", "refuses each call of a tool unless its output schema is in JSON Schema 2020-12", "modelcontextprotocol/typescript-sdk#2721", "2026-09-12",
		true, outputDialect},
	{"legacy-form", "Clients up to 2025-11-25", "require an object for properties and a list for required", "modelcontextprotocol/go-sdk#1188", "2026-08-20",
		true, legacyForm},

	// Keywords.
	{"anthropic-keyword", "Anthropic", "does not support it in strict mode", anthropicSource, anthropicDate, false, keywords(anthropicKeywords, true)},
	{"anthropic-format", "Anthropic", "does not support it in strict mode", anthropicSource, anthropicDate, false, formats(anthropicFormats)},
	{"anthropic-min-items", "Anthropic", "accepts only 0 and 1 in strict mode", anthropicSource, anthropicDate, false, find(isObject, fewMinItems, input)},
	{"anthropic-ref", "Anthropic", "drops keywords next to a reference in strict mode", anthropicSource, anthropicDate, false, find(isObject, loneRef, input)},
	{"anthropic-closed", "Anthropic", "requires additionalProperties: false in strict mode", anthropicSource, anthropicDate, true, closed(false)},
	{"gemini-keyword", "Gemini", "does not have this field in parameters", genaiSource + ", Schema", genaiDate, true, keywords(geminiKeywords, true)},
	{"gemini-enum", "Gemini", "accepts only strings in an enum", genaiSource + ", Schema.Enum", genaiDate, true, find(isObject, textEnums, input)},
	{"openai-format", "OpenAI", "rejects this format in strict mode", "cyanheads/git-mcp-server#47", read, true, formats(openaiFormats)},
	{"openai-required", "OpenAI", "requires all properties in strict mode", openaiStrict, read, true, allRequired},
	{"openai-closed", "OpenAI", "requires additionalProperties: false in strict mode", openaiStrict, read, true, closed(true)},
	{"openai-keyword", "OpenAI", "rejects it in strict mode", openaiStrict, read, true,
		keywords("allOf not if then else dependentRequired dependentSchemas dependencies", false)},
	{"openai-size", "OpenAI", "allows at most 5,000 properties, 10 levels, 120,000 characters and 1,000 enum values in strict mode", openaiStrict, read, true, strictSize},
}

const (
	anthropicKeywords = "$ref $defs type anyOf oneOf allOf description title enum const properties additionalProperties required items minItems format pattern"
	anthropicFormats  = "date-time time date duration email hostname uri ipv4 ipv6 uuid"
	openaiFormats     = "date-time time date duration email hostname ipv4 ipv6 uuid"
	geminiKeywords    = "type format title description nullable default enum example items minItems maxItems properties propertyOrdering required " +
		"minProperties maxProperties minimum maximum minLength maxLength pattern anyOf"
)

// Profiles are the profiles that the settings can select.
var Profiles = []Profile{
	{"inspector", "the findings of the MCP Inspector with --strict", []string{"boolean-schema", "type-union", "remote-ref", "untyped-schema"}, nil},
	{"portable", "limits that several clients share", []string{"openai-name", "anthropic-property", "gemini-property", "root-object", "root-properties",
		"root-combinator", "array-items", "property-object", "property-type", "single-type"}, nil},
	{"openai", "OpenAI functions", []string{"openai-name", "root-object", "root-properties", "root-combinator", "array-items"}, nil},
	{"openai-strict", "OpenAI functions in strict mode", []string{"openai-name", "root-object", "root-properties", "root-combinator", "array-items",
		"openai-format", "openai-required", "openai-closed", "openai-keyword", "openai-size"}, nil},
	{"anthropic-strict", "Anthropic tools in strict mode", []string{"anthropic-name", "anthropic-property", "root-object", "root-combinator",
		"anthropic-keyword", "anthropic-format", "anthropic-min-items", "anthropic-ref", "anthropic-closed"}, nil},
	{"gemini", "Gemini function declarations, in parameters", []string{"gemini-name", "gemini-property", "root-object", "property-type", "single-type",
		"branch-type", "gemini-keyword", "gemini-enum"}, nil},
	{"claude-code", "Claude Code", []string{"claude-code-name", "anthropic-name", "anthropic-property", "root-object", "root-combinator", "property-object",
		"output-dialect"}, nil},
	{"codex", "Codex", []string{"openai-name", "root-object", "root-properties", "root-combinator", "codex-combinator", "array-items"}, nil},
	{"cursor", "Cursor", []string{"cursor-name", "cursor-type"}, nil},
	{"chatgpt-apps", "the review of ChatGPT apps", []string{"openai-name", "root-object", "root-properties", "root-combinator", "array-items"},
		[]string{"readOnly", "destructive", "openWorld"}},
	{"claude-directory", "the review of Claude's connector directory", []string{"anthropic-name", "anthropic-property", "root-object", "root-combinator", "property-object", "output-dialect"},
		[]string{"title", "readOnly|destructive"}},
	{"legacy-2025-11-25", "clients that follow the protocol up to 2025-11-25", []string{"root-object", "output-object", "legacy-form"}, nil},
}
