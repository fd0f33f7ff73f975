// Package llmagent is a stub.
package llmagent

import "google.golang.org/adk/agent"

type Schema struct {
	Type       string             `json:"type,omitempty"`
	Properties map[string]*Schema `json:"properties,omitempty"`
}

type Config struct {
	Name, Description, Instruction string
	InputSchema                    *Schema
}

func New(cfg Config) (agent.Agent, error) { panic("stub") }
