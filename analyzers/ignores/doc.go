// Package ignores defines an analyzer that reports comments which ask other
// checks to be silent, but are incomplete or without effect.
//
// # Analyzer ignores
//
// ignores: report incomplete or useless //schemavet:ignore comments
//
// A finding is silenced by a comment on its line or above it:
//
//	//schemavet:ignore contextleak the logger is dropped by MarshalJSON
//
// Several checks are separated by commas. The reason is required: who reads
// the comment later must be able to judge whether it still holds. A comment that outlives its
// finding would hide the next one. So the check reports a
// comment without a check or a reason, one that names an unknown check,
// and one that silences nothing, as in
//
//	contextleak reports nothing here; remove the ignore
//
// Not reported: a comment for a check that is switched off, and comments in test
// files.
//
// There is no suggested fix; write the reason, or remove the comment.
package ignores
