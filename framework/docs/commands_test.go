package docs_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// inCode matches a command of the program within a sentence or a table: its name, and the words and flags behind it.
var inCode = regexp.MustCompile("`((?:admin|backup|check|doctor|dump|group|inspect|load|migrate|new|openapi|plan|purge|restore|seed|serve|token|user|version)(?: [a-z-][^`]*)?)`")

// Each command that a page names in a sentence or a table is in some block of commands, with its flags: these are run, by
// TestPages or by what the block names.
func TestCommandsAreRun(t *testing.T) {
	var run []string
	for _, page := range pages(t) {
		for _, b := range blocks(t, page) {
			if b.lang == "sh" || b.lang == "console" {
				for _, c := range commands(b) {
					run = append(run, " "+strings.Join(strings.Fields(strings.ReplaceAll(c.text, "=", " ")), " ")+" ")
				}
			}
		}
	}
	fenced := regexp.MustCompile("(?ms)^```.*?^```$")
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range inCode.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			if m[1] == "backup failed" { // a record of the log
				continue
			}
			words := slices.DeleteFunc(strings.Fields(strings.ReplaceAll(m[1], "=", " ")), isValue)
			if !slices.ContainsFunc(run, func(command string) bool {
				return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(command, " "+word+" ") })
			}) {
				t.Errorf("%s: no block of commands has %q", page, m[1])
			}
		}
	}
}

// isValue reports whether a word of a command is a value, which a reader replaces.
func isValue(word string) bool { return !regexp.MustCompile(`^-*[a-z][a-z-]*$`).MatchString(word) }
