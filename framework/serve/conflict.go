package serve

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/schema"
)

// versionField is the field by which a form says as what the record was shown: the entity tag of
// its JSON, and for each field that a page shows a digest of its value, which tells later who of two
// people changed it.
const versionField = "_version"

// Conflict is what a page says of a form that was refused because the record has changed since the
// form was shown.
type Conflict struct {
	Fields []Difference // in the order of the form; none where only what is read alone has changed
}

// Difference is a field in which the form and the record differ.
type Difference struct {
	Name, Label   string
	Yours, Theirs string // for people; of a deletion there is only Theirs
	By            ChangedBy
	Taken         bool // the form has Theirs now, because the requester has not changed the field
}

// ChangedBy says who has changed a field since the form was shown.
type ChangedBy uint8

const (
	// ByUnknown says that the form did not tell what the field was.
	ByUnknown ChangedBy = iota
	// ByYou is the requester.
	ByYou
	// ByOthers is somebody else, and the requester not.
	ByOthers
	// ByBoth says that both have, each to another value.
	ByBoth
)

// maxDifference bounds a value in the comparison, in characters.
const maxDifference = 20_000

// digestSize is how long the digest of one value is, in characters.
const digestSize = 8

// version is what a form carries in versionField for the record.
func (x *exchange) version(rec *schema.Record) string {
	var b strings.Builder
	b.WriteString(x.recordTag(rec))
	b.WriteByte(' ')
	values := x.shownValues(rec)
	for _, f := range compared(rec.Type) {
		b.WriteString(digestOf(values[f]))
	}
	return b.String()
}

func digestOf(value string) string {
	sum := sha256.Sum256([]byte(value))
	return base64.RawURLEncoding.EncodeToString(sum[:digestSize*6/8])
}

// compared are the fields of a form whose values a page may show.
func compared(t *schema.Type) []*schema.Field {
	var fields []*schema.Field
	for _, f := range t.Fields {
		if f.Writable() && !f.WriteOnly {
			fields = append(fields, f)
		}
	}
	return fields
}

// takeVersion makes the version that a form carries a condition of the write.
func (x *exchange) takeVersion() {
	version, sent := last(x.posted, versionField)
	if !sent {
		return
	}
	tag, _, _ := strings.Cut(version, " ")
	x.ifMatch = []string{tag}
}

// shownVersion is the version for a form that comes back. It stays the one that was sent, unless the
// page shows what has changed since: else a search or a refusal would hide that.
func (x *exchange) shownVersion(typed bool, rec *schema.Record) string {
	if version, sent := last(x.posted, versionField); sent && typed && !x.conflicts() {
		return version
	}
	return x.version(rec)
}

// conflicts reports whether the page compares the form with the record.
func (x *exchange) conflicts() bool {
	switch x.action {
	case rest.Replace, rest.Modify, rest.Destroy:
	default:
		return false
	}
	return x.status == http.StatusPreconditionFailed ||
		x.status == http.StatusUnprocessableEntity && x.once != nil && x.once.form
}

// shownValues are the values of a record as its form would send them.
func (x *exchange) shownValues(rec *schema.Record) map[*schema.Field]string {
	form := map[string][]string{}
	for _, f := range compared(rec.Type) {
		texts := x.texts(f, rec)
		if texts == nil && !f.IsManyToMany() {
			texts = []string{""}
		}
		if texts != nil {
			form[f.Wire] = texts
		}
	}
	return wireValues(rec.Type, schema.Input{Form: form, Whole: true}, schema.Modify)
}

