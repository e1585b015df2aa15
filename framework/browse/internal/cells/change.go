// Values in comparisons: of a form with its record, of a dry run, and of the versions of a record.

package cells

import (
	"strings"
)

// Change is a field whose value differs.
type Change struct {
	Label         string
	Before, After *Cell // nil for no value
	Lines         []Line
	*Heads
}

// Heads are the heads of the columns of changes. Before is "" for a table without it.
type Heads struct{ Before, After string }

// Line is a removed, added or common line of a text of several lines. Mark is "-", "+" or "".
type Line struct{ Mark, Text string }

// maxLines is the largest number of lines that are compared line by line.
const maxLines = 500

// CompareLines compares texts line by line, if one has several lines and none has too many.
func (c *Change) CompareLines(before, after string) {
	if strings.Contains(before, "\n") || strings.Contains(after, "\n") {
		c.Lines = compareLines(strings.Split(before, "\n"), strings.Split(after, "\n"))
	}
}

// compareLines returns the lines of two texts, with common lines once; nil if there are too many.
func compareLines(before, after []string) (lines []Line) {
	if len(before) > maxLines || len(after) > maxLines {
		return nil
	}
	// same[i][j] is the length of the longest common part of the texts from lines i and j on.
	same := make([][]int, len(before)+1)
	for i := range same {
		same[i] = make([]int, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(after) - 1; j >= 0; j-- {
			if same[i][j] = max(same[i+1][j], same[i][j+1]); before[i] == after[j] {
				same[i][j] = same[i+1][j+1] + 1
			}
		}
	}
	i, j := 0, 0
	for i < len(before) || j < len(after) {
		switch {
		case i < len(before) && j < len(after) && before[i] == after[j]:
			lines = append(lines, Line{"", before[i]})
			i, j = i+1, j+1
		case j == len(after) || i < len(before) && same[i+1][j] >= same[i][j+1]:
			lines = append(lines, Line{"-", before[i]})
			i++
		default:
			lines = append(lines, Line{"+", after[j]})
			j++
		}
	}
	return lines
}
