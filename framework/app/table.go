// Tables of text in the output of commands.

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

// table writes aligned columns.
type table struct{ *tabwriter.Writer }

func newTable(p *program, heads ...string) table {
	t := table{tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)}
	_ = t.row(heads...) // nothing is written yet
	return t
}

// row writes a line. It quotes texts that would break the line or the terminal, and writes "-" for an empty
// one.
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
