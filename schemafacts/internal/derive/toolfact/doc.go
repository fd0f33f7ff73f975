// Package toolfact is the public face of facts: what a package tells other analyzers of
// tools and their handlers. A [ToolFact] is exported on the function that handles a tool,
// or on the package if no such fact can be seen from elsewhere. [Tools] exports and reads
// them for one package.
package toolfact
