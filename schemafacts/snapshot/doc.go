// Package snapshot reads and writes the committed form of tools.
//
// A package's snapshots are in the folder [Dir] next to its Go files, one file per
// tool. Each file is a valid MCP tool object in canonical form. Its first key is
// "$schemavet", the version of the format. If parts of the tool could not be
// derived, the key "unresolved" after the tool's members lists their paths and
// reasons. Of a list or object that is partly unknown, the file has the members that are
// certainly there, and the entry lists those that may be; see [schema.Hole.Node].
//
// # Names
//
// The file of a tool has the tool's name: get_issue.json. If the name is not a valid
// file name on every system, the file name has its invalid characters replaced and
// the start of the name's SHA-256 appended: "my tool" is in my_tool~3d8f04f1.json.
// The hash is also appended to a name with upper-case letters if the name of another
// tool of the package differs from it only in case.
//
// The file server.json next to a main package does not describe a tool. It lists the
// tools that the program registers on each server; see [ReadServers]. A tool named
// "server" has another file name.
//
// # Two tools of one name
//
// Constructors in exclusive branches can define the same tool twice. If the two
// tools are equal, they share one file. Otherwise every variant has its own file:
// search.json, search~2.json and so on. Variants are paired with files of equal
// content first, and the others in order. An edit of one variant therefore changes
// only one file; see [Set.Match].
//
// # Members that MCP does not define
//
// A snapshot keeps every member of the tool, such as "defer_loading" or one that
// a server defines for its own clients. If a member has the name of one of the
// snapshot's own keys, it gets the prefix "$schemavet:": a member "view" is written
// as "$schemavet:view".
//
// # Icons
//
// A snapshot does not contain the embedded images of icons. It has a data URL with the
// image's media type, size and SHA-256 instead; see [schema.DigestIcons]. Earlier
// versions wrote the image itself. Such a file is still valid: it is compared by the
// digest, and rewritten when snapshots are written.
//
// # Tools that other packages complete
//
// The package that defines a tool does not see how importing packages change the
// tool before they register it. If they change it or give it its name, the file has
// "view": "program" as its last key. Commands that analyze the whole module write
// and compare such a file; go vet ignores it. See [Set.Hide].
//
// # Files that are kept
//
// A file that is not a snapshot, or that has a newer format, is not changed. The
// snapshot of a tool is kept if the tool exists but can no longer be derived. Files
// are written to temporary files in the same folder and renamed, so that every file
// has either its old or its new content.
package snapshot
