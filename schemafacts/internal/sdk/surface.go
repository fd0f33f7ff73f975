package sdk

// Surface lists the functions and types of an SDK with which a program can change
// messages between a server and its clients. Functions have the form of
// types.Func.FullName. Types have the form of an import path, a dot and a name.
type Surface struct {
	// Serve are the functions that serve clients, each with the indexes of the
	// arguments over which messages pass.
	Serve map[string][]int
	// Fields are the fields of transports through which messages pass. A field that is
	// only written to for logging is not one.
	Fields map[string][]string
	// HTTP are the functions that return HTTP handlers.
	HTTP []string
	// Middleware are the functions that add middleware around each request.
	Middleware []string
	// List is the type of the response to tools/list, Tool the type of a tool in it.
	List, Tool string
}
