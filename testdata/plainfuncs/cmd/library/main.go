// Library answers questions about the books of a library on the command line.
package main

import (
	"context"
	"os"

	"example.com/library/internal/desk"
)

func main() {
	os.Exit(desk.Tools(desk.Deps{Desk: desk.New()}).Main(context.Background()))
}