// wireValues are those of an input in one spelling for each value: a browser sends a text with other
// ends of lines and a time without its seconds. A field that was not sent has none.
func wireValues(t *schema.Type, in schema.Input, mode schema.Mode) map[*schema.Field]string {
	changes, _ := t.Bind(in, mode)
	list := map[*schema.Field]string{}
	for _, f := range compared(t) {
		i := slices.IndexFunc(changes, func(c schema.Change) bool { return c.Field == f })
		object, _ := in.Value.(map[string]any)
		_, sent := object[f.Wire]
		if texts, ok := in.Form[f.Wire]; ok {
			list[f] = "unreadable " + strings.Join(texts, "\n")
		} else if sent {
			list[f] = fmt.Sprint("unreadable ", object[f.Wire])
		}
		if i < 0 {
			continue
		}
		switch v := changes[i].Value.(type) {
		case string:
			list[f] = "text " + strings.ReplaceAll(v, "\r\n", "\n")
		case time.Time:
			list[f] = v.UTC().Format(time.RFC3339Nano)
		default:
			list[f] = fmt.Sprint(reflect.TypeOf(v), " ", v)
		}
	}
	return list
}

// compare finds the fields in which what was sent differs from the record, and who changed them.
func (x *exchange) compare(rec *schema.Record) []Difference {
	deletes := x.action == rest.Destroy
	theirs, yours := x.shownValues(rec), map[*schema.Field]string{}
	if !deletes {
		x.unpack() // the requester may write the record
		mode := schema.Replace
		if x.action == rest.Modify {
			mode = schema.Modify
		}
		yours = wireValues(rec.Type, x.input(), mode)
	}
	fields := compared(rec.Type)
	version, _ := last(x.posted, versionField)
	_, digests, _ := strings.Cut(version, " ")
	known := len(digests) == len(fields)*digestSize
	var list []Difference
	for i, f := range fields {
		mine, sent := yours[f]
		d := Difference{Name: f.Wire, Label: f.Label}
		was := ""
		if known {
			was = digests[i*digestSize : (i+1)*digestSize]
		}
		switch changed := digestOf(theirs[f]) != was; {
		case sent && mine == theirs[f], !known && !sent, known && !sent && !changed:
			continue
		case !known:
		case !sent || digestOf(mine) == was:
			d.By = ByOthers
		case changed:
			d.By = ByBoth
		default:
			d.By = ByYou
		}
		// After a form that was sent before, what others seem to have changed is the requester's own.
		d.Taken = d.By == ByOthers && x.raw == nil && !deletes && x.status == http.StatusPreconditionFailed
		list = append(list, d)
	}
	return list
}

// taken reports whether the form takes the record's value of a field in place of what was sent.
func (x *exchange) taken(f *schema.Field) bool {
	return slices.ContainsFunc(x.differences, func(d Difference) bool { return d.Name == f.Wire && d.Taken })
}

// conflict makes what the page says of the differences.
func (x *exchange) conflict(rec *schema.Record) (*Conflict, error) {
	c := &Conflict{Fields: x.differences}
	for i := range c.Fields {
		d := &c.Fields[i]
		f := rec.Type.ByWire(d.Name)
		var err error
		if d.Theirs, err = x.forPeople(f, x.texts(f, rec)); err != nil {
			return nil, err
		}
		if sent, ok := x.typed(f); ok && x.action != rest.Destroy {
			if d.Yours, err = x.forPeople(f, sent); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// forPeople is a value as an input for it shows it.
func (x *exchange) forPeople(f *schema.Field, texts []string) (string, error) {
	field := FormField{Name: f.Wire, Input: inputKind(f), Null: f.Null}
	if err := x.fill(&field, f, texts, ""); err != nil {
		return "", err
	}
	switch {
	case field.Input == "checkbox" && field.Checked:
		return "Yes", nil
	case field.Input == "checkbox":
		return "No", nil
	case len(field.Options) == 0:
		return shorten(strings.ReplaceAll(field.Text, "\r\n", "\n"), maxDifference), nil
	}
	var labels []string
	for _, o := range field.Options {
		if o.Selected && (o.Value != "" || o.Label != nothing) {
			labels = append(labels, o.Label)
		}
	}
	return shorten(strings.Join(labels, ", "), maxDifference), nil
}
