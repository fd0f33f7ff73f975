// Fixtures without a go.mod require this version.
module github.com/eino-contrib/jsonschema // v1.0.3

go 1.18

require github.com/wk8/go-ordered-map/v2 v2.1.8

replace github.com/wk8/go-ordered-map/v2 => ../ordered-map
