// Command checks proves what the checks say of SDKs, by doing it: each claim is a
// server that is asked, or called, by a client of the same SDK.
//
//	go run . [-v]
//
// It prints each claim and exits with 1 if one does not hold.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
)

// claim is what a rule says will happen.
type claim struct {
	rule, says string
	// holds tries it, and returns what happened if that is something else.
	holds func() error
}

func main() {
	verbose := flag.Bool("v", false, "print the claims that hold, too")
	die := flag.String("die", "", "do a deadly call, which a claim is about")
	flag.Parse()
	if c, ok := deadly[*die]; ok {
		fmt.Println(c.holds())
		return
	}
	failed := 0
	all := slices.Concat(tags(), arguments(), documents(), wire(), live(), defaults(), plainFunctions(), forms(), tasks(), protocol(), registrations())
	for _, c := range all {
		err := c.holds()
		switch {
		case err != nil:
			failed++
			fmt.Printf("FAIL %s: %s: %v\n", c.rule, c.says, err)
		case *verbose:
			fmt.Printf("ok   %s: %s\n", c.rule, c.says)
		}
	}
	fmt.Printf("%d claims, %d do not hold\n", len(all), failed)
	if failed > 0 {
		os.Exit(1)
	}
}

// want returns an error if two values differ.
func want(got, want any) error {
	if fmt.Sprint(got) != fmt.Sprint(want) {
		return fmt.Errorf("got %v, want %v", got, want)
	}
	return nil
}

// panics returns an error unless f panics.
func panics(f func()) (err error) {
	defer func() {
		if recover() == nil {
			err = fmt.Errorf("it does not panic")
		}
	}()
	f()
	return nil
}
