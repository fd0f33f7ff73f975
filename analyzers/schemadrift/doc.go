// Package schemadrift defines an analyzer that compares the tools of a package with
// their committed snapshots.
//
// # Analyzer schemadrift
//
// schemadrift: report tools that differ from their snapshot
//
// Prompts are written for the tools of a server, and users approve them. So each tool has
// a snapshot, a file in the folder toolschema next to its package, which schemavet snapshot
// writes. For example, if you remove omitempty from the tag of a field, the check reports
//
//	tool "get_issue": input property "days" became required [breaking]; accepted before, rejected now: {"owner":"a"}
//
// A breaking change comes with the smallest call that is rejected now, or the smallest new
// result. A change that schemavet can neither prove harmless nor show to break is also
// breaking, and is marked as undecided. The other levels are caution (a model may behave
// differently), compatible (more is accepted or promised than before) and doc (only people
// read the part).
//
// Next to a main package, server.json lists the tools that its servers register. The check
// compares these lists, too, and reports stale files of schemavet generate.
//
// Not compared: parts that were unresolved when the snapshot was written; tools of test
// files; the order of properties; a hint that equals the protocol's default. A snapshot
// without a tool is not reported if the package registers a tool whose name is known only at
// run time, or if a file that this build excludes names the tool.
//
// Only schemavet check sees the snapshots of tools that no program registers any more.
//
// To fix a finding, undo the change, or run schemavet snapshot and commit the files.
package schemadrift
