// Package config holds the settings of schemavet. It reads them from YAML, or from a
// configuration that a driver has read.
package config

// Name is the file with settings, at the root of a module.
const Name = ".schemavet.yaml"

// Settings are all settings. Zero values are the defaults.
type Settings struct {
	Checks Checks `yaml:"checks"`
	// FailOn selects the findings that make schemavet check fail.
	FailOn        FailOn        `yaml:"fail-on"`
	Clients       Clients       `yaml:"clients"`
	ContextLeak   ContextLeak   `yaml:"contextleak"`
	HandlerArgs   HandlerArgs   `yaml:"handlerargs"`
	Hints         Hints         `yaml:"hints"`
	NoDescription NoDescription `yaml:"nodescription"`

	// Profiles are the clients that the tools are for: "inspector", "portable",
	// "openai", "openai-strict", "anthropic-strict", "gemini", "claude-code",
	// "codex", "cursor", "chatgpt-apps", "claude-directory", "legacy-2025-11-25".
	Profiles []string `yaml:"profiles"`

	// DefaultText names functions, methods and named function types that
	// return their last string argument unless something at run time replaces
	// it, as in "example.com/app/i18n.Text".
	DefaultText []string `yaml:"default-text"`
	// Modules are patterns of packages in other modules whose tools belong to
	// this server, as in "example.com/lib/...".
	Modules []string `yaml:"modules"`
	// Registrations are user-defined functions that make tools from the functions that
	// they are given.
	Registrations []Registration `yaml:"registrations"`
	Signature     Signature      `yaml:"signature"`
	Generate      Generate       `yaml:"generate"`
	Tokens        Tokens         `yaml:"tokens"`
	Wire          Wire           `yaml:"wire"`
}

// Checks select the checks that run. A check in both lists does not run.
type Checks struct {
	// Enable names checks that are off by default.
	Enable []string `yaml:"enable"`
	// Disable names checks that are on by default.
	Disable []string `yaml:"disable"`
	// Severity sets how much findings matter: "error", "warning" or "info", by
	// check, as in "nodescription", or by rule, as in "schemadrift/tool-added".
	Severity map[string]string `yaml:"severity"`
	// Allow names tools for which a check or a rule reports nothing. * matches any
	// characters.
	Allow map[string][]string `yaml:"allow"`
}

// FailOn selects the findings that make schemavet check fail. The two keys do not affect
// each other: changes of tools have a level, and other findings have a severity.
type FailOn struct {
	// Drift is the lowest level of changes that fail: "breaking", "caution", "compatible",
	// the default, or "doc"; or "never".
	Drift string `yaml:"drift"`
	// Findings is the lowest severity of other findings that fail: "error", "warning" or
	// "info", the default; or "never".
	Findings string `yaml:"findings"`
}

// ContextLeak contains the settings of the check contextleak.
type ContextLeak struct {
	// Types are further types that must not be part of a schema, such as
	// "example.com/app/store.Store".
	Types []string `yaml:"types"`
	// Names reports arguments with names such as session_id, too: the program knows
	// their values from the call.
	Names bool `yaml:"names"`
}

// Clients contains the settings of the check clients.
type Clients struct {
	// Server is the name under which users configure the server, for clients that put
	// it before the names of tools. For a server in a plugin for Claude Code, it is
	// "plugin_PLUGIN_SERVER".
	Server string `yaml:"server"`
}

// Tokens limit what models read of tools, estimated at four bytes for each token. 0
// means no limit.
type Tokens struct {
	// Tool is the limit of each tool: its name, description and input schema.
	Tool int `yaml:"tool"`
	// Server is the limit of all tools of a server together.
	Server int `yaml:"server"`
}

// NoDescription contains the settings of the check nodescription.
type NoDescription struct {
	// ToolsOnly asks for descriptions of tools and not of their parameters.
	ToolsOnly bool `yaml:"tools-only"`
	// Echo reports descriptions that only repeat the name, too.
	Echo bool `yaml:"echo"`
}

// HandlerArgs contains the settings of the check handlerargs.
type HandlerArgs struct {
	// Null reports parameters that may be null and without which a handler fails
	// then, too.
	Null bool `yaml:"null"`
	// Types reports type assertions that panic if an argument has another type, although
	// the handler checks that there is one, too.
	Types bool `yaml:"types"`
	// Swallowed reports type assertions after which an argument of another type counts as
	// missing.
	Swallowed bool `yaml:"swallowed"`
}

// Hints contains the settings of the check hints.
type Hints struct {
	// Missing reports tools for which source sets no hint.
	Missing bool `yaml:"missing"`
	// Require names the hints that source must set for each tool: "title", "readOnly",
	// "destructive", "idempotent" and "openWorld". Profiles can require hints, too.
	Require []string `yaml:"require"`
}
