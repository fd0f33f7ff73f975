package schemafacts

import (
	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/completion"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/plain"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/toolfact"
)

// ToolFact is a fact that lists tools with their handlers. The fact of a function or
// method lists the tools that it handles. The fact of a package lists the other tools
// that the package defines or registers: their handler is a function literal, a
// function that other packages cannot name, a function of another package, or
// unknown.
//
// Analyzers that require [Analyzer] read these facts with [Result.ToolsOf] and
// [Result.KnownTools].
type ToolFact = toolfact.ToolFact

// HandlerTool is a tool as a [ToolFact] lists it.
type HandlerTool = toolfact.HandlerTool

// UnresolvedPart is a part of a tool that source does not determine.
type UnresolvedPart = toolfact.UnresolvedPart

// Server is a server that a program creates, with the tools registered on it.
type Server = listing.Server

// SeenServer is a server that one package found: where it is created, and the tools
// registered on it.
type SeenServer = listing.SeenServer

// SeenTool is a tool registered on a server.
type SeenTool = listing.SeenTool

// Completion holds the tools of one package as another package completes or registers
// them.
type Completion = completion.Completion

// Nameless is a registration of one or more tools whose names source does not
// determine.
type Nameless = listing.Nameless

// Duplicate is a name under which a program registers two tools on one server.
type Duplicate = listing.Duplicate

// Idle is a directive that has no effect at its place.
type Idle = plain.Idle

// Unfinished is a function whose evaluation stopped early, so that tools which it
// defines or registers may be missing.
type Unfinished = derive.Unfinished

// UniteUnfinished merges lists of functions. The result has no duplicates and is
// sorted by position.
func UniteUnfinished(lists ...[]Unfinished) []Unfinished { return derive.UniteUnfinished(lists...) }
