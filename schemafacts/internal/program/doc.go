// Package program combines what package derive found in each package of a program. A
// package alone does not see which other packages complete and register the tools that
// it defines; the whole program does. Package program changes nothing of its input.
package program
