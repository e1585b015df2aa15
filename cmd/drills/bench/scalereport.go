package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// scaleReport is what was measured at each size.
type scaleReport struct {
	Machine  machine
	Sizes    []int
	Requests int
	Tables   []tableSample
	Figures  []figure
	Exports  []exportSample
}

// tableSample is how a table was filled.
type tableSample struct {
	Database           string
	Size               int
	Seconds, Megabytes float64 // with its indexes and full text
}

// figure is how long a request takes, in milliseconds.
type figure struct {
	Database      string
	Size          int
	Name          string
	P10, P50, P90 float64
	Requests      int
}

// String has the median, and in brackets what a tenth of the requests was faster and slower than.
func (f figure) String() string {
	if f.Requests == 1 {
		return number(f.P50)
	}
	return fmt.Sprintf("%s (%s–%s)", number(f.P50), number(f.P10), number(f.P90))
}

// exportSample is how the whole table was read, in megabytes (2^20 bytes).
type exportSample struct {
	Database                                      string
	Size                                          int
	Megabytes, RowsPerSecond, Idle, Memory, Ratio float64
}

// save writes the report as JSON.
func (r *scaleReport) save(path string) error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o666)
}

// Markdown is the report as tables.
func (r *scaleReport) Markdown() string {
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "Measured on %s on %d cores of %s with %s: ", m.Date, m.Cores, m.CPU, strings.Join(m.Versions, ", "))
	fmt.Fprintf(&b, "one request at a time, to each size in turn, up to %d of each kind, in milliseconds: the median, in brackets what a tenth took at most and at least. ", r.Requests)
	fmt.Fprintf(&b, "÷ compares with %s tickets. Client, server and database share the machine.\n", thousands(r.Sizes[0]))
	for _, database := range r.databases() {
		fmt.Fprintf(&b, "\n### %s\n\n", database)
		r.times(&b, database)
		b.WriteString("\n")
		r.tables(&b, database)
		b.WriteString("\n" + r.wanted(database))
	}
	return b.String()
}

func (r *scaleReport) databases() (names []string) {
	for _, f := range r.Tables {
		if !slices.Contains(names, f.Database) {
			names = append(names, f.Database)
		}
	}
	return names
}

// find is one figure, the zero value for none.
func (r *scaleReport) find(database, name string, size int) figure {
	for _, f := range r.Figures {
		if f.Database == database && f.Name == name && f.Size == size {
			return f
		}
	}
	return figure{}
}

// times has a line for each kind of request.
func (r *scaleReport) times(b *strings.Builder, database string) {
	head := []string{"tickets"}
	for i, size := range r.Sizes {
		head = append(head, thousands(size))
		if i > 0 {
			head = append(head, "÷")
		}
	}
	table(b, head)
	var done []string
	for _, f := range r.Figures {
		if f.Database != database || slices.Contains(done, f.Name) {
			continue
		}
		done = append(done, f.Name)
		line := []string{f.Name}
		for i, size := range r.Sizes {
			at := r.find(database, f.Name, size)
			line = append(line, at.String())
			if i > 0 {
				line = append(line, number(at.P50/r.find(database, f.Name, r.Sizes[0]).P50))
			}
		}
		row(b, line)
	}
}

// tables has what the table takes, and the whole of it as a file.
func (r *scaleReport) tables(b *strings.Builder, database string) {
	table(b, []string{"tickets", "filled in s", "MB", "export, MB", "rows/s", "memory over idle MB", "memory ÷ idle"})
	for i, t := range r.Tables {
		if x := r.Exports[i]; t.Database == database {
			row(b, []string{
				thousands(t.Size), number(t.Seconds), number(t.Megabytes), number(x.Megabytes), number(x.RowsPerSecond), number(x.Memory), number(x.Ratio),
			})
		}
	}
}

// wanted compares with what is wanted.
func (r *scaleReport) wanted(database string) string {
	last := r.Sizes[len(r.Sizes)-1]
	p50 := func(name string, size int) float64 { return r.find(database, name, size).P50 }
	return fmt.Sprintf("Page at depth by cursor ÷ first page at %s tickets: %s (wanted: at most 1.2). Filtered page ÷ that of %s tickets: %s (wanted: at most 2).\n",
		thousands(last), number(p50(cursorDeep, last)/p50(cursorFirst, last)),
		thousands(r.Sizes[0]), number(p50(filteredPage, last)/p50(filteredPage, r.Sizes[0])))
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
