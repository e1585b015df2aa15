// What commands list, as lines of words below each other.

package app

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"
)

// table is lines of words below each other.
type table struct{ *tabwriter.Writer }

func newTable(p *program, heads ...string) table {
	t := table{tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)}
	_ = t.row(heads...) // it is kept until there are more
	return t
}

// row writes a line. What would upset the lines or a terminal is quoted, and nothing is "-".
func (t table) row(cells ...string) error {
	words := make([]string, len(cells))
	for i, cell := range cells {
		switch {
		case cell == "":
			cell = "-"
		case strings.ContainsFunc(cell, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(cell):
			cell = strconv.Quote(cell)
		}
		words[i] = cell
	}
	_, err := fmt.Fprintln(t, strings.Join(words, "\t"))
	return err
}

func (t table) end() error { return t.Flush() }

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }
