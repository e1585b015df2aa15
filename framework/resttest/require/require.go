// Package require declares the requirements of a test run: programs that tests drive, and parts that take
// minutes. It imports nothing of the project.
package require

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Variable is the environment variable that lists, separated by commas, the requirements of a test run. The
// words for programs are postgres and chromium: without one of these programs a test that needs it is
// skipped, or fails if the list has its word. All other words name parts of the nightly run: see Part. A
// part may need programs that have no word.
const Variable = "RESOURCEFUL_TEST_REQUIRE"

// Has reports whether the run must have a program or a part.
func Has(word string) bool {
	return slices.Contains(strings.Split(os.Getenv(Variable), ","), word)
}

// Missing ends a test that lacks something. The test fails if the run must have the word, that of a program
// or of a part, and is skipped otherwise. message names the missing thing and describes its installation.
func Missing(t testing.TB, word string, message any) {
	t.Helper()
	if Has(word) {
		t.Fatal(message)
	}
	t.Skip(message)
}

// Part skips a test of the nightly run unless this run must have that part.
func Part(t testing.TB, name string) {
	t.Helper()
	if !Has(name) {
		t.Skipf("this is part of the nightly run; %s=%s runs it", Variable, name)
	}
}
