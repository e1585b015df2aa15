// As what a form shows its record.

package browse

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

// digestSize is how long the digest of one value is, in characters.
const digestSize = 8

// version is what a form carries in serve.VersionField for the record: its entity tag, and for each
// field and each nested row that a page shows a digest of its value, which tells later who of two people changed it.
func (b *builder) version(rec *schema.Record) string {
	var text strings.Builder
	text.WriteString(b.req.Tag(rec))
	text.WriteByte(' ')
	values := b.recordValues(rec)
	for _, f := range b.compared() {
		text.WriteString(digestOf(values[f]))
	}
	if rows := b.rowDigests(); rows != "" {
		text.WriteString(" " + rows)
	}
	return text.String()
}

// shownVersion is the version for a form that comes back. It stays the one that was sent, unless
// the page shows what has changed since: else a search or a refusal would hide that.
func (b *builder) shownVersion(typed bool) string {
	if version, sent := b.Form.Get(pageapi.VersionField); sent && typed && !b.conflicts() {
		return version
	}
	return b.version(b.Record)
}

func digestOf(value string) string {
	sum := sha256.Sum256([]byte(value))
	return base64.RawURLEncoding.EncodeToString(sum[:digestSize*6/8])
}

// compared are the fields of the form of a change whose values a page may show: those that the
// representation of a record shows too, and that are not write-only in the form.
func (b *builder) compared() []*schema.Field {
	var fields []*schema.Field
	for _, f := range b.resource.Shapes.Update.Type.Fields {
		if f.Writable() && !f.WriteOnly && !f.IsNested() && b.resource.Shows(catalog.RowField(f)) {
			fields = append(fields, f)
		}
	}
	return fields
}

// recordValues are the values of a record as its form would send them.
func (b *builder) recordValues(rec *schema.Record) map[*schema.Field]string {
	form := map[string][]string{}
	for _, f := range b.compared() {
		texts := inputs.FormTexts(catalog.RowField(f), rec, b.Base, b.Zone)
		if texts == nil && !f.IsManyToMany() {
			texts = []string{""}
		}
		if texts != nil {
			form[f.Wire] = texts
		}
	}
	list := b.inputValues(schema.Input{Form: form, Whole: true, Client: b.Zone}, schema.Modify)
	for _, f := range b.compared() {
		if f.IsFile() {
			list[f] = "file " + rec.FileKey(catalog.RowField(f))
		}
	}
	return list
}

// inputValues are those of an input in one spelling for each value: a browser sends a text with
// other ends of lines and a time without its seconds. A field that was not sent has none.
func (b *builder) inputValues(in schema.Input, mode schema.Mode) map[*schema.Field]string {
	changes, _ := b.resource.Shapes.Update.Type.Bind(in, mode)
	list := map[*schema.Field]string{}
	for _, f := range b.compared() {
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

// spelling is the one text that equal values have.
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

// comparedRow is a nested row, as the form or the record has it.
type comparedRow struct {
	schema.FormRow
	key   string // "" for a new one
	value string // in one spelling, "" where the row is to be taken out
}

// name is that of the row in the form.
func (row *comparedRow) name(f *schema.Field) string { return schema.RowPath(f.Wire, row.Index) }

// rowMembers are the members of the form of a change whose rows are compared: those that have groups of inputs, by keys.
func (b *builder) rowMembers() (members []*schema.Field) {
	for _, f := range b.resource.Shapes.Update.Type.Fields {
		if f.Writable() && f.IsNested() && f.IsList() && f.Derived.Write != schema.NestedLink && f.Derived.Write != schema.NestedCreate && rowKey(f) != nil {
			members = append(members, f)
		}
	}
	return members
}

// rowFields are the members of a nested row that are compared: those that a form of a row that is there has.
func rowFields(f *schema.Field) (fields []*schema.Field) {
	for _, sub := range f.Derived.Shape.Fields {
		if sub.WritableIn(false) && !sub.WriteOnly && !sub.IsFile() && !sub.IsNested() {
			fields = append(fields, sub)
		}
	}
	return fields
}

// recordRows are the nested rows of the record. They are not known where the record does not show them, or where there
// are more than a form has.
func (b *builder) recordRows(f *schema.Field) (rows []*comparedRow, known bool) {
	values, known := b.nestedValues(f)
	if !known || len(values) > maxRowInputs {
		return nil, false
	}
	key := rowKey(f)
	for _, value := range values {
		row := &comparedRow{FormRow: schema.FormRow{Texts: map[string][]string{}}, key: inputs.SentText(value[key.Wire])}
		for _, sub := range rowFields(f) {
			if row.Texts[sub.Wire] = inputs.WireTexts(sub, value[sub.Wire], b.Zone); row.Texts[sub.Wire] == nil && !sub.IsManyToMany() {
				row.Texts[sub.Wire] = []string{""}
			}
		}
		row.value = rowValue(f, row.Texts)
		row.Texts[key.Wire] = []string{row.key}
		rows = append(rows, row)
	}
	return rows, true
}

// rowValue is what a nested row holds, in one spelling for each value: see inputValues.
func rowValue(f *schema.Field, texts map[string][]string) string {
	changes, _ := f.Derived.Shape.Bind(schema.Input{Form: texts, Whole: true}, schema.Modify)
	var b strings.Builder
	for _, sub := range rowFields(f) {
		value := "unreadable " + strings.Join(texts[sub.Wire], "\n")
		if i := slices.IndexFunc(changes, func(c schema.Change) bool { return c.Field == sub }); i >= 0 {
			value = spelling(changes[i].Value)
		}
		fmt.Fprintf(&b, "%q ", value)
	}
	return b.String()
}

// rowDigests tell later which nested rows the record had when a form was shown, and what they held: two digests a row.
func (b *builder) rowDigests() string {
	var text strings.Builder
	for _, f := range b.rowMembers() {
		rows, _ := b.recordRows(f)
		for _, row := range rows {
			text.WriteString(rowDigest(f, row.key) + digestOf(row.value))
		}
	}
	return text.String()
}

// rowDigest tells a nested row apart.
func rowDigest(f *schema.Field, key string) string { return digestOf(f.Wire + " " + key) }

// conflicts reports whether the page compares the form with the record.
func (b *builder) conflicts() bool {
	switch {
	case b.Form.Takes:
		return true
	case b.Action&(plan.Replace|plan.Modify|plan.Destroy) == 0:
		return false
	}
	return b.Response.Status == http.StatusPreconditionFailed ||
		b.Response.Status == http.StatusUnprocessableEntity && b.Response.Keyed
}
