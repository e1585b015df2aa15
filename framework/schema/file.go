// Files of rows: the columns of a file beside its key, and the address of its content.

package schema

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
)

// FileColumnsTable is the name of the table in which migrations list the columns with files, for every
// version of a program that has served the database.
const FileColumnsTable = "file_columns"

// ColumnKindsTable is the name of the table in which a start notes the kinds whose fields can show all values of a column.
const ColumnKindsTable = "column_kinds"

// OwnTables returns the names of the framework's tables beside the accounts, which no declaration may have.
func OwnTables() []string {
	return []string{"sessions", "tokens", "identities", "login_attempts", "idempotency_keys", "signing_keys", "account_links", "request_rates", FileColumnsTable, ColumnKindsTable}
}

// ServiceTables returns the names of all tables that a program has besides those that it declares: OwnTables, and those of
// accounts.
func ServiceTables() []string { return append(OwnTables(), AccountsTable, "groups", "users_groups") }

// IsFile reports whether the field is a file, whose column is its key in the store.
func (f *Field) IsFile() bool { return f.Kind.File != field.NoFile }

// IsPart reports whether the column is a part of a file, or is declared as one.
func (f *Field) IsPart() bool { return f.File != nil || f.PartOf != "" }

// Files returns the fields of the type with files.
func (t *Type) Files() (files []*Field) {
	for _, f := range t.Fields {
		if f.IsFile() {
			files = append(files, f)
		}
	}
	return files
}

// TakesFiles reports whether clients send files in some field of the type.
func (t *Type) TakesFiles() bool {
	return slices.ContainsFunc(t.Fields, func(f *Field) bool { return f.IsFile() && f.Writable() })
}

// HoldFiles adds the row's files to a representation that lacks them, without showing them.
func (t *Type) HoldFiles() {
	for _, f := range t.RowType().Files() {
		t.Hold(f)
	}
}

// fileSlot is a file, with the slots of its parts.
type fileSlot struct {
	field.Slot
	null  bool // null for no file
	parts []filePartSlot
	link  *linkSlot // address of the content, for a shown file; nil for none
}

// filePartSlot is the slot of a part in the row.
type filePartSlot struct {
	field.Slot
	part field.FilePart
}

// Arg returns the key; NULL for no file if that is allowed.
func (s *fileSlot) Arg() any {
	if key := s.Slot.Arg(); key != "" || !s.null {
		return key
	}
	return nil
}

func (s *fileSlot) Scan(src any) error {
	if src == nil {
		s.Slot.Set(nil)
		return nil
	}
	return s.Slot.Scan(src)
}

// Set also sets the parts, for a file from a client.
func (s *fileSlot) Set(v any) {
	s.Slot.Set(v)
	up, sent := v.(*field.Upload)
	switch {
	case v == nil:
		up = &field.Upload{}
	case !sent:
		return
	}
	for _, part := range s.parts {
		part.Slot.Set(up.Part(part.part))
	}
}

func (s *fileSlot) Append(b []byte, base string) []byte {
	if s.Slot.Arg() == "" || s.link == nil {
		return append(b, "null"...)
	}
	return s.link.Append(b, base)
}

// contentSlot is the address of a file's content: null without a file.
type contentSlot struct {
	*linkSlot
	file field.Slot
}

func (s *contentSlot) Append(b []byte, base string) []byte {
	if key, _ := s.file.Arg().(string); key == "" {
		return append(b, "null"...)
	}
	return s.linkSlot.Append(b, base)
}

// bindFiles connects the files of a record with the slots of their parts.
func (r *Record) bindFiles() {
	for i, f := range r.Type.Fields {
		if f.File == nil || f.Derived != nil {
			continue
		}
		if file, ok := r.slots[f.File.Index].(*fileSlot); ok {
			file.parts = append(file.parts, filePartSlot{r.slots[i], f.Part})
		}
	}
}

// Link returns the address of a file of the record, "" for none.
func (r *Record) Link(f *Field, base string) string {
	if f.Hidden() {
		return ""
	}
	return strings.Trim(strings.TrimPrefix(string(r.AppendField(nil, f, base)), "null"), `"`)
}

// FileKey returns the key of a file of the record, "" for none.
func (r *Record) FileKey(f *Field) string {
	key, _ := r.slots[f.Index].Arg().(string)
	return key
}

// AppendFileKeys appends the keys of the files of the record and of its nested rows, at any depth:
// separated by spaces, with nothing for no file. It distinguishes records that show the same but have other
// files.
func (r *Record) AppendFileKeys(b []byte) []byte {
	before := len(b)
	for _, f := range r.Type.keptFiles() {
		if s, nests := r.slots[f.Index].(*nestedSlot); nests {
			for _, rec := range s.rows() {
				b = rec.AppendFileKeys(append(b, ' '))
			}
			continue
		}
		if len(b) > before {
			b = append(b, ' ')
		}
		b = append(b, r.FileKey(f)...)
	}
	return b
}

// keptFiles returns the files of the type that are not concealed, and the fields with nested rows that have
// some.
func (t *Type) keptFiles() []*Field {
	t.keep.Do(func() {
		for _, f := range t.Fields {
			if f.Concealed || f.Of != nil && f.Of.Concealed {
				continue
			}
			if f.IsFile() && f.Derived == nil || f.IsNested() && !f.Hidden() && f.Derived.Shape != nil && len(f.Derived.Shape.keptFiles()) > 0 {
				t.kept = append(t.kept, f)
			}
		}
	})
	return t.kept
}

// FileOf returns the record's facts about a file.
func (r *Record) FileOf(f *Field) field.File {
	file := field.File{Key: r.FileKey(f)}
	for _, part := range r.slots[f.Index].(*fileSlot).parts {
		switch v := part.Get().(type) {
		case string:
			if part.part == field.FileName {
				file.Name = v
			} else {
				file.ContentType = v
			}
		case int64:
			if part.part == field.FileSize {
				file.Size = v
			}
		}
	}
	return file
}
