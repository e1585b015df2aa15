// The history of a record, and buttons that restore an earlier version.

package records

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Past is an entry of the history of a record on its page.
type Past struct {
	ID       int64
	At       string // the moment, in RFC 3339
	By, Did  string // who, and what they did, as words of the built-in texts; By is "" for nobody that is known
	Changes  []*cells.Change
	Restore  *cells.Button // nil if the requester may not restore it
	From, To bool          // it is the older or the newer of the versions to compare
}

// Moment returns the time of the entry.
func (p Past) Moment() *cells.Cell { return cells.Moment(p.At) }

// AddHistory adds the entries of a page of a history.
func AddHistory(source *layout.Source, record *Record) error {
	if source.Operation == nil || !source.Operation.History || !source.Operation.Safe() {
		return nil
	}
	record.History = true
	var entries []struct {
		ID            int64
		At            string
		By            string // "" for null
		Operation     string
		Before, After map[string]json.RawMessage
	}
	if err := json.Unmarshal(source.Response.Rows, &entries); err != nil {
		return fmt.Errorf("entries of a history: %w", err)
	}
	var restore []*plan.Operation
	for _, o := range source.Resource.Operations {
		if o.History && !o.Safe() {
			restore = append(restore, o)
		}
	}
	may, err := source.Req.MayDo(restore)
	if err != nil {
		return err
	}
	people := &teller{Source: source, restores: len(may) > 0}
	for _, e := range entries {
		p := people.past(e.ID, e.At, e.By, e.Operation)
		p.Changes = people.changes(e.Before, e.After, nil)
		record.Past = append(record.Past, p)
	}
	if err := addComparison(people, record); err != nil {
		return err
	}
	return people.name()
}

// did returns what an operation did, as a word after the name of who did it. Operations of the team keep their names.
func did(operation string) string {
	words := map[string]string{"create": "created", "modify": "changed", "replace": "changed", "destroy": "deleted", "restore": "restored"}
	return cmp.Or(words[strings.TrimPrefix(strings.TrimSuffix(operation, "-list"), "history-")], operation)
}

// teller shows values of a history as the record's page does. References have their names after a call of name.
type teller struct {
	*layout.Source
	restores   bool // the requester may restore versions
	references map[*schema.Field][]*told
}

// past returns an entry of the history without its changes.
func (t *teller) past(id int64, at, by, operation string) Past {
	p := Past{ID: id, At: at, By: by, Did: did(operation)}
	if t.restores {
		path := fmt.Sprintf("%shistory/%d/restore/", t.RecordPath(), id)
		p.Restore = &cells.Button{Action: path, Key: t.Req.NewKey(), Text: t.Language.SayWord("Restore"), Label: words.Phrase(t.Language, "Restore what it was after this, of %s", cells.Moment(at).Text)}
	}
	return p
}

// told is a cell of references, and the text of each.
type told struct {
	cell  *cells.Cell
	texts []string
}

// changes returns the members that differ, in the order of the record's page; others follow, sorted by name. heads are
// those of a comparison, which shows values up to the limit of a page, and texts by their lines; nil for the entries of a
// history.
func (t *teller) changes(before, after map[string]json.RawMessage, heads *cells.Heads) (list []*cells.Change) {
	changed := maps.Clone(before)
	if changed == nil {
		changed = map[string]json.RawMessage{}
	}
	maps.Copy(changed, after)
	maps.DeleteFunc(changed, func(name string, _ json.RawMessage) bool { return bytes.Equal(before[name], after[name]) })
	add := func(label string, f *schema.Field, name string) {
		c := &cells.Change{Label: label, Before: t.cell(f, before[name], heads == nil), After: t.cell(f, after[name], heads == nil), Heads: heads}
		if heads != nil {
			c.CompareLines(lines(before[name]), lines(after[name]))
		}
		list = append(list, c)
		delete(changed, name)
	}
	for _, f := range t.Resource.Shapes.Retrieve.Type.Shown {
		if _, is := changed[f.Wire]; is {
			add(cells.LabelOf(f), f, f.Wire)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		add(name, nil, name)
	}
	return list
}

// cell returns the cell of a value, as a list shows it or as its page does; nil for no value. A value of no known field is shown in JSON.
func (t *teller) cell(f *schema.Field, value json.RawMessage, list bool) *cells.Cell {
	decoded := cells.DecodeValue(value)
	if decoded == nil {
		return nil
	}
	if f == nil {
		return &cells.Cell{Text: shortJSON(value), Typed: true}
	}
	c := cells.Of(f, t.Base, cells.WrittenValue(t.Catalog, f, decoded), list)
	c.Say(t.Language)
	if f.Relation != nil && !c.Empty {
		c = cells.Cell{Typed: true}
		list, several := decoded.([]any)
		if !several {
			list = []any{decoded}
		}
		of := &told{cell: &c, texts: inputs.Texts(list, inputs.SentText)}
		if t.references == nil {
			t.references = map[*schema.Field][]*told{}
		}
		t.references[f] = append(t.references[f], of)
	}
	return &c
}

// name gives the references the names of the related rows that the requester may read. It runs a statement for each field.
func (t *teller) name() error {
	for f, all := range t.references {
		var texts []string
		for _, of := range all {
			texts = append(texts, of.texts...)
		}
		if err := forms.Names(t.Source, t.Resource.Targets[catalog.RowField(f).Index], f, texts); err != nil {
			return err
		}
		for _, of := range all {
			of.cell.Text = typedtext.Shorten(strings.Join(texts[:len(of.texts)], ", "), cells.MaxCell)
			texts = texts[len(of.texts):]
		}
	}
	t.references = nil
	return nil
}

// shortJSON returns the beginning of a value; "" for a missing one.
func shortJSON(value json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return ""
	}
	return typedtext.Shorten(b.String(), cells.MaxCell)
}
