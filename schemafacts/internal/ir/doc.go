// Package ir is the form in which programs run in the evaluator and travel from
// package to package.
//
// The form is a tree of some thirty kinds of node, with constants folded and
// names resolved: enough of Go to follow how tools are made, and nothing else.
// A [Unit] holds the functions and variables of one package. [Encode] and
// [Decode] turn units into bytes and back, for facts; [CloseOver] collects what
// a package's programs use of others, so that its fact stands alone.
//
// Types are named by package and object. A [TypeSpace] finds them again where
// the programs are read, and makes those that cannot be seen from there.
package ir
