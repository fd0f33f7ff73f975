package generate

import (
	"fmt"
	"strings"
)

// Complete chooses an SDK if s has none, and checks the settings. required are the
// SDKs that the go.mod file of the module requires, and whether only a dependency
// needs them.
func (s *Settings) Complete(required map[string]bool) error {
	if err := s.Check(); err != nil {
		return err
	}
	switch s.CLI {
	case NoSDK:
		s.CLI = ""
	case "", Cobra:
	default:
		return fmt.Errorf("--cli: unknown %q, want %s or %s", s.CLI, Cobra, NoSDK)
	}
	if s.SDK == "" {
		s.SDK = only(required)
	}
	_, has := required[s.SDK]
	switch {
	case s.SDK == "" && len(required) > 1:
		return fmt.Errorf("the module has both SDKs; choose one with --sdk %s or --sdk %s, or --sdk %s for neither", GoSDK, MCPGo, NoSDK)
	case s.SDK == "":
		return fmt.Errorf("the module has no SDK; run go get %s or go get %s, or pass --sdk %s", Module(GoSDK), Module(MCPGo), NoSDK)
	case s.SDK == NoSDK:
		return nil
	case Package(s.SDK) == "":
		return fmt.Errorf("--sdk: unknown %q, want %s, %s or %s", s.SDK, GoSDK, MCPGo, NoSDK)
	case !has:
		return fmt.Errorf("the module does not have the SDK; run go get %s", Module(s.SDK))
	}
	return nil
}

// only returns the only SDK that the module itself needs, else the only one that the
// module or its dependencies need, or "" if there is no single one.
func only(required map[string]bool) string {
	var direct, all []string
	for sdk, indirect := range required {
		all = append(all, sdk)
		if !indirect {
			direct = append(direct, sdk)
		}
	}
	switch {
	case len(direct) == 1:
		return direct[0]
	case len(all) == 1:
		return all[0]
	}
	return ""
}

// Module returns the path of an SDK's module.
func Module(sdk string) string { return strings.TrimSuffix(Package(sdk), "/mcp") }
