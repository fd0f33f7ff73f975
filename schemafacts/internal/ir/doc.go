// Package ir defines the form in which programs run in the evaluator and are stored in
// facts.
//
// A program is a tree with about thirty kinds of node. Constants are folded and names
// are resolved. The form covers the part of Go that is needed to follow how tools are
// made. A [Unit] holds the functions and variables of one package. [Encode] and
// [Decode] convert units to and from bytes, for facts. [CloseOver] collects what a
// package's programs use of other packages, so that its fact is complete.
//
// Types are named by package and object. A [TypeSpace] finds them again where the
// programs are read, and declares those that are not visible there.
package ir
