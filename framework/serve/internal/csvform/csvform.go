// Package csvform reads the CSV that the page of a list imports: a row of field names, and a row for each new
// record.
package csvform

import (
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/serve/settings"
)

// sheetReader reads the text of a sheet into its columns and rows.
type sheetReader struct {
	*pageapi.Sheet
	fields []*schema.Field // of the columns, nil for one that is passed over
}

// Read reads the CSV of the form into the objects of a list. The form keeps its text, also if it came as a file. An error is
// the refusal, 400 or 503.
func Read(x *request.Exchange, a *request.Admission) (list []any, err error) {
	s, limits := sheetReader{Sheet: a.Form.Sheet}, &x.Service.Options.Limits
	if strings.TrimSpace(s.Text) == "" {
		s.Text, _ = a.Form.Get(pageapi.CSVField)
	}
	a.Form.Posted[pageapi.CSVField] = []string{s.Text}
	if cells := cellsIn(s.Text); cells > freeCells && cells <= limits.Values {
		if err := x.ReserveBody(int64(cells) * cellSize); err != nil { // 503
			return nil, err
		}
	}
	s.read(a.Route.Res.Resource, limits)
	if len(s.Wrong) == 0 && len(s.Rows) == 0 {
		s.tell(1, "", "", "The only row is that of the names.")
	}
	var problems problem.Fields
	for _, w := range s.Wrong {
		problems.Tell(pageapi.CSVField, "invalid", fmt.Sprintf("Row %d: %s", w.Row, w.Message))
	}
	for _, row := range s.Rows {
		list = append(list, s.object(row))
	}
	return list, problems.Err()
}

// cellSize is the memory that a cell takes, at most, with its value in the object of its row; freeCells are not worth asking for.
const (
	cellSize  = 256
	freeCells = 1000
)

// cellsIn is how many cells a text has at most: separators within quotation marks count too.
func cellsIn(text string) int {
	return strings.Count(text, string(separator(text))) + strings.Count(text, "\n") + 1
}

// tell adds a message about a cell.
func (s *sheetReader) tell(row int, column, value, message string) {
	s.Wrong = append(s.Wrong, pageapi.SheetCell{Row: row, Column: column, Value: value, Message: message})
}

