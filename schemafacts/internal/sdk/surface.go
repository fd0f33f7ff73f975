package sdk

// Surface is what an SDK offers to stand between a server and its clients.
// Functions are named as types.Func.FullName has it, types by path and name.
type Surface struct {
	// Serve are the functions that serve over what some of their arguments are.
	Serve map[string][]int
	// Fields are the fields of transports that messages pass through. What is
	// only written to for a log is none.
	Fields map[string][]string
	// Pipes are types whose other end the program itself has.
	Pipes []string
	// HTTP are the functions that make handlers of HTTP.
	HTTP []string
	// Middleware are the functions that take what runs around each request.
	Middleware []string
	// List is the type of the answer to tools/list, Tool that of a tool in it.
	List, Tool string
}
