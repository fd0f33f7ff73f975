// Library answers questions about the books of a library. Its functions are
// tools for agents and commands for people: there is no type beside them that
// says what they take.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"example.com/library/internal/desk"
)

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: library WORDS")
	}
	d := desk.New()
	found, err := d.Search(context.Background(), os.Args[1], nil, 10, "")
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		log.Fatal(err)
	}
	fmt.Println(desk.Fee(3, "book"))
}