// read reads the text into columns and rows. It has as many columns as a form may have fields, and as many cells as a body may
// have values: a byte of the text can become hundreds.
func (s *sheetReader) read(res *plan.Resource, limits *settings.Limits) {
	text := strings.TrimPrefix(s.Text, "\uFEFF")
	s.Columns, s.Rows, s.Passed, s.Wrong, s.fields = nil, nil, nil, nil, nil
	switch {
	case !utf8.ValidString(text) || strings.Contains(text, "\x00"):
		s.tell(1, "", "", "This is not text in UTF-8. Save the table as “CSV UTF-8”.")
		s.Text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", "\uFFFD"), "\uFFFD")
		return
	case strings.TrimSpace(text) == "":
		s.tell(1, "", "", "Choose a file, or paste rows. The first one has the names of the fields.")
		return
	case cellsIn(text) > limits.Values:
		s.tell(1, "", "", fmt.Sprintf("There are more than %d cells. Import the rows in parts.", limits.Values))
		return
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = separator(text), -1
	number, line := 0, 1 // of the row before, and of the line behind it
	for {
		cells, err := r.Read()
		if parse, malformed := errors.AsType[*csv.ParseError](err); malformed {
			s.tell(number+1+parse.StartLine-line, "", "", malformedRow(parse))
			return
		}
		if err != nil {
			return // io.EOF
		}
		first, _ := r.FieldPos(0)
		last, _ := r.FieldPos(len(cells) - 1)
		number += 1 + first - line
		line = last + strings.Count(cells[len(cells)-1], "\n") + 1
		switch {
		case s.Columns == nil && len(cells) > limits.Fields:
			s.tell(number, "", "", fmt.Sprintf("There are more than %d columns.", limits.Fields))
			return
		case s.Columns == nil:
			s.readNames(res, number, cells)
		case slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" }):
			s.readRow(pageapi.SheetRow{Number: number, Cells: cells})
		}
		if len(s.Rows) > res.Bulk.Max {
			s.tell(number, "", "", fmt.Sprintf("No more than %d records may be made at once. Import the rows from here on by themselves.", res.Bulk.Max))
			return
		}
	}
}

// malformedRow returns the message about the quotation marks of a row.
func malformedRow(err *csv.ParseError) string {
	if errors.Is(err.Err, csv.ErrQuote) {
		return "A quotation mark is not closed, or is followed by something other than a separator."
	}
	return "A cell with a quotation mark has to begin and end with one, and to have the mark twice."
}

// separator is what stands between the cells: what the first line has most of. Programs for tables save commas or semicolons,
// and copy tabs.
func separator(text string) rune {
	head, _, _ := strings.Cut(text, "\n")
	best := ','
	for _, r := range ";\t" {
		if strings.Count(head, string(r)) > strings.Count(head, string(best)) {
			best = r
		}
	}
	return best
}

// readNames finds the fields of the columns, by their names or by what pages call them.
func (s *sheetReader) readNames(res *plan.Resource, row int, heads []string) {
	columns, known := pageapi.ImportColumns(res), []string{}
	for _, f := range columns {
		known = append(known, f.Wire)
	}
	for _, head := range heads {
		head = strings.TrimSpace(plainCell(head))
		i := slices.IndexFunc(columns, func(f *schema.Field) bool { return f.Wire == head })
		if i < 0 {
			i = slices.IndexFunc(columns, func(f *schema.Field) bool { return strings.EqualFold(f.Wire, head) || strings.EqualFold(f.Label, head) })
		}
		var f *schema.Field
		switch {
		case i >= 0 && slices.Contains(s.fields, columns[i]):
			s.tell(row, head, "", "This column is there twice.")
		case i >= 0:
			f = columns[i]
		case head == "" || showsColumn(res, head):
			s.Passed = append(s.Passed, head)
		default:
			s.tell(row, head, "", field.Unknown("column", head, known))
		}
		name := ""
		if f != nil {
			name = f.Wire
		}
		s.Columns, s.fields = append(s.Columns, name), append(s.fields, f)
	}
	s.Passed = slices.DeleteFunc(s.Passed, func(head string) bool { return head == "" })
	for _, f := range columns {
		if f.Required() && !slices.Contains(s.fields, f) && len(s.Wrong) == 0 {
			s.tell(row, f.Wire, "", "This column is required.")
		}
	}
}

// showsColumn reports whether lists or records have a column of a name, which a file that they were saved to has then too.
func showsColumn(res *plan.Resource, head string) bool {
	for _, t := range []*schema.Type{res.Shapes.List.Type, res.Shapes.Retrieve.Type} {
		if slices.ContainsFunc(request.ColumnNames(t), func(name string) bool { return strings.EqualFold(name, head) }) {
			return true
		}
	}
	return false
}

// readRow takes a row, whose cells may be fewer than there are columns.
func (s *sheetReader) readRow(row pageapi.SheetRow) {
	for i, cell := range row.Cells {
		if i >= len(s.Columns) && strings.TrimSpace(cell) != "" {
			s.tell(row.Number, "", cell, "There are more cells than columns.")
			break
		}
	}
	s.Rows = append(s.Rows, row)
}

// object is a row as a program would send it: an empty cell is a field that is not sent.
func (s *sheetReader) object(row pageapi.SheetRow) map[string]any {
	object := map[string]any{}
	for i, f := range s.fields {
		if f == nil || i >= len(row.Cells) || row.Cells[i] == "" {
			continue
		}
		text := plainCell(row.Cells[i])
		switch {
		case f.IsToMany() || f.IsManyToMany() || f.Item != nil || f.Kind.Input.Many:
			texts := []string{text}
			if !strings.HasPrefix(text, "[") {
				texts = slices.DeleteFunc(strings.Split(text, ";"), func(t string) bool { return strings.TrimSpace(t) == "" })
			}
			object[f.Wire] = listOfCell(f, texts)
		case f.Kind.Form != nil:
			object[f.Wire] = f.Kind.Form(&f.Spec, []string{text})
		default:
			object[f.Wire] = typed(f, text)
		}
	}
	return object
}

// typed is the text for the field of one that people type: the value of a choice with that label, or that of the kind.
func typed(f *schema.Field, text string) string {
	is := func(c field.Choice) bool { return c.Value == text }
	exactly := func(c field.Choice) bool { return c.Label == strings.TrimSpace(text) }
	called := func(c field.Choice) bool { return strings.EqualFold(c.Label, strings.TrimSpace(text)) }
	for _, means := range [...]func(field.Choice) bool{is, exactly, called} {
		if i := slices.IndexFunc(f.Choices, means); i >= 0 {
			return f.Choices[i].Value
		}
	}
	if f.Kind.Typed != nil {
		return f.Kind.Typed(text)
	}
	return text
}

// listOfCell are the items of a list, as the field reads them of a form.
func listOfCell(f *schema.Field, texts []string) any {
	for i := range texts {
		texts[i] = strings.TrimSpace(texts[i])
	}
	if f.Kind.Form != nil && len(texts) > 0 {
		return f.Kind.Form(&f.Spec, texts)
	}
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

// plainCell is a cell without the apostrophe that keeps programs for tables from running it as a formula.
func plainCell(cell string) string {
	if rest, is := strings.CutPrefix(cell, "'"); is && rest != "" && strings.ContainsRune("=+-@\t\r\n", rune(rest[0])) {
		return rest
	}
	return cell
}
