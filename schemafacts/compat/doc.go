// Package compat says what a change of a tool's schemas does to those who use
// the tool.
//
// A change has a direction. For arguments, what the old schema accepted must
// still be accepted; for results, what is produced must have been promised.
// Each change has an effect on the set of accepted values, and the [Level] is
// a law of effect and direction. The exceptions stand in the ledger of
// [Rules], each with its reason.
//
// Two things work together. A structural comparison finds what changed and
// where. A prover decides whether somebody is hurt: it shows that every value
// accepted on one side is accepted on the other. What can be neither proved
// nor explained is breaking, and says so. The prover is sound, so a change
// that is reported as compatible is.
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
// although not every validator looks at them.
package compat
