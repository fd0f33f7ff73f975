package compat

import (
	"fmt"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// BenchmarkLarge compares large schemas that differ in one place or in all. The time
// should grow with the size, and not with its square.
func BenchmarkLarge(b *testing.B) {
	for _, c := range []struct {
		name  string
		make  func(n int, changed bool) *schema.Node
		sizes [2]int
	}{
		{"branches", manyBranches, [2]int{500, 2000}},
		{"required", manyRequired, [2]int{4000, 30_000}},
		{"renamed", manyRenamed, [2]int{500, 2000}},
	} {
		for _, n := range c.sizes {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				old, new := c.make(n, false), c.make(n, true)
				b.ReportAllocs()
				for b.Loop() {
					if len(Schemas(old, new, Input)) == 0 {
						b.Fatal("no change")
					}
				}
			})
		}
	}
}

// manyBranches returns a schema with n branches, of which one changed.
func manyBranches(n int, changed bool) *schema.Node {
	branches := schema.NewArray()
	for i := range n {
		limit := i + 1
		if changed && i == n/2 {
			limit = 1
		}
		props, text, branch := schema.NewObject(), schema.NewObject(), schema.NewObject()
		text.Set("type", schema.NewString("string"))
		text.Set("maxLength", schema.NewNumber(fmt.Sprint(limit)))
		props.Set(fmt.Sprintf("k%d", i), text)
		branch.Set("type", schema.NewString("object"))
		branch.Set("properties", props)
		branch.Set("required", schema.NewStrings(fmt.Sprintf("k%d", i)))
		branches.Elems = append(branches.Elems, branch)
	}
	root, props, x := schema.NewObject(), schema.NewObject(), schema.NewObject()
	x.Set("anyOf", branches)
	props.Set("x", x)
	root.Set("properties", props)
	return root
}

// manyRequired returns a schema with n required names, of which one changed.
func manyRequired(n int, changed bool) *schema.Node {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("n%d", i)
	}
	if changed {
		names[n-1] = "other"
	}
	root := schema.NewObject()
	root.Set("type", schema.NewString("object"))
	root.Set("required", schema.NewStrings(names...))
	return root
}

// manyRenamed returns a schema with n properties, of which all were renamed.
func manyRenamed(n int, changed bool) *schema.Node {
	props := schema.NewObject()
	for i := range n {
		name, p := fmt.Sprintf("first_%d_name", i), schema.NewObject()
		if changed {
			name = fmt.Sprintf("%d_last", i)
		}
		p.Set("type", schema.NewString("string"))
		p.Set("description", schema.NewString(fmt.Sprintf("What number %d is for.", i)))
		props.Set(name, p)
	}
	root := schema.NewObject()
	root.Set("type", schema.NewString("object"))
	root.Set("properties", props)
	return root
}
