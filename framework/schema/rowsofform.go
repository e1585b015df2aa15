// Nested rows in a form: "works[0].title".

package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// RemoveName is the name within a row of a form that removes the row: "works[0]._remove".
const RemoveName = "_remove"

// ClearName is the form field with the names of fields whose files are removed: an untouched input keeps
// its file.
const ClearName = "_clear"

// FormRow is a nested row of a form, with names such as "works[0].title".
type FormRow struct {
	Index int                 // index in the names
	Texts map[string][]string // by the names after the dot
}

// Left reports whether the row does not count: it is removed, or nothing was filled in.
func (r FormRow) Left() bool {
	if len(r.Texts[RemoveName]) > 0 {
		return true
	}
	for _, texts := range r.Texts {
		if strings.Join(texts, "") != "" {
			return false
		}
	}
	return true
}

// RowsOfForm returns the rows of a form under a name, in the order of their indexes.
func RowsOfForm(form map[string][]string, name string) []FormRow {
	rows := map[int]FormRow{}
	for full, texts := range form {
		member, i, inside, ok := splitRow(full)
		if !ok || member != name {
			continue
		}
		if rows[i].Texts == nil {
			rows[i] = FormRow{i, map[string][]string{}}
		}
		rows[i].Texts[inside] = texts
	}
	list := make([]FormRow, 0, len(rows))
	for _, i := range slices.Sorted(maps.Keys(rows)) {
		list = append(list, rows[i])
	}
	return list
}

// splitRow splits the name of a value in a nested row: "works[0].title".
func splitRow(name string) (member string, index int, inside string, ok bool) {
	at, inside, found := strings.Cut(name, "].")
	if !found || inside == "" {
		return "", 0, "", false
	}
	member, index, ok = splitIndex(at + "]")
	return member, index, inside, ok
}

// rowsFromForm returns the nested rows of a form, without empty and removed ones. In a form that changes a
// record without an input for every field, existing rows may be missing.
func (f *Field) rowsFromForm(in Input, mode Mode) (rows []any, sent bool) {
	if !f.IsList() || in.Form[f.Wire] != nil {
		return nil, false
	}
	for _, row := range RowsOfForm(in.Form, f.Wire) {
		if sent = true; !row.Left() {
			rows = append(rows, f.Derived.Shape.objectOfForm(row.Texts, f.Derived.KeyName, mode, in.Whole))
		}
	}
	if rows == nil {
		rows = []any{}
	}
	return rows, sent
}

// objectOfForm returns a row of a form as decoded JSON. It keeps read-only members, because one may be the
// row's key, and unknown members, which are refused later. key is the member that identifies the row, ""
// for a read-only one. A row without it is new, whatever happens to the record.
func (t *Type) objectOfForm(texts map[string][]string, key string, ofRecord Mode, whole bool) map[string]any {
	object := map[string]any{}
	for name, list := range texts {
		if text := list[len(list)-1]; text != "" && !strings.HasPrefix(name, "_") {
			object[name] = text
		}
	}
	mode := Create
	for _, f := range t.Fields {
		if _, is := object[f.Wire]; is && (!f.Writable() || f.Wire == key) {
			mode = max(ofRecord, Replace) // an existing row
		}
	}
	inner := Input{Form: texts, Whole: whole}
	for _, f := range t.Fields {
		if !f.Writable() {
			continue
		}
		delete(object, f.Wire)
		if f.Kind.Input.Tick && len(texts[f.Wire]) > 0 && strings.Join(texts[f.Wire], "") == "" {
			continue // neither yes nor no
		}
		if value, sent := f.fromForm(inner, mode); sent {
			object[f.Wire] = value
		}
		for name := range texts {
			if member, _, _, ok := splitRow(name); ok && member == f.Wire {
				delete(object, name)
			}
			if member, _, ok := splitIndex(name); ok && member == f.Wire {
				delete(object, name)
			}
			if member, _, ok := strings.Cut(name, "."); ok && member == f.Wire && f.Object != nil {
				delete(object, name)
			}
		}
	}
	return object
}

// RowPath returns the path of a row in messages and names: "works[0]".
func RowPath(name string, index int) string { return name + "[" + strconv.Itoa(index) + "]" }
