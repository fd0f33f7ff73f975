package schemafacts

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// Tool is a tool as the server will show it in tools/list, as far as source
// tells: its document in wire form, where its parts come from and how it was
// found.
type Tool = tool.Tool

// Problem is something an SDK refuses at run time, or a mistake in source that
// a schema is derived from.
type Problem = tool.Problem

// ProblemKind says what a problem makes fail.
type ProblemKind = tool.ProblemKind

const (
	// RegistrationFails is the kind of what panics when the tool is registered.
	RegistrationFails = tool.RegistrationFails
	// ListFails is the kind of what shows only when a client asks for the tools.
	ListFails = tool.ListFails
	// ConstructorFails is the kind of what a constructor returns as its error.
	ConstructorFails = tool.ConstructorFails
)

// RandomOrder is the reason of a hole that stands for a list, or a text made of one,
// that has another order in each run.
const RandomOrder = eval.RandomOrder

// Hop is one step of the way from a tool's definition to its registration.
type Hop = tool.Hop

// SortTools orders tools by name, then by position.
func SortTools(tools []*Tool) { tool.SortTools(tools) }
