// Package texts knows the default texts of a program: what functions return that the
// setting DefaultText names.
//
// A function that looks texts up keeps the first default that it was asked with, as a
// rule. Of two texts for one key, the order at run time decides which one stands, so
// neither is known. All calls of the program count, also those that make no tool,
// wherever constants give the key and the text. [Table.Scan] finds them in syntax, and
// runs of the program find more. What they find may make a text unknown that a run has
// used; then [Table.Learn] asks for another run.
package texts
