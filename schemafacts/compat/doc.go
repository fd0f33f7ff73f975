// Package compat compares two versions of a tool's schemas and classifies each change
// by its effect on the tool's users.
//
// A change has a direction. For arguments, the new schema must accept every value
// that the old one accepted. For results, the old schema must accept every value that
// the new one allows. Each change widens or narrows the set of accepted values, or
// both, and this effect together with the direction determines the [Level]. [Rules]
// lists the exceptions, each with its reason.
//
// Three parts work together. A structural comparison finds what changed and where. A
// prover tries to show that the change breaks no caller: that every value accepted on
// one side is accepted on the other. The prover is sound, so a change reported as
// compatible is compatible. A finder searches for the witness, the smallest value that
// shows a break. It builds values of the sending side from the differences between the
// schemas (bounds, lengths, constants, names, and patterns, which are compared as
// automata) and validates them. A change that is neither proved nor refuted is
// undecided. It counts as breaking, and its report gives the reason.
//
// The budgets of prover, finder and automata count steps, not time, so the result is
// the same on every machine. A change that exceeds the budget is undecided.
//
// # Assumptions about callers
//
// Senders send only members that the schema declares, even if it allows others.
// Otherwise every new optional parameter would be a breaking change. Readers ignore
// unknown members. For arguments, removing a property is breaking even if the new
// schema allows it as an undeclared member, because the handler no longer reads it.
//
// # Limits
//
// Parts that are unresolved on either side are not compared. A list or object may be
// partly unknown: some of its members are known, others may be absent under a condition.
// The known ones are compared, also with a list or object that is completely known. It is
// assumed that the condition and the unknown members are the same on both sides. Formats count as
// assertions, although some validators ignore them; only a validator that checks
// formats rejects the witness of a changed format.
//
// Patterns are regular expressions of ECMAScript, as JSON Schema defines, and clients
// read them so. Servers validate with Go's package regexp, in which a dot, \s and \S
// match other characters. A change is decided if it is the same with both readings, and
// undecided otherwise.
package compat
