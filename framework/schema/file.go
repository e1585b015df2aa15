// Files of rows: the columns that a file has beside its key, and the address of its content.

package schema

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
)

// IsFile reports whether the field is a file, whose column is its key in the store.
func (f *Field) IsFile() bool { return f.Kind.File != field.NoFile }

// IsPart reports whether the column tells a part of a file, or is declared to.
func (f *Field) IsPart() bool { return f.File != nil || f.partOf != "" }

// Files are the fields of the type that are files.
func (t *Type) Files() (files []*Field) {
	for _, f := range t.Fields {
		if f.IsFile() {
			files = append(files, f)
		}
	}
	return files
}

// TakesFiles reports whether clients send files by some field of the type.
func (t *Type) TakesFiles() bool {
	return slices.ContainsFunc(t.Fields, func(f *Field) bool { return f.IsFile() && f.Writable() })
}

// HoldFiles gives a representation those files of the row that it does not show.
func (t *Type) HoldFiles() {
	for _, f := range t.row().Files() {
		t.Hold(f)
	}
}

// files gives each file of a row the columns of its parts: those that the struct declares with of=, and
// hidden ones for the others.
func (c *compiler) files(t *Type) {
	for _, f := range slices.Clone(t.Fields) {
		if f.partOf != "" {
			c.filePart(t, f)
		}
	}
	for _, file := range t.Files() {
		for _, part := range file.Kind.FileParts() {
			if !slices.ContainsFunc(t.Fields, func(f *Field) bool { return f.File == file && f.Part == part }) {
				c.hiddenPart(t, file, part)
			}
		}
	}
}

// filePart finds the file that a column with of= tells a part of.
func (c *compiler) filePart(t *Type, f *Field) {
	name, part, _ := strings.Cut(f.partOf, ".")
	report := func(format string, args ...any) {
		c.report(f.path, fmt.Sprintf("rest tag: of=%s "+format, append([]any{f.partOf}, args...)...))
	}
	file := t.Find(name)
	if file == nil || !file.IsFile() {
		var names []string
		for _, one := range t.Files() {
			names = append(names, one.Wire)
		}
		report("names no file of %s%s", t.Go.Name(), field.Hint(name, names))
		return
	}
	var parts []string
	for _, p := range file.Kind.FileParts() {
		parts = append(parts, string(p))
	}
	p := field.FilePart(part)
	if !slices.Contains(parts, part) {
		report("names no part of a file; write of=%s.%s, with one of %s", name, parts[0], strings.Join(parts, ", "))
		return
	}
	sf, _ := file.Type.FieldByName(p.Go())
	switch {
	case f.Type != sf.Type || f.Null:
		report("is of type %s; write %s %s", sf.Type, f.Go, sf.Type)
	case f.Writable() && f.Wire != "":
		report(`comes with the file and is never sent; write "readonly"`)
	case slices.ContainsFunc(t.Fields, func(have *Field) bool { return have.File == file && have.Part == p }):
		report("is told by another field already; leave one of them out")
	default:
		f.File, f.Part = file, p
	}
}

// hiddenPart adds the column of a part that no field of the struct tells.
func (c *compiler) hiddenPart(t *Type, file *Field, part field.FilePart) {
	sf, _ := file.Type.FieldByName(part.Go())
	f := &Field{Index: len(t.Fields), Column: file.Column + "_" + string(part), File: file, Part: part, path: file.path + "." + sf.Name}
	f.Spec = field.Spec{Go: file.Go + sf.Name, Messages: map[string]string{}}
	f.index = append(slices.Clone(file.index), sf.Index...)
	if mistake := f.setKind(sf.Type, c.kinds); mistake != "" {
		c.report(file.path, mistake)
		return
	}
	f.SetColumns()
	t.Fields = append(t.Fields, f)
}

// fitsFile reports what is wrong with the field of a file.
func (f *Field) fitsFile(t tag, report field.Reporter) {
	for _, wrong := range []struct {
		found bool
		msg   string
	}{
		{f.Unique, `rest tag: "unique" does not fit a file; leave it out`},
		{f.Indexed, `rest tag: "index" does not fit a file; leave it out`},
		{t.hasDef, `default tag: a file has no default; write "optional" where a row may be without it`},
		{f.ReadOnly || t.name == "-", `rest tag: a file comes from clients; leave "readonly" out, and give it a name`},
	} {
		if wrong.found {
			report("%s", wrong.msg)
		}
	}
}

// fileSlot is a file, with the slots of its parts.
type fileSlot struct {
	field.Slot
	null  bool // no file is null
	parts []filePartSlot
	link  *linkSlot // the address of the content, of a file that is shown; nil for none
}

// filePartSlot is the slot of a part in the row.
type filePartSlot struct {
	field.Slot
	part field.FilePart
}

// Arg is the key; NULL for no file where that may be.
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

// Set gives the parts their values too, where a client has sent the file.
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

// contentSlot is the address of the content of a file: null where there is none.
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

// bindFiles gives the files of a record the slots of their parts.
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

// Link is the address that a file of the record is shown as, "" for none.
func (r *Record) Link(f *Field, base string) string {
	if f.Hidden() {
		return ""
	}
	return strings.Trim(strings.TrimPrefix(string(r.AppendField(nil, f, base)), "null"), `"`)
}

// FileKey is the key of a file of the record, "" for none.
func (r *Record) FileKey(f *Field) string {
	key, _ := r.slots[f.Index].Arg().(string)
	return key
}

// AppendFileKeys appends the keys of the files of the record, and of those of the rows that it nests, in whatever depth:
// a space between two of them, and nothing for no file. It tells the files of two records apart that show the same.
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

// keptFiles are the files of the type that rules keep from nobody it is for, and the fields that nest rows with such.
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

// FileOf is what the record knows of a file.
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
