// The tag and the digests of the values that a form shows, by which later changes are found.

package forms

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// DigestSize is the length of a value's digest, in characters.
const DigestSize = 8

// version returns the value of pageapi.VersionField for the record: its entity tag, and a digest of each
// field that the page shows, of nested rows too. The digests tell later who of two people changed a value.
func (b *Builder) version(rec *schema.Record) string {
	var text strings.Builder
	text.WriteString(b.Req.Tag(rec))
	text.WriteByte(' ')
	values := b.RecordValues(rec)
	for _, f := range b.Compared() {
		text.WriteString(DigestOf(values[f]))
	}
	for _, f := range b.RowMembers() {
		rows, _ := b.RecordRows(f)
		text.WriteString(DigestOf(RowsValue(f, rows)))
	}
	return text.String()
}

// shownVersion returns the version for a form that comes back. It is the sent version, so that a search or
// a refusal does not hide later changes, unless the page shows these.
func (b *Builder) shownVersion(typed bool) string {
	if version, sent := b.Form.Get(pageapi.VersionField); sent && typed && !b.Conflicts() {
		return version
	}
	return b.version(b.Record)
}

// DigestOf returns a short text that differs for different values.
func DigestOf(value string) string {
	sum := sha256.Sum256([]byte(value))
	return base64.RawURLEncoding.EncodeToString(sum[:DigestSize*6/8])
}

// Compared returns the fields of the update form whose values a page may show: the representation of a
// record shows them, and they are not write-only in the form.
func (b *Builder) Compared() []*schema.Field {
	var fields []*schema.Field
	for _, f := range b.Resource.Shapes.Update.Type.Fields {
		if f.Writable() && !f.WriteOnly && !f.IsNested() && b.Resource.Shows(catalog.RowField(f)) {
			fields = append(fields, f)
		}
	}
	return fields
}

// RecordValues returns the values of a record as its form would send them.
func (b *Builder) RecordValues(rec *schema.Record) map[*schema.Field]string {
	form := map[string][]string{}
	for _, f := range b.Compared() {
		texts := inputs.FormTexts(catalog.RowField(f), rec, b.Base, b.Zone)
		if texts == nil && !f.IsManyToMany() {
			texts = []string{""}
		}
		if texts != nil {
			form[f.Wire] = texts
		}
	}
	list := b.InputValues(schema.Input{Form: form, Whole: true, Client: b.Zone}, schema.Modify)
	for _, f := range b.Compared() {
		if f.IsFile() {
			list[f] = "file " + rec.FileKey(catalog.RowField(f))
		}
	}
	return list
}

// InputValues returns the values of an input, with one spelling for each value: browsers change the line
// ends of texts and drop the seconds of times. It has no value for a field that was not sent.
func (b *Builder) InputValues(in schema.Input, mode schema.Mode) map[*schema.Field]string {
	changes, _ := b.Resource.Shapes.Update.Type.Bind(in, mode)
	list := map[*schema.Field]string{}
	for _, f := range b.Compared() {
		i := slices.IndexFunc(changes, func(c schema.Change) bool { return c.Field == f })
		object, _ := in.Value.(map[string]any)
		_, sent := object[f.Wire]
		if texts, ok := f.TextsOfForm(in.Form); ok {
			list[f] = "unreadable " + strings.Join(texts, "\n")
		} else if sent {
			list[f] = fmt.Sprint("unreadable ", object[f.Wire])
		}
		if i >= 0 {
			list[f] = spelling(changes[i].Value)
		}
	}
	return list
}

// spelling returns the same text for equal values.
func spelling(value any) string {
	switch v := value.(type) {
	case string:
		return "text " + strings.ReplaceAll(v, "\r\n", "\n")
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	default:
		return fmt.Sprint(reflect.TypeOf(v), " ", v)
	}
}

// RowMembers returns the members of the update form whose rows are compared: they have inputs, and their
// rows have keys.
func (b *Builder) RowMembers() (members []*schema.Field) {
	for _, f := range b.Resource.Shapes.Update.Type.Fields {
		if f.Writable() && f.IsNested() && f.IsList() && f.Derived.Write != schema.NestedLink && f.Derived.Write != schema.NestedCreate && RowKey(f) != nil {
			members = append(members, f)
		}
	}
	return members
}

// RowFields returns the members of a nested row that are compared: those that the form of an existing row has. With made,
// it returns those that tell rows apart for people: also those that clients send only in a create.
func RowFields(f *schema.Field, made bool) (fields []*schema.Field) {
	for _, sub := range f.Derived.Shape.Fields {
		if (sub.WritableIn(false) || made && sub.WritableIn(true)) && !sub.WriteOnly && !sub.IsFile() && !sub.IsNested() {
			fields = append(fields, sub)
		}
	}
	return fields
}

// RecordRows returns the nested rows of the record, as its form would send them. known is false where the record does
// not show them, or has more than a form holds.
func (b *Builder) RecordRows(f *schema.Field) (rows []schema.FormRow, known bool) {
	values, known := b.nestedValues(f)
	if !known || len(values) > maxRowInputs {
		return nil, false
	}
	key := RowKey(f)
	for i, value := range values {
		row := schema.FormRow{Index: i, Texts: map[string][]string{key.Wire: {inputs.SentText(value[key.Wire])}}}
		for _, sub := range RowFields(f, true) {
			if row.Texts[sub.Wire] = inputs.WireTexts(sub, value[sub.Wire], b.Zone); row.Texts[sub.Wire] == nil && !sub.IsManyToMany() {
				row.Texts[sub.Wire] = []string{""}
			}
		}
		rows = append(rows, row)
	}
	return rows, true
}

// RowsValue returns the keys and values of nested rows as one text, in one spelling: see InputValues.
func RowsValue(f *schema.Field, rows []schema.FormRow) string {
	key := RowKey(f)
	var b strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&b, "%q", row.Texts[key.Wire])
		changes, _ := f.Derived.Shape.Bind(schema.Input{Form: row.Texts, Whole: true}, schema.Modify)
		for _, sub := range RowFields(f, false) {
			value := "unreadable " + strings.Join(row.Texts[sub.Wire], "\n")
			if i := slices.IndexFunc(changes, func(c schema.Change) bool { return c.Field == sub }); i >= 0 {
				value = spelling(changes[i].Value)
			}
			fmt.Fprintf(&b, " %q", value)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Conflicts reports whether the page compares the form with the record.
func (b *Builder) Conflicts() bool {
	switch {
	case b.Form.Takes:
		return true
	case b.Action&(plan.Replace|plan.Modify|plan.Destroy) == 0:
		return false
	}
	return b.Response.Status == http.StatusPreconditionFailed ||
		b.Response.Status == http.StatusUnprocessableEntity && b.Response.Keyed
}
