// Package texts records the default texts of a program: the results of functions in the
// setting DefaultText.
//
// A function that looks up texts usually keeps the first default that it receives. If a
// program passes two texts for one key, the order at run time decides, so the text is
// unknown. All calls of the program with a constant key and text count, including calls
// that make no tool. [Table.Scan] finds them in syntax, and runs of the program find
// more. A run may thus make a text unknown that it used before; [Table.Learn] then asks
// for another run.
package texts
