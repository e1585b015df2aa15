// The history of a record, and buttons that restore an earlier version.

package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/plan"
)

// Past is an entry of the history of a record on its page.
type Past struct {
	ID                int64
	At, By, Operation string
	Changes           []PastChange
	Restore           *cells.Button // nil if the requester may not restore it, or it is the current version
}

// PastChange is the change of one member, in JSON.
type PastChange struct{ Name, Before, After string }

// AddHistory adds the entries of a page of a history.
func AddHistory(source *layout.Source, record *Record) error {
	if source.Operation == nil || !source.Operation.History || !source.Operation.Safe() {
		return nil
	}
	var entries []struct {
		ID            int64
		At            string
		By            *string
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
	for _, e := range entries {
		p := Past{ID: e.ID, At: e.At, Operation: e.Operation, Changes: pastChanges(e.Before, e.After)}
		if e.By != nil {
			p.By = *e.By
		}
		if len(may) > 0 {
			p.Restore = restoreButton(source, e.ID, e.At)
		}
		record.Past = append(record.Past, p)
	}
	return addComparison(source, record, may)
}

// pastChanges returns the changed members, sorted by name.
func pastChanges(before, after map[string]json.RawMessage) []PastChange {
	var names []string
	for _, of := range []map[string]json.RawMessage{before, after} {
		for name := range of {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	list := make([]PastChange, len(names))
	for i, name := range names {
		list[i] = PastChange{name, shortJSON(before[name]), shortJSON(after[name])}
	}
	return list
}

// shortJSON returns the beginning of a value; "" for a missing one.
func shortJSON(value json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return ""
	}
	return typedtext.Shorten(b.String(), cells.MaxCell)
}
