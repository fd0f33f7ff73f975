//go:build schema043

package main

import "github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/textkeys"

func init() { servers = append(servers, entry{"textkeys", textkeys.Register}) }
