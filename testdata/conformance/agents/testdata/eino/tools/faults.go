package tools

import (
	"reflect"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/eino-contrib/jsonschema"
)

func modify(name string, _ reflect.Type, _ reflect.StructTag, s *jsonschema.Schema) {
	if name == "_root" {
		s.Title = "modified"
	}
}

type node struct {
	Next *node `json:"next"`
}

type withFunc struct {
	F func() `json:"f"`
}

// FaultAny panics.
func FaultAny() []tool.BaseTool {
	return []tool.BaseTool{must(utils.InferTool("fault_any", "Of nothing.", handle[any]))}
}

// FaultArray panics.
func FaultArray() []tool.BaseTool {
	return []tool.BaseTool{must(utils.InferTool("fault_array", "Of an array.", handle[[2]string]))}
}

// FaultRecursive never returns.
func FaultRecursive() []tool.BaseTool {
	return []tool.BaseTool{must(utils.InferTool("fault_recursive", "Of a list.", handle[node]))}
}

// FaultFunc panics.
func FaultFunc() []tool.BaseTool {
	return []tool.BaseTool{must(utils.InferTool("fault_func", "Of a function.", handle[withFunc]))}
}
