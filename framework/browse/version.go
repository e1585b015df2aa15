// As what a form shows its record.

package browse

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// digestSize is how long the digest of one value is, in characters.
const digestSize = 8

// version is what a form carries in serve.VersionField for the record: its entity tag, and for each
// field and each nested row that a page shows a digest of its value, which tells later who of two people changed it.
func (r *renderer) version(rec *schema.Record) string {
	var b strings.Builder
	b.WriteString(r.req.Tag(rec))
	b.WriteByte(' ')
	values := r.recordValues(rec)
	for _, f := range r.compared() {
		b.WriteString(digestOf(values[f]))
	}
	if rows := r.rowDigests(); rows != "" {
		b.WriteString(" " + rows)
	}
	return b.String()
}

// shownVersion is the version for a form that comes back. It stays the one that was sent, unless
// the page shows what has changed since: else a search or a refusal would hide that.
func (r *renderer) shownVersion(typed bool) string {
	if version, sent := r.Form.Get(pageapi.VersionField); sent && typed && !r.conflicts() {
		return version
	}
	return r.version(r.Record)
}

func digestOf(value string) string {
	sum := sha256.Sum256([]byte(value))
	return base64.RawURLEncoding.EncodeToString(sum[:digestSize*6/8])
}

// compared are the fields of the form of a change whose values a page may show: those that the
// representation of a record shows too, and that are not write-only in the form.
func (r *renderer) compared() []*schema.Field {
	var fields []*schema.Field
	for _, f := range r.resource.Shapes.Update.Type.Fields {
		if f.Writable() && !f.WriteOnly && !f.IsNested() && r.resource.Shows(catalog.RowField(f)) {
			fields = append(fields, f)
		}
	}
	return fields
}

// recordValues are the values of a record as its form would send them.
func (r *renderer) recordValues(rec *schema.Record) map[*schema.Field]string {
	form := map[string][]string{}
	for _, f := range r.compared() {
		texts := inputs.FormTexts(catalog.RowField(f), rec, r.Base, r.Zone)
		if texts == nil && !f.IsManyToMany() {
			texts = []string{""}
		}
		if texts != nil {
			form[f.Wire] = texts
		}
	}
	list := r.inputValues(schema.Input{Form: form, Whole: true, Client: r.Zone}, schema.Modify)
	for _, f := range r.compared() {
		if f.IsFile() {
			list[f] = "file " + rec.FileKey(catalog.RowField(f))
		}
	}
	return list
}

// inputValues are those of an input in one spelling for each value: a browser sends a text with
// other ends of lines and a time without its seconds. A field that was not sent has none.
func (r *renderer) inputValues(in schema.Input, mode schema.Mode) map[*schema.Field]string {
	changes, _ := r.resource.Shapes.Update.Type.Bind(in, mode)
	list := map[*schema.Field]string{}
	for _, f := range r.compared() {
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
