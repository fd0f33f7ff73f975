// Fixtures without a go.mod require this version.
module github.com/wk8/go-ordered-map/v2 // v2.1.8

go 1.18
