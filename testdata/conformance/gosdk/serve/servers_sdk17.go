//go:build sdk17

package main

import "github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/outputs17"

func init() { servers = append(servers, entry{"outputs17", outputs17.Register}) }
