// The differences of two texts, line by line.

package golden

import (
	"slices"
	"strings"
)

// Diff returns the difference of a text from the one in a golden file, for a message after the file's name;
// "" if they are equal.
func Diff(want, got string) string {
	if want == got {
		return ""
	}
	return "differs (- want, + got); run the test with -update and read the diff:\n" + Lines(want, got)
}

// nearby is the number of equal lines shown around different ones.
const nearby = 2

// Lines shows the lines of two texts that differ, with two equal lines around them. It is "" for equal texts.
func Lines(want, got string) string {
	var b strings.Builder
	skipped, shown := 0, 0 // equal lines that are not shown; of those behind a difference
	var before []string
	write := func(sign, line string) {
		b.WriteString(sign + " " + strings.TrimSuffix(line, "\n"))
		if !strings.HasSuffix(line, "\n") {
			b.WriteString(" (without a newline)")
		}
		b.WriteString("\n")
	}
	flush := func() {
		if skipped > len(before) {
			b.WriteString("  …\n")
		}
		for _, line := range before {
			write(" ", line)
		}
		before, skipped, shown = nil, 0, nearby
	}
	for _, s := range steps(slices.Collect(strings.Lines(want)), slices.Collect(strings.Lines(got))) {
		switch {
		case s.sign != " ":
			flush()
			write(s.sign, s.line)
		case shown > 0:
			shown--
			write(" ", s.line)
		default:
			skipped++
			if before = append(before, s.line); len(before) > nearby {
				before = before[1:]
			}
		}
	}
	return b.String()
}

// step is one line of a diff: "-" of only the wanted text, "+" of only the other, " " of both.
type step struct{ sign, line string }

// steps lead from one list of lines to another, with as many in common as possible.
func steps(want, got []string) (list []step) {
	n := 0
	for n < len(want) && n < len(got) && want[n] == got[n] {
		n++
	}
	end := 0
	for end < len(want)-n && end < len(got)-n && want[len(want)-1-end] == got[len(got)-1-end] {
		end++
	}
	for _, line := range want[:n] {
		list = append(list, step{" ", line})
	}
	list = append(list, middle(want[n:len(want)-end], got[n:len(got)-end])...)
	for _, line := range want[len(want)-end:] {
		list = append(list, step{" ", line})
	}
	return list
}

// middle is steps of texts that neither begin nor end alike.
func middle(a, b []string) (list []step) {
	if len(a)*len(b) > 4<<20 { // too long to compare each with each
		for _, line := range a {
			list = append(list, step{"-", line})
		}
		for _, line := range b {
			list = append(list, step{"+", line})
		}
		return list
	}
	// common[i][j] is how many lines a[i:] and b[j:] have in common, in order.
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			list = append(list, step{" ", a[i]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			list = append(list, step{"-", a[i]})
			i++
		default:
			list = append(list, step{"+", b[j]})
			j++
		}
	}
	return list
}
