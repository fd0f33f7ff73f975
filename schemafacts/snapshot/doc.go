// Package snapshot reads and writes the committed form of tools.
//
// A package's snapshots stand in the folder [Dir] beside its Go files, one
// file per tool. Each is a valid MCP tool object in canonical form, with the
// key "$schemavet" for the format first, and, if parts of the tool could not
// be derived, the key "unresolved" last, which lists their paths and reasons.
//
// # Names
//
// The file of a tool is named after it: get_issue.json. A name that cannot be
// a file name on every system gets its other letters replaced and the start of
// its SHA-256 appended: "my tool" is my_tool~3d8f04f1.json. So does a name
// that differs from another one of the package only in upper case.
//
// The file server.json is none of a tool: it holds what the servers of a program
// register, beside its main package; see [ReadServers]. A tool named server has
// another file.
//
// # Two tools of one name
//
// Constructors in exclusive branches can define the same tool twice. If both
// come out equal, there is one file. Otherwise every variant has its own:
// search.json, search~2.json and so on. Variants are paired with the files by
// content first, and the rest in order, so that an edit of one variant is an
// edit of one file; see [Set.Match].
//
// # Members that MCP does not define
//
// A snapshot keeps every member of the tool, such as "defer_loading" or one that
// a server defines for its own clients. A member that is named like a key of the
// snapshot itself gets the prefix "$schemavet:": a member "view" is
// "$schemavet:view".
//
// # Icons
//
// An embedded image of an icon is kept as a data URL without data that gives its media
// type, size and SHA-256; see [schema.DigestIcons]. A file with the image itself, which
// earlier versions wrote, is as good: it is compared by the digest, and replaced when
// snapshots are written.
//
// # What only the whole program knows
//
// A package that defines a tool does not see what others, which import it, do
// with it before they register it. Where that changes anything, or where the
// tool gets its name there, the file has "view": "program" as its last key: the
// commands write and compare it when they see the whole module, and go vet
// leaves it alone; see [Set.Hide].
//
// # What is never lost
//
// Files that are no snapshots, or are of a newer format, are not touched. The
// snapshot of a tool that exists but cannot be derived any more stays. Writing
// goes to temporary files in the same folder first, so that every file is
// either the old one or the new one.
package snapshot
