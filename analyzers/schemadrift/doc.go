// Package schemadrift defines an analyzer that compares the tools of a package
// with their committed snapshots.
//
// # Analyzer schemadrift
//
// schemadrift: report tools that differ from their snapshot
//
// What a server says in tools/list is an interface: agents are prompted with
// it, evaluated on it and allowed to use it. It changes with any edit of a
// struct, a tag, a constant or a dependency, and nobody sees it. So each tool
// has a file in the folder toolschema beside its package, written by schemavet
// snapshot and reviewed like source, and the check reports every difference
// from it. For example, when omitempty is dropped from the tag of a field it
// reports
//
//	tool "get_issue": input property "days" became required [breaking]; accepted before, rejected now: {"owner":"a"}
//
// at the field. What breaks comes with the smallest call that was accepted and
// is rejected now, or the smallest result that was ruled out and is possible
// now. The level says who is hurt:
//
//   - breaking: a call that was accepted is rejected now, or a result breaks a
//     promise; also, marked as undecided, what can be neither proved to be
//     harmless nor shown to hurt
//   - caution: a model may behave differently, because a description, a default
//     or a hint changed
//   - compatible: more is accepted or promised than before
//   - doc: only people read it
//
// Differences of every level are reported, because the snapshot has to be
// refreshed in any case. Also reported: a tool without a snapshot, a snapshot
// whose tool is gone (at the package clause), and a file that cannot be read,
// for instance because of conflict markers. go vet and schemavet check show
// these in the file itself. A snapshot without a tool is not reported where the
// package registers a tool whose name only run time knows, because it may be
// that tool's, or where a file that the build leaves out names the tool;
// schemavet check notes it. A part that was unresolved in the snapshot and has
// become known is reported, since nobody reviewed it. A package without any
// snapshot gets one finding, not one for each tool.
//
// Beside a program the file server.json holds what its servers register. A tool
// that a server no longer registers is breaking, even if it is still defined, and
// undecided if the server has tools whose names only run time knows;
// one that now depends on something that only run time knows, and did not
// before, is caution; a new one is compatible. These are reported where the
// registration is, where the server is made, or at main.
//
// A driver that goes from package to package compares what one package defines and
// another one completes or registers in the pass over the latter, and reports it in
// the file of the former. What the pass over a program cannot compare in this way is
// said once for each package. That the snapshot of such a tool is left where no
// program makes the tool any more, schemavet check alone reports: it sees them all.
//
// A file of schemavet generate that is not what it would write now is reported
// too, at the first line that differs.
//
// If a part that the snapshot knows is unresolved now, that is caution: nothing
// compares the part any more. Only schemavet check reports it, because other packages
// may know the part. If a function could not be followed to its end, and a tool with a
// snapshot was not derived, that counts as breaking.
//
// Not compared: parts that were unresolved when the snapshot was written. Tools that
// are defined in test files need no snapshot. The order of properties, hints that equal
// the protocol's defaults and other ways to write the same schema are no differences.
//
// To fix a finding, either undo the change or run
//
//	schemavet snapshot
//
// and commit what it writes. There is no suggested fix, because accepting a
// change is a decision.
package schemadrift
