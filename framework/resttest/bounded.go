// Tests that show the first reports of each kind and count the others.

package resttest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// The largest numbers of reports of one kind, of all reports, and of kinds of counted reports that a part
// of Conformance shows.
const (
	maxOfKind  = 3
	maxReports = 30
	maxKinds   = 20
)

// bounded is a test that shows the first reports of each kind, and counts the others: one rule that is broken everywhere would
// print thousands of lines.
type bounded struct {
	testing.TB
	mu    sync.Mutex
	shown int
	kinds []*reportKind // in the order of their first reports
}

// reportKind is the common property of reports of one kind.
type reportKind struct {
	words         string
	shown, hidden int
}

// limited is a test whose reports are bounded. What was not shown is summed up when the test ends.
func limited(t testing.TB) *bounded {
	b := &bounded{TB: t}
	t.Cleanup(func() {
		if summary := b.summary(); summary != "" {
			t.Log(summary)
		}
	})
	return b
}

// Errorf lets the test fail. It shows the report where there were few of its kind.
func (b *bounded) Errorf(format string, args ...any) {
	b.Helper()
	words := fmt.Sprintf(format, args...)
	if len(args) == 1 {
		if f, is := args[0].(server.Failure); is {
			words = f.Fault + "; " + f.Rule
		}
	}
	if b.shows(kindOf(words)) {
		b.TB.Errorf(format, args...)
	} else {
		b.Fail()
	}
}

// shows counts a report, and reports whether it is one of those that are shown.
func (b *bounded) shows(words string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.kinds, func(k *reportKind) bool { return k.words == words })
	if i < 0 {
		i = len(b.kinds)
		b.kinds = append(b.kinds, &reportKind{words: words})
	}
	kind := b.kinds[i]
	if kind.shown == maxOfKind || b.shown == maxReports {
		kind.hidden++
		return false
	}
	kind.shown++
	b.shown++
	return true
}

// summary describes the reports that were not shown, "" for none: the kinds, those with most reports first.
func (b *bounded) summary() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	hidden, all := slices.Clone(b.kinds), 0
	hidden = slices.DeleteFunc(hidden, func(k *reportKind) bool { all += k.hidden; return k.hidden == 0 })
	if all == 0 {
		return ""
	}
	slices.SortStableFunc(hidden, func(a, b *reportKind) int { return b.hidden - a.hidden })
	var s strings.Builder
	fmt.Fprintf(&s, "%d reports are shown, and %d more are not:", b.shown, all)
	for i, kind := range hidden {
		if i == maxKinds {
			fmt.Fprintf(&s, "\n\tand those of %d more kinds", len(hidden)-i)
			break
		}
		fmt.Fprintf(&s, "\n\t%6d × %s", kind.hidden, kind.words)
	}
	return s.String()
}

// differing matches the differences between reports of one kind: texts in quotes, and numbers.
var differing = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\d+`)

// kindOf returns the first line of a report without the values in it.
func kindOf(report string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(report), "\n")
	return server.Cut(differing.ReplaceAllString(line, "…"), 200)
}
