package wiremismatch

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
)

// durationText matches a duration as time.ParseDuration reads it, such as 5m or 1h30m.
var durationText = regexp.MustCompile("(?:^|[\\s\"'`(=:,])((?:\\d+(?:\\.\\d+)?(?:ns|us|ms|s|m|h))+)(?:$|[\\s\"'`),.;])")

// formText matches the name of the form that time.ParseDuration reads.
var formText = regexp.MustCompile(`(?i)<duration\b|\b(?:go )?duration (?:format|string)\b`)

// unitText matches the unit in a description such as "timeout in seconds".
var unitText = regexp.MustCompile(`(?i)\b(?:in|of|number of|as) (milliseconds|seconds|minutes|hours|days)\b`)

// duration reports an argument of type time.Duration if its description shows another
// form or unit than an integer of nanoseconds.
func (c *checker) duration(s schemaPart) {
	if s.side != "input" || types.TypeString(leak.Deref(s.Node.Type), nil) != "time.Duration" || !slices.Contains(accepts(s.Node), "integer") {
		return
	}
	text := s.Node.Get("description").StringValue()
	if strings.Contains(strings.ToLower(text), "nanosecond") {
		return
	}
	if m := durationText.FindStringSubmatch(text); m != nil {
		c.report(s, "duration", fmt.Sprintf("the description shows %q, but time.Duration is read from an integer of nanoseconds", m[1]))
	} else if formText.MatchString(text) {
		c.report(s, "duration", "the description asks for a text such as \"5m\", but time.Duration is read from an integer of nanoseconds")
	} else if m := unitText.FindStringSubmatch(text); m != nil && !c.multiplied(s.Node.Pos) {
		c.report(s, "duration", fmt.Sprintf("the description asks for %s, but time.Duration is read from an integer of nanoseconds", strings.ToLower(m[1])))
	}
}

// multiplied reports whether code may convert the field or parameter that is declared at
// the position field from another unit: the package multiplies it, converts it to another
// type, or does not declare it.
func (c *checker) multiplied(field token.Pos) bool {
	if !c.Own(field) {
		return true
	}
	found := false
	for _, file := range c.Pass.Files {
		ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !found {
				v := c.Pass.TypesInfo.Uses[id]
				found = v != nil && v.Pos() == field && slices.ContainsFunc(above, c.converts)
			}
			return !found
		})
	}
	return found
}

// converts reports whether an expression multiplies its operands, or converts them to another
// type.
func (c *checker) converts(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op == token.MUL
	case *ast.CallExpr:
		return c.Pass.TypesInfo.Types[n.Fun].IsType()
	}
	return false
}
