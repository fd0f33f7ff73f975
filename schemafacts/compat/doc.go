// Package compat says what a change of a tool's schemas does to those who use
// the tool.
//
// A change has a direction. For arguments, what the old schema accepted must
// still be accepted; for results, what is produced must have been promised.
// Each change has an effect on the set of accepted values, and the [Level] is
// a law of effect and direction. The exceptions stand in the ledger of
// [Rules], each with its reason.
//
// Three things work together. A structural comparison finds what changed and
// where. A prover decides whether nobody is hurt: it shows that every value
// accepted on one side is accepted on the other. It is sound, so a change that
// is reported as compatible is. A finder looks for the smallest value that
// shows the contrary, the witness: it makes values of the sending side, steered
// by what both sides tell apart (bounds, lengths, constants, names, and
// patterns, which are compared as automata), and asks a validator. What is
// neither proved nor refuted is undecided: it counts as breaking, and says so
// with the reason.
//
// Prover, finder and automata count their steps, not time: the same change gets the
// same answer on every machine. Beyond the budget it is undecided.
//
// # Who is assumed to be there
//
// Senders send only members that the schema declares, although it may allow
// others: otherwise no optional parameter could ever be added. Readers ignore
// members that they do not know. A property that is removed is breaking for
// arguments even where the new schema allows it as an undeclared one, because
// the handler no longer reads it.
//
// # What is not compared
//
// Parts that are unresolved on either side. Formats count as assertions,
// although not every validator looks at them; a witness of a change of a format
// is rejected by those that do.
package compat
