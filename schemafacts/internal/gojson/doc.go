// Package gojson is encoding/json on the evaluator's values: what a value looks
// like on the wire, and which value a document becomes.
//
// Parts that are not known are holes in the document, with the reason. What
// encoding/json refuses at run time is a fault. Types with methods of their own
// are encoded by running these, or by whoever implements [Codec].
package gojson
