// Buttons that take back a deletion, or a change that the history of a record tells of.

package browse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
)

// addRestores gives each row of a list of deleted records its button. Whoever may list them may restore them, and none has
// a page.
func (r *renderer) addRestores() {
	list := r.Operation
	if list == nil || !list.Deleted || list.Record {
		return
	}
	i := slices.IndexFunc(r.resource.Operations, func(o *plan.Operation) bool { return o.Deleted && o.Record })
	for n := range r.rows {
		row := &r.rows[n]
		if row.Href = ""; i < 0 || row.Address.IsZero() {
			continue
		}
		path := r.resource.Fill(r.resource.Operations[i].Pattern, r.parentPath(), row.Address.Path())
		row.Restore = &cells.Button{Action: path, Key: r.req.NewKey(), Text: r.Language.SayWord("Restore"), Label: words.Phrase(r.Language, "Restore %s", r.resource.Name+" "+row.Address.String())}
	}
}

// undoMark stands between what a page is told to show and the path that takes it back. Both are signed.
const undoMark = "\x00"

// undo is the mark and the path that takes back the deletion of the record, "" where the requester may not.
func (r *renderer) undo() string {
	i := slices.IndexFunc(r.resource.Operations, func(o *plan.Operation) bool { return o.Deleted && o.Record })
	if i < 0 || r.Address.IsZero() {
		return ""
	}
	may, err := r.req.MayDo(r.resource.Operations[i : i+1])
	if err != nil || len(may) == 0 {
		return ""
	}
	return undoMark + r.resource.Fill(r.resource.Operations[i].Pattern, r.parentPath(), r.Address.Path())
}

// past is an entry of the history of a record on its page.
type past struct {
	ID                int64
	At, By, Operation string
	Changes           []pastChange
	Restore           *cells.Button // nil where the requester may not, or nothing is left to restore
}

// pastChange is what a change has made of one member, as JSON.
type pastChange struct{ Name, Before, After string }

// addHistory adds the entries of a page of a history.
func (r *renderer) addHistory(a *response) error {
	if r.Operation == nil || !r.Operation.History || !r.Operation.Safe() {
		return nil
	}
	var entries []struct {
		ID            int64
		At            string
		By            *string
		Operation     string
		Before, After map[string]json.RawMessage
	}
	if err := json.Unmarshal(r.Response.Rows, &entries); err != nil {
		return fmt.Errorf("entries of a history: %w", err)
	}
	var restore []*plan.Operation
	for _, o := range r.resource.Operations {
		if o.History && !o.Safe() {
			restore = append(restore, o)
		}
	}
	may, err := r.req.MayDo(restore)
	if err != nil {
		return err
	}
	for _, e := range entries {
		p := past{ID: e.ID, At: e.At, Operation: e.Operation, Changes: pastChanges(e.Before, e.After)}
		if e.By != nil {
			p.By = *e.By
		}
		if len(may) > 0 {
			p.Restore = r.restoreButton(e.ID, e.At)
		}
		a.Past = append(a.Past, p)
	}
	return r.addComparison(a, may)
}

// pastChanges are the members that a change concerns, in the order of their names.
func pastChanges(before, after map[string]json.RawMessage) []pastChange {
	var names []string
	for _, of := range []map[string]json.RawMessage{before, after} {
		for name := range of {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	list := make([]pastChange, len(names))
	for i, name := range names {
		list[i] = pastChange{name, shortJSON(before[name]), shortJSON(after[name])}
	}
	return list
}

// shortJSON is the beginning of a value; "" for one that was not there.
func shortJSON(value json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return ""
	}
	return marks.Shorten(b.String(), cells.MaxCell)
}
