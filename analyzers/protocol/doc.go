// Package protocol defines an analyzer that reports code that clients of protocol
// version 2026-07-28 cannot work with.
//
// # Analyzer protocol
//
// protocol: report what protocol version 2026-07-28 no longer allows
//
// Version 2026-07-28 of the protocol has no sessions. A server cannot send requests to
// a client, and its list of tools depends neither on the connection nor on earlier
// calls. An SDK that knows the version returns an error instead of sending a request,
// so a handler works with older clients and fails with newer ones. For example, given
//
//	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Delete all?"})
//
// the check reports
//
//	Elicit sends a request to the client, which fails with clients of protocol 2026-07-28
//
// The check also reports tools that are added to a session, and tools that a handler
// adds or removes:
//
//	AddSessionTool changes the tools of one session; protocol 2026-07-28 has no sessions, so such clients never see the change
//	AddTool changes the tools of the server when a client calls tool "enable"; in protocol 2026-07-28 a call must not change tools/list
//
// Not reported: calls in functions that look at the client's protocol version, or that
// are in a package that allows such requests by an option of the SDK; changes that a
// handler makes through functions of other packages, or through function values; tests.
//
// To fix a request, return it as part of the result: the client asks the user, and calls
// the tool again with the answers. Both SDKs translate this for older clients. To fix
// a changing list, register all tools at the start.
//
// The check is off by default. The setting protocol turns it on:
//
//	protocol: "2026-07-28"
package protocol
