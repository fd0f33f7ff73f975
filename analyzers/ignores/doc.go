// Package ignores defines an analyzer that reports ignore comments which are
// incomplete or have no effect.
//
// # Analyzer ignores
//
// ignores: report incomplete or useless //schemavet:ignore comments
//
// A comment on the line of a finding, or above it, ignores the finding:
//
//	//schemavet:ignore contextleak MarshalJSON omits the logger
//
// Separate several checks with commas. The reason is required. A comment that remains
// after its finding is fixed would hide the next finding, so the check reports it:
//
//	contextleak reports nothing here; remove the ignore
//
// Not reported: comments for a check that is off, and comments in test files.
package ignores
