// Tests that compile wrong declarations, and compare their mistakes and positions with goldens.

package rest_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
)

// Every mistake is found, and said so that a newcomer knows what to write instead.
func TestMistakes(t *testing.T) {
	for group, cases := range mistakes {
		t.Run(group, func(t *testing.T) {
			var b strings.Builder
			for _, c := range cases {
				b.WriteString("# " + c.name + "\n" + said(t, c) + "\n\n")
			}
			golden.Check(t, filepath.Join("../../testdata/declarations", group+".golden"), b.String())
		})
	}
}

var lineNumber = regexp.MustCompile(`\b([a-z_/]+\.go):\d+`)

// said returns the text of a mistake without line numbers.
func said(t *testing.T, c mistake) string {
	plan, err := c.set().Compile()
	if err == nil {
		t.Errorf("%s: no mistake was found", c.name)
		return ""
	}
	if plan != nil {
		t.Errorf("%s: there is a plan beside the mistakes", c.name)
	}
	text := lineNumber.ReplaceAllString(err.Error(), "$1:N")
	for _, wrong := range []string{"cannot be compiled", "%!", "<nil>"} {
		if strings.Contains(text, wrong) {
			t.Errorf("%s: %q in %s", c.name, wrong, text)
		}
	}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "framework/rest/mistakes_") {
			t.Errorf("%s: no position: %s", c.name, line)
		}
		if !strings.ContainsAny(line, ";:") || strings.TrimSpace(line) == "" {
			t.Errorf("%s: nothing to write instead: %s", c.name, line)
		}
	}
	return text
}

// Positions are those of the field, of the type, or of the call, and mistakes come in their order.
func TestPositions(t *testing.T) {
	_, err := misplaced().Compile()
	if err == nil {
		t.Fatal("no mistake was found")
	}
	source, readErr := os.ReadFile("misplaced_test.go")
	if readErr != nil {
		t.Fatal(readErr)
	}
	var want []string
	for i, line := range strings.Split(string(source), "\n") {
		if _, subject, ok := strings.Cut(line, "// want "); ok {
			for _, s := range strings.Split(subject, ", ") {
				want = append(want, filepath.ToSlash(filepath.Join("framework/rest", "misplaced_test.go"))+":"+strconv.Itoa(i+1)+" "+s)
			}
		}
	}
	var got []string
	for _, e := range unjoin(err) {
		mistake, ok := errors.AsType[*rest.DeclError](e)
		if !ok {
			t.Fatalf("%v is not a DeclError", e)
		}
		subject := strings.TrimSuffix(mistake.Resource+"."+mistake.Field, ".")
		if subject == "" {
			subject = "set"
		}
		got = append(got, mistake.Pos+" "+subject)
	}
	if !slices.Equal(got, want) {
		t.Errorf("mistakes are at\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func unjoin(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}
