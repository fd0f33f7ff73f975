module trpc.group/trpc-go/trpc-agent-go // v1.11.2

go 1.24
