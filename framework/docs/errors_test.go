package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/golden"
)

// TestErrorsPage compares errors.md with the codes of package problem and the golden files of the mistakes that check finds.
func TestErrorsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Errors

This page lists the problem codes that clients get, and the messages of ` + "`check`" + `. It is generated from the code.

## Problem codes

[Problem details](clients.md#problem-details) contain these codes, and ` + "`/-/problems/`" + ` of each service describes them. These are about a
request as a whole:

| code | status | title | what happened, and what to do |
|---|---|---|---|
`)
	status := map[string]int{}
	for c := problem.Internal; c <= problem.Unavailable; c++ {
		status[c.Name()] = c.Status()
	}
	refusals := len(status)
	for i, k := range problem.Kinds() {
		if i == refusals {
			b.WriteString("\nThese are about one field, parameter or file. The status is 400:\n\n| code | title | what happened, and what to do |\n|---|---|---|\n")
		}
		if i < refusals {
			fmt.Fprintf(&b, "| `%s` | %d | %s | %s |\n", k.Code, status[k.Code], k.Title, k.About)
		} else {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", k.Code, k.Title, k.About)
		}
	}
	b.WriteString(`
## Messages of check

` + "`check`" + `, ` + "`serve`" + ` and the other commands report all mistakes of the declarations at once, each with file, line, resource or field,
problem and remedy. The examples below are from the tests of the framework, without file and line. Names such as ` + "`Pet.Name`" + ` are those of
the declarations in the tests.
`)
	files, err := filepath.Glob("../../testdata/declarations/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	position := regexp.MustCompile(`^\S+:N: `)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".golden")
		fmt.Fprintf(&b, "\n### %s%s\n\n```text\n", strings.ToUpper(name[:1]), name[1:])
		seen := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			message := position.ReplaceAllString(line, "")
			if message != line && !seen[message] {
				seen[message] = true
				b.WriteString(message)
			}
		}
		b.WriteString("```\n")
	}
	golden.Check(t, "errors.md", b.String())
}
