// Package toolname defines an analyzer that reports names which the protocol does
// not allow, and names that are used twice.
//
// # Analyzer toolname
//
// toolname: report invalid and duplicate tool names
//
// The protocol allows names of 1 to 128 letters, digits, underscores, hyphens and
// dots. SDKs only log a violation, but model APIs reject the whole list of tools:
//
//	tool name "problem scanner" contains ' '; letters, digits, _, - and . are allowed
//
// Not reported: tools of one name that are registered in exclusive branches, under
// different conditions, or by different functions, which may use different servers; a
// second registration of the same tool.
package toolname
