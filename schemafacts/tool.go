package schemafacts

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// Tool is a tool as the server will list it in tools/list, as far as source determines
// it. It has the document in wire form, the origin of each part, and how the tool was
// found.
type Tool = tool.Tool

// Problem is a mistake in the source of a tool: the SDK refuses it at run time, or a
// schema is derived from wrong input.
type Problem = tool.Problem

// ProblemKind is the operation that a problem causes to fail.
type ProblemKind = tool.ProblemKind

const (
	// RegistrationFails is the kind of a problem that makes the registration panic.
	RegistrationFails = tool.RegistrationFails
	// ListFails is the kind of a problem that appears only when a client lists the tools.
	ListFails = tool.ListFails
	// ConstructorFails is the kind of a problem that a constructor returns as an error.
	ConstructorFails = tool.ConstructorFails
)

// RandomOrder is the reason for an unresolved part whose value is a list, or a string
// built from a list, with a different order in each run.
const RandomOrder = value.RandomOrder

// Hop is one step on the path from a tool's definition to its registration.
type Hop = tool.Hop

// SortTools orders tools by name, then by position.
func SortTools(tools []*Tool) { tool.SortTools(tools) }
