// The probe prints what a server of go-zero answers to tools/list.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/zeromicro/go-zero/core/conf"
	"github.com/zeromicro/go-zero/core/logx"
	"github.com/zeromicro/go-zero/mcp"

	"example.test/probe/tools"
)

func main() {
	out, err := ask()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n{\"done\":true}\n", out)
}

// ask starts the server and returns its tools.
func ask() ([]byte, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	port := free.Addr().(*net.TCPAddr).Port
	if err := free.Close(); err != nil {
		return nil, err
	}
	var c mcp.McpConf
	if err := conf.LoadFromYamlBytes(fmt.Appendf(nil, "name: probe\nhost: 127.0.0.1\nport: %d\nmcp:\n  useStreamable: true\n", port), &c); err != nil {
		return nil, err
	}
	server := mcp.NewMcpServer(c)
	logx.Disable() // the server has turned it on
	tools.Register(server)
	go server.Start()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := sdk.NewClient(&sdk.Implementation{Name: "probe"}, nil)
	for {
		session, err := client.Connect(ctx, &sdk.StreamableClientTransport{Endpoint: fmt.Sprintf("http://127.0.0.1:%d/message", port)}, nil)
		if err == nil {
			list, err := session.ListTools(ctx, nil)
			if err != nil {
				return nil, err
			}
			return json.Marshal(map[string]any{"tools": list.Tools})
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(50 * time.Millisecond):
		}
	}
}
