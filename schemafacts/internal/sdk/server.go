package sdk

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
)

// Server is a server that a run of a program makes. Two of them are two servers,
// also if one call makes both.
type Server struct {
	// Name is what the server calls itself, "" if source does not tell.
	Name string
	// Pos is the call that makes it.
	Pos token.Pos
	// Conditions is how many unknown conditions held then.
	Conditions int
}

// NewServer returns the server that a call makes, and tells the host of it.
func NewServer(h *Host, c *eval.Call, name eval.Value) *Server {
	s := &Server{Pos: c.Pos, Conditions: c.M.Conditions()}
	s.Name, _ = eval.StringOf(name)
	if h != nil && h.Serve != nil {
		h.Serve(c, s)
	}
	return s
}

// Self makes Server what [Servers] looks for in the data of a native value.
func (s *Server) Self() *Server { return s }

// Servers returns the servers that a call registers a tool with: more than one
// if only run time knows which, none if nobody saw how it was made.
func Servers(c *eval.Call) []*Server {
	var out []*Server
	for _, v := range eval.Alternatives(server(c)) {
		n, ok := v.(*eval.Native)
		if !ok {
			continue
		}
		if s, ok := n.Data.(interface{ Self() *Server }); ok && s.Self() != nil {
			out = append(out, s.Self())
		}
	}
	return out
}
