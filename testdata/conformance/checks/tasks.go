package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
)

// answersTasks returns the claim that a server of mcp-go answers a plain call and a call
// that asks for a task in this way: with a result, with a task, or with an error.
func answersTasks(rule, says string, support mcpgo.TaskSupport, plain, task string) claim {
	return claim{rule, says, func() error {
		s := mcpserver.NewMCPServer("s", "1", mcpserver.WithTaskCapabilities(true, true, true))
		tool := mcpgo.NewTool("t")
		if support != "" {
			tool = mcpgo.NewTool("t", mcpgo.WithTaskSupport(support))
		}
		s.AddTool(tool, func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
			return mcpgo.NewToolResultText("done"), nil
		})
		gotPlain, err := answer(s, `{"name": "t"}`)
		if err != nil {
			return err
		}
		gotTask, err := answer(s, `{"name": "t", "task": {}}`)
		return errors.Join(err, want(gotPlain, plain), want(gotTask, task))
	}}
}

// answer returns how a server answers a call: result, task, or the code of an error.
func answer(s *mcpserver.MCPServer, params string) (string, error) {
	data, err := json.Marshal(s.HandleMessage(context.Background(),
		json.RawMessage(`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": `+params+`}`)))
	if err != nil {
		return "", err
	}
	var a struct {
		Result struct {
			Content []any
			Task    any
		}
		Error *struct{ Code int }
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return "", err
	}
	switch {
	case a.Error != nil:
		return fmt.Sprint("error ", a.Error.Code), nil
	case a.Result.Task != nil:
		return "task", nil
	case a.Result.Content != nil:
		return "result", nil
	}
	return "", fmt.Errorf("no result in %s", data)
}

func tasks() []claim {
	const narrowed, widened = "schemadrift/tool-task-support-narrowed", "schemadrift/tool-task-support-widened"
	return []claim{
		answersTasks(widened, "a tool without taskSupport never runs as a task", "", "result", "result"),
		answersTasks(widened, "nor does one that forbids it", mcpgo.TaskSupportForbidden, "result", "result"),
		answersTasks(widened, "a tool with optional tasks takes both calls", mcpgo.TaskSupportOptional, "result", "task"),
		answersTasks(narrowed, "a tool that requires tasks refuses plain calls", mcpgo.TaskSupportRequired, "error -32601", "task"),
	}
}
