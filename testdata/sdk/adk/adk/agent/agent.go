// Package agent is a stub.
package agent

type Agent interface{ Name() string }

type Config struct{ Name, Description string }

func New(cfg Config) (Agent, error) { panic("stub") }
