package main_test

import (
	"bytes"
	"flag"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/generate/source"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

var update = flag.Bool("update", false, "write the file of the package hotel")

const hotelFile = "hotel/zz_schemavet.go"

// TestGolden compares the file for thirty functions with the one that is there,
// which the tests of package hotel call. They do not compile when the file is
// stale, so this test is not one of them.
func TestGolden(t *testing.T) {
	got := goSDKHotel(t)
	if *update {
		if err := os.WriteFile(hotelFile, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(hotelFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale; run go test . -run TestGolden -update", hotelFile)
	}
}

// goSDKHotel returns the file for the package hotel and the official SDK. To load
// the SDK takes longer than to test the file, so the tests share it.
func goSDKHotel(t *testing.T) []byte {
	t.Helper()
	goSDKOnce.Do(func() { goSDKData = hotelData(t, generate.GoSDK) })
	if goSDKData == nil {
		t.Fatal("no file; an earlier test says why")
	}
	return goSDKData
}

var (
	goSDKOnce sync.Once
	goSDKData []byte
)

// hotelData returns the file for the package hotel.
func hotelData(t *testing.T, sdk string) []byte {
	t.Helper()
	pkgs, err := source.Load(source.Config{Dir: "hotel", Patterns: []string{"."}, SDK: sdk, Options: func(string) (signature.Options, error) {
		return signature.Options{Contexts: []string{"github.com/schemavet/schemavet/schemafacts/conformance/signature/hotel.Clock"}}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	data, refused, err := generate.File(pkgs[0].Input)
	if err != nil || len(refused) > 0 {
		t.Fatal(err, refused)
	}
	return data
}

// TestSize keeps what is the same for all tools small: somebody has to read it
// who did not write it.
func TestSize(t *testing.T) {
	_, helpers, found := strings.Cut(string(goSDKHotel(t)), "\n// What follows is the same for all tools.\n\n")
	if n := strings.Count(helpers, "\n"); !found || n > 150 {
		t.Errorf("%d lines of helpers", n)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), hotelFile, nil, parser.AllErrors); err != nil {
		t.Error(err)
	}
}
