// Package toolfact is the public interface of facts: what a package publishes for other
// analyzers about tools and their handlers. A [ToolFact] is exported on the function
// that handles a tool, or on the package if other packages do not see a fact on the
// function. [Tools] exports and reads them for one package.
package toolfact
