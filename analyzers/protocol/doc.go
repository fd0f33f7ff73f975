// Package protocol defines an analyzer that reports code that clients of protocol
// version 2026-07-28 cannot work with.
//
// # Analyzer protocol
//
// protocol: report what protocol version 2026-07-28 no longer allows
//
// Version 2026-07-28 of the protocol has no sessions. A server cannot send requests to
// a client, and a call must not change the list of tools. A handler that does so works
// with older clients and fails with newer ones. For example, the check reports
//
//	Elicit sends a request to the client, which fails with clients of protocol 2026-07-28
//
// Not reported: functions that look at the client's protocol version, or in a package
// that allows such requests by an option of the SDK; changes through functions of other
// packages or function values; tests.
//
// The check is off by default. The settings turn it on:
//
//	checks:
//	  enable: [protocol]
package protocol
