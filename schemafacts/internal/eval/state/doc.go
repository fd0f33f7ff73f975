// Package state defines what all variables of a program hold at one point.
//
// A [State] is immutable. A branch is two states: each part of the program that keeps a
// state finds in it the values of that time, whatever is written later. Where paths meet,
// [Join] joins the values that differ. A cell that only one path made is unreachable on the
// other paths, because each state records the times at which its path ran.
//
// [Memory] holds the present state of a machine. It writes in place to cells that were made
// since the state was last kept, because nothing else can reach them. The values of all
// other cells are in a hash trie, which shares what did not change with earlier states.
package state
