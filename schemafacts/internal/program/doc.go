// Package program puts together what the packages of a program tell of their
// tools. A package does not see who completes and registers what it defines;
// the program does. Its input is what package derive found in each package, and
// nothing of it is changed.
package program
