// Package yaml has an import path with a dot in its last element.
package yaml

type Node struct{ Kind int }
