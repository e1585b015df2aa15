// Hints about misspelt words in declarations.

package field

import (
	"fmt"
	"strings"
)

// Hint names the known word that is closest to got, or all of them.
func Hint(got string, known []string) string {
	if best := Nearest(got, known); best != "" {
		return fmt.Sprintf("; write %q", best)
	}
	switch len(known) {
	case 0:
		return "; leave it out"
	case 1:
		return fmt.Sprintf("; the only one is %q", known[0])
	}
	return "; known are " + strings.Join(known, ", ")
}

// Likely adds only a close match, for messages that already have a hint.
func Likely(got string, known []string) string {
	if best := Nearest(got, known); best != "" {
		return fmt.Sprintf(", or did you mean %q?", best)
	}
	return ""
}

// Nearest returns the known word that differs from got in case, separators or up to two letters.
func Nearest(got string, known []string) string {
	best, least := "", 3
	for _, word := range known {
		limit := min(3, (len(word)+3)/3) // one letter in a short word, two in a long one
		if d := distance(Plain(got), Plain(word)); d < least && d < limit {
			best, least = word, d
		}
	}
	return best
}

// Suggest returns the known name that is closest to got: the one with the fewest characters to insert,
// delete or replace, at most two, and the first of equals; "" for none.
func Suggest(got string, known []string) string {
	best, least := "", 3
	name := []rune(got)
	for _, word := range known {
		if d := edits(name, []rune(word), least); d < least {
			best, least = word, d
		}
	}
	return best
}

// Unknown returns the message for an unknown name in a request: "Unknown field.", with the closest name.
func Unknown(what, name string, known []string) string {
	if meant := Suggest(name, known); meant != "" {
		return "Unknown " + what + `. Did you mean "` + meant + `"?`
	}
	return "Unknown " + what + "."
}

// edits returns the number of characters to insert, delete or replace to make b of a, at most limit.
func edits(a, b []rune, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0] // of the row above, one column to the left
		row[0] = i + 1
		for j := range b {
			above := row[j+1]
			if row[j+1] = min(above, row[j]) + 1; a[i] == b[j] {
				row[j+1] = min(row[j+1], before)
			} else {
				row[j+1] = min(row[j+1], before+1)
			}
			before = above
		}
	}
	return min(row[len(b)], limit)
}

// Plain returns a word without the differences of spelling: case and separators.
func Plain(word string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(word))
}

// distance returns the number of letters to insert, delete, replace or swap with their neighbours between a
// and b.
func distance(a, b string) int {
	if len(a) > 64 {
		return len(a)
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
