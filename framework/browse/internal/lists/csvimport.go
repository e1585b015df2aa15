// The page that imports records from CSV.

package lists

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/messages/plain"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// maxWrong is the largest number of wrong cells that a page reports.
const maxWrong = 200

// SheetForm imports CSV. It tries the import first, and the page reports mistakes in cells before anything
// is written.
type SheetForm struct {
	Title, Action, Key, Cancel string
	Text                       string
	Button                     string // label of the button that writes; "" if nothing was tried, or something is wrong
	Columns                    []*inputs.Input
	Example                    string              // the row of names
	Passed                     string              // ignored columns; "" for none
	Wrong                      []pageapi.SheetCell // wrong cells; Column is "" for a row
	More                       string              // a sentence about further wrong cells; "" if all are listed
	Limit                      string              // the largest number of rows
	Sample                     []string            // the names of the first new records
}

// AddImport makes the page that imports CSV, for requesters who may create records.
func AddImport(b *forms.Builder, list *List, refusal *problem.Error) error {
	sheet := b.Form.Sheet
	if b.Resource == nil || b.Route.Record || list.Options {
		return nil
	}
	columns := pageapi.ImportColumns(b.Resource.Resource)
	if columns == nil || list.Create == nil {
		return nil
	}
	path := b.ListPath()
	if sheet == nil && list.Opens != pageapi.ShowImport {
		if list.IsList && list.RowType == nil && !b.Operation.Deleted {
			list.ImportAt = layout.FormAddress(path, pageapi.ShowImport)
		}
		return nil
	}
	f := &SheetForm{
		Title: words.Phrase(b.Language, "Import %s", strings.ToLower(catalog.CollectionName(b.Resource.Resource))), Action: path, Cancel: path,
		Key:   b.FormKey(list.Offers, http.MethodPost, path),
		Limit: words.Phrase(b.Language, "At most %s rows.", words.Thousands(int64(b.Resource.Bulk.Max))),
	}
	var names []string
	for _, c := range columns {
		in := inputs.New(c)
		in.Words, in.Field = b.Language, catalog.RowField(c)
		f.Columns = append(f.Columns, in)
		names = append(names, c.Wire)
	}
	f.Example = strings.Join(names, ",")
	list.Import, list.Name, list.Description, list.IsRecord = f, f.Title, "", false
	if sheet == nil {
		return nil
	}
	f.Text, _ = b.Form.Get(pageapi.CSVField)
	f.Passed = strings.Join(sheet.Passed, ", ")
	f.tellWrong(b.Language, sheet, refusal)
	switch n := len(sheet.Rows); {
	case len(f.Wrong) > 0:
		list.Detail = words.Phrase(b.Language, "Nothing was saved. Problems found: %s.", strconv.Itoa(len(f.Wrong)))
		if n := len(f.Wrong) - maxWrong; n > 0 {
			f.Wrong, f.More = f.Wrong[:maxWrong], words.Phrase(b.Language, "and %s more", strconv.Itoa(n))
		}
	case list.Tried:
		f.Button = words.Phrase(b.Language, "Create %s", b.Resource.Counted(n))
		f.Sample = sheetTitles(b, sheet)
	}
	return nil
}

// tellWrong lists the wrong cells: those that could not be parsed, or those that made the service refuse
// their records.
func (f *SheetForm) tellWrong(in *problem.Language, sheet *pageapi.Sheet, refusal *problem.Error) {
	for _, w := range sheet.Wrong {
		w.Message = plain.Say(in, w.Message)
		f.Wrong = append(f.Wrong, w)
	}
	if refusal == nil || len(f.Wrong) > 0 {
		return
	}
	for i, fields := range refusal.Items {
		if i >= len(sheet.Rows) {
			break
		}
		row := sheet.Rows[i]
		for _, p := range fields {
			w := pageapi.SheetCell{Row: row.Number, Message: strings.Join(p.Messages, " ")}
			if p.Path != problem.NonField {
				w.Column = p.Path
			}
			if end := strings.IndexAny(w.Column, "[."); end > 0 {
				w.Column = w.Column[:end]
			}
			if n := slices.Index(sheet.Columns, w.Column); w.Column != "" && n >= 0 && n < len(row.Cells) {
				w.Value = typedtext.Shorten(row.Cells[n], cells.MaxCell)
			}
			f.Wrong = append(f.Wrong, w)
		}
	}
}

// sheetTitles returns the titles of the first records.
func sheetTitles(b *forms.Builder, sheet *pageapi.Sheet) (names []string) {
	title := b.Resource.Shapes.Create.Type.FieldOf(b.Resource.RecordTitle)
	if title == nil {
		return nil
	}
	n := slices.Index(sheet.Columns, title.Wire)
	for _, row := range sheet.Rows[:min(len(sheet.Rows), maxNamed)] {
		if n >= 0 && n < len(row.Cells) && strings.TrimSpace(row.Cells[n]) != "" {
			names = append(names, typedtext.Shorten(row.Cells[n], cells.MaxCell))
		}
	}
	if more := len(sheet.Rows) - len(names); more > 0 && len(names) > 0 {
		names = append(names, words.Phrase(b.Language, "and %s more", strconv.Itoa(more)))
	}
	return names
}
