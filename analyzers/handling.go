package analyzers

import "github.com/schemavet/schemavet/analyzers/internal/handling"

// Handling describes what handlers do with the arguments of a call. Checks require it. Its
// result is a [*Handlers].
var Handling = handling.Analyzer

// Handlers are the handlers of one package.
type Handlers = handling.Result

// InProgram is the result for one package of a program.
type InProgram = handling.InProgram

// Join lets the results for the packages of a program find handlers in all of them.
func Join(pkgs []InProgram) { handling.Join(pkgs) }
