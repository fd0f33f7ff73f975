// Package compat compares two versions of a tool's schemas and classifies each change
// by its effect on the tool's users.
//
// A change has a direction. For arguments, the new schema must accept every value
// that the old one accepted. For results, the old schema must accept every value that
// the new one allows. Each change widens or narrows the set of accepted values, or
// both, and this effect together with the direction determines the [Level]. [Rules]
// lists the exceptions, each with its reason.
//
// A structural comparison finds what changed and where. Three rooms decide what a change
// does:
//
//   - The facts of a schema (facts.go, home.go, valid.go, same.go and the files of their
//     keywords): what a conjunction of schemas says about one place of a value, and whether a
//     schema accepts one value.
//   - The proof (prove.go, provemembers.go): that every value accepted on one side is
//     accepted on the other. The prover is sound, so a change reported as compatible is
//     compatible. It is not complete. It knows the keywords that the schemas of tools
//     contain; the others, such as contains, if, patternProperties and propertyNames, and
//     the meaning of patterns, it only compares for equality.
//   - The counterexample (sample.go, witness.go, lift.go): the smallest value that shows a
//     break. It is made from the differences of the schemas at the place of the change, put
//     into the smallest complete value, and validated with both sides.
//
// A change that is neither proved nor refuted is undecided. It counts as breaking, and its
// report gives the reason. The budgets of proof and counterexample count steps, not time, so
// the result is the same on every machine. A change that exceeds the budget is undecided.
//
// # Assumptions
//
// The prover assumes more than the schemas say. Each assumption has a test:
//
//   - Senders send only members that the schema declares in some branch, even if it allows
//     others. Otherwise every new optional parameter would be a breaking change
//     (TestVerdicts: property that a branch declares, member that another form declares).
//   - A tool without parameters is called without arguments, but an object without
//     properties below may have any members (TestVerdicts: parameter of a tool that had
//     none, property of a free form).
//   - Readers ignore unknown members, except where their absence selects a branch
//     (TestRules: additional-properties-opened).
//   - A removed argument breaks callers even if the new schema allows it as an undeclared
//     member, because the handler no longer reads it (TestRules: property-removed).
//   - Models send undeclared arguments now and then, so forbidding them is reported
//     (TestClosing).
//   - What is forbidden with not is forbidden to all senders, and declared or not
//     (TestClaims: what is forbidden to all).
//   - Formats are assertions, although some validators ignore them; only a validator that
//     checks formats rejects the witness of a changed format (TestRules: format-added).
//   - Patterns are regular expressions of ECMAScript, as JSON Schema defines, and clients
//     read them so, but servers validate with Go's package regexp. A text that both may read
//     differently is unsure (TestPatterns).
//   - Unresolved parts are not compared. A list or object may be partly unknown: some of its
//     members are known, others may be absent under a condition. The known ones are
//     compared, also with a list or object that is completely known. The condition and the
//     unknown members are the same on both sides (TestPartial, TestSchemasSkipsHoles).
package compat
