// Package schemadrift defines an analyzer that compares the tools of a package with
// their committed snapshots.
//
// # Analyzer schemadrift
//
// schemadrift: report tools that differ from their snapshot
//
// The answer to tools/list is an interface: prompts are written for it, agents are
// tested with it, and users approve its tools. It changes with every edit of a
// struct, a tag, a constant or a dependency, and no reviewer sees the change. So
// each tool has a snapshot: a file in the folder toolschema next to its package. The
// command schemavet snapshot writes it, and it is reviewed like source. The check
// reports every difference between source and snapshot. For example, if you remove
// omitempty from the tag of a field, it reports
//
//	tool "get_issue": input property "days" became required [breaking]; accepted before, rejected now: {"owner":"a"}
//
// at the field. A breaking change comes with an example: the smallest call that was
// accepted before and is rejected now, or the smallest result that was impossible
// before and is possible now. The level describes who is affected:
//
//   - breaking: the server rejects a call that it accepted, or returns a result that
//     the snapshot did not allow. A change that schemavet can neither prove harmless
//     nor show to break is also breaking, and is marked as undecided
//   - caution: a model may behave differently, because a description, a default or a
//     hint changed
//   - compatible: the tool accepts or promises more than before
//   - doc: only people read the part
//
// The check reports differences of every level, because you have to refresh the
// snapshot in any case. It also reports a tool without a snapshot, a snapshot whose
// tool was removed, a file that it cannot read, for example because of conflict
// markers, and a part that is unresolved in the snapshot but known now. A package
// without any snapshot gets one finding, not one for each tool. go vet and schemavet
// check report a finding about a snapshot in the snapshot file.
//
// A snapshot without a tool is not reported if the package registers a tool whose
// name is known only at run time, or if a file that this build excludes names the
// tool. In these cases schemavet check prints a note.
//
// Next to a main package, the file server.json lists the tools that its servers
// register. If a server no longer registers a tool, the change is breaking, even if
// the tool is still defined. The change is undecided if the server also registers
// tools whose names are known only at run time. If a tool now depends on a run-time
// condition, the level is caution; if a server registers a new tool, the level is
// compatible. The check reports these changes at the registration, where the server
// is created, or at the function main.
//
// go vet, nogo and golangci-lint analyze one package at a time. If one package
// defines a tool and another completes or registers it, they compare the tool when
// they analyze the second package, and report the difference in a file of the first.
// Once per package, the check reports the number of snapshots that it could not
// compare in this way. Only schemavet check loads all programs, so only it reports
// the snapshot of a tool that no program completes or registers any more.
//
// The check also reports the first line of a file written by schemavet generate that
// is out of date.
//
// If a part is known in the snapshot and unresolved now, the level is caution: no
// later change of the part will be reported. Only schemavet check reports such a
// part, because another package may determine it. If schemavet could not follow a
// function to its end and therefore could not derive a tool that has a snapshot, the
// finding is breaking.
//
// A list or object of which some members are unknown is compared by its known members. If
// a member was certain and may be absent now, or the other way round, the level is caution.
//
// Not compared: parts that were unresolved when the snapshot was written. Tools that
// test files define need no snapshot. The order of properties, a hint that equals
// the protocol's default, and another notation for the same schema are not
// differences.
//
// To fix a finding, undo the change, or run
//
//	schemavet snapshot
//
// and commit the files. There is no suggested fix, because accepting a change is
// your decision.
package schemadrift
