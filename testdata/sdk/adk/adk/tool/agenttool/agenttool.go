// Package agenttool is a stub.
package agenttool

import (
	"google.golang.org/adk/agent"
	"google.golang.org/adk/tool"
)

type Config struct{ SkipSummarization bool }

func New(a agent.Agent, cfg *Config) tool.Tool { panic("stub") }
