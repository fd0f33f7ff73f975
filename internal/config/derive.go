package config

import "github.com/schemavet/schemavet/schemafacts"

// Registration is a user-defined function that makes tools from the functions that it
// is given. Arguments are counted from 0, without the receiver.
type Registration struct {
	// Func is the function, as in "example.com/app/agent.Register", or the
	// method, as in "(*example.com/app/agent.Registry).Add".
	Func string `yaml:"func"`
	// Schema says where schemas come from: "signature", from all parameters, or
	// "struct", from the one that holds the arguments.
	Schema string `yaml:"schema"`
	// Name is the argument that names the tool; none: the function's own name.
	Name *int `yaml:"name"`
	// Description is the argument that describes the tool; none: the
	// function's doc comment.
	Description *int `yaml:"description"`
	// Handler is the argument that is the function; none: the first one that
	// is a function.
	Handler *int `yaml:"handler"`
}

// Signature are the settings for schemas of plain functions.
type Signature struct {
	// Strict makes types without a JSON form errors.
	Strict bool `yaml:"strict"`
	// Unknown is how arguments without a JSON form are shown: "omit", the default,
	// leaves them unresolved; "string" shows them as strings.
	Unknown string `yaml:"unknown"`
	// Nullable is how null is shown for a pointer: "omit", the default, or "anyOf".
	Nullable string `yaml:"nullable"`
	// Contexts are types of parameters that the caller injects, such as
	// "example.com/app/store.Store".
	Contexts []string `yaml:"contexts"`
}

// Generate are the settings of the command schemavet generate.
type Generate struct {
	// Runtime is the folder of the runtime, relative to the root of the module. The
	// default is "internal/tools".
	Runtime string `yaml:"runtime"`
}

// Wire are the settings for tools that are recognized by the members that encoding/json
// gives them.
type Wire struct {
	// Types are types whose values are tools although their form does not show it, such
	// as "example.com/app/agent.Function", and types whose values are not tools
	// although they look like tools, such as "!example.com/app/job.Template".
	Types []string `yaml:"types"`
}

// Derivation returns the settings that affect which tools are derived and how.
func (s *Settings) Derivation() schemafacts.Settings {
	out := schemafacts.Settings{
		DefaultText: s.DefaultText,
		Modules:     s.Modules,
		WireTypes:   s.Wire.Types,
		Signature: schemafacts.Signature{
			Strict:        s.Signature.Strict,
			UnknownAsText: s.Signature.Unknown == unknownString,
			Nullable:      s.Signature.Nullable == nullableAnyOf,
			Contexts:      s.Signature.Contexts,
		},
	}
	index := func(i *int) int {
		if i == nil {
			return -1
		}
		return *i
	}
	for _, r := range s.Registrations {
		out.Registrations = append(out.Registrations, schemafacts.Registration{
			Func: r.Func, Name: index(r.Name), Description: index(r.Description), Handler: index(r.Handler),
			OneStruct: r.Schema == schemaStruct,
		})
	}
	return out
}
