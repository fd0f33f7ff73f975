package schemafacts

import (
	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/handling"
)

// ToolFact tells of tools and their handlers. The fact of a function or method
// lists the tools that it handles. That of a package lists those of the tools it
// defines or registers that no such fact can tell of: their handler is a
// function literal, a function that other packages cannot name, one of another
// package, or not known.
//
// Analyzers that require [Analyzer] read these facts with [Result.ToolsOf] and
// [Result.KnownTools].
type ToolFact = derive.ToolFact

// HandlerTool is what a fact says of a tool.
type HandlerTool = derive.HandlerTool

// UnresolvedPart is a part of a tool that cannot be known from source.
type UnresolvedPart = derive.UnresolvedPart

// Server is a server that a program makes, with the tools that it registers.
type Server = derive.Server

// SeenServer is what is known of a server.
type SeenServer = derive.SeenServer

// SeenTool is a tool that a server registers.
type SeenTool = derive.SeenTool

// Completion is what a package tells of the tools of another package that it
// completes or registers.
type Completion = derive.Completion

// Nameless is a registration that makes a tool, or several, whose name source
// does not tell.
type Nameless = derive.Nameless

// Duplicate is a name that a run gives to two tools of a server.
type Duplicate = derive.Duplicate

// Read is an argument that a handler reads.
type Read = handling.Read

// Handler is what a function that handles tools does with their arguments.
type Handler = handling.Handler

// Handlers is what is known of the handlers of a package whose tools another one
// completes.
type Handlers = derive.Handlers

// Idle is a directive that has no effect where it stands.
type Idle = derive.Idle

// Unfinished is a function that was not followed to its end: tools that it
// makes may be missing.
type Unfinished = derive.Unfinished

// UniteUnfinished returns the functions of several lists, each once, sorted by
// place.
func UniteUnfinished(lists ...[]Unfinished) []Unfinished { return derive.UniteUnfinished(lists...) }
