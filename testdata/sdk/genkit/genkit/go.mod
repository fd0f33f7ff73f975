// Fixtures without a go.mod require this version.
module github.com/firebase/genkit/go // v1.12.0

go 1.25.0
