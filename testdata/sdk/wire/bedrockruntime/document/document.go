// Package document stands for the client's documents.
package document

type Interface interface{ isInterface() }

func NewLazyDocument(v interface{}) Interface { panic("stub") }
