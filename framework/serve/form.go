package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
)

// inputKind is the HTML input for a field.
func inputKind(f *schema.Field) string {
	switch {
	case f.WriteOnly && f.Kind == schema.Text:
		return "password"
	case f.Choices != nil || f.Kind == schema.ToOne:
		return "select"
	case f.Multiline:
		return "textarea"
	case f.Format != "":
		return f.Format
	}
	switch f.Kind {
	case schema.Boolean:
		return "checkbox"
	case schema.ManyRows:
		return "multiselect"
	case schema.Integer, schema.Number:
		return "number"
	case schema.Day:
		return "date"
	case schema.Timestamp:
		return "datetime-local"
	default:
		return "text"
	}
}

// fill puts values, as texts, into the input for a field.
func (x *exchange) fill(field *FormField, f *schema.Field, texts []string) error {
	if len(texts) > 0 {
		field.Text = texts[len(texts)-1]
	}
	switch {
	case f.Kind == schema.Boolean:
		field.Checked = slices.Contains([]string{"true", "t", "yes", "y", "on", "1"}, strings.ToLower(field.Text))
	case f.Choices != nil:
		if f.Null || f.Optional {
			field.Options = append(field.Options, Option{Label: "---------", Selected: field.Text == ""})
		}
		for _, c := range f.Choices {
			field.Options = append(field.Options, Option{c.Value, c.Label, c.Value == field.Text})
		}
		// A value outside the offered choices, such as an alias, stays selected.
		if field.Text != "" && !slices.ContainsFunc(field.Options, func(o Option) bool { return o.Selected }) {
			field.Options = append([]Option{{field.Text, field.Text, true}}, field.Options...)
		}
	case f.Kind == schema.ToOne || f.Kind == schema.ManyRows:
		return x.relationOptions(field, f, texts)
	}
	return nil
}

// relationLimit is how many related rows a select offers; past that, people search.
const relationLimit = 100

// relationOptions offers the related rows that the requester may list, by their titles: the
// chosen ones first where there are more than a select should hold, then those that match what
// was searched for.
func (x *exchange) relationOptions(field *FormField, f *schema.Field, texts []string) error {
	if f.Kind == schema.ToOne && f.Null {
		field.Options = append(field.Options, Option{Label: "---------", Selected: field.Text == ""})
	}
	target := x.route.resource.targets[f.Index]
	if target == nil {
		if f.Kind == schema.ToOne {
			field.Input = "text"
		}
		return nil
	}
	cond := auth.Reduce(target.Access, auth.Request{User: x.user, Safe: true})
	if cond.Op == auth.False {
		return nil
	}
	field.Search, field.SearchText = findPrefix+f.Wire, lastParam(x.r.URL.RawQuery, findPrefix+f.Wire)
	chosen := x.chosen(f, texts)
	offered := map[string]bool{}
	offer := func(rec *schema.Record) error {
		o := x.option(f, target, rec)
		o.Selected = slices.Contains(chosen, rec.ID()) || f.Show == schema.ShowField && slices.Contains(texts, o.Value)
		if !offered[o.Value] {
			field.Options = append(field.Options, o)
		}
		offered[o.Value] = true
		return nil
	}
	ctx, found := x.r.Context(), 0
	err := target.rows.Search(ctx, cond, target.Title, field.SearchText, relationLimit+1, func(rec *schema.Record) error {
		if found++; found > relationLimit {
			field.More = true
			return nil
		}
		return offer(rec)
	})
	if err == nil && (field.More || field.SearchText != "") {
		err = target.rows.Pick(ctx, cond, chosen, offer)
		slices.SortStableFunc(field.Options, func(a, b Option) int { return rank(b.Selected) - rank(a.Selected) })
	}
	if !field.More && field.SearchText == "" {
		field.Search = ""
	}
	if err != nil {
		return fmt.Errorf("choices of %s: %w", f.Go, err)
	}
	return nil
}

func rank(selected bool) int {
	if selected {
		return 1
	}
	return 0
}

// chosen are the keys that texts refer to.
func (x *exchange) chosen(f *schema.Field, texts []string) []int64 {
	var ids []int64
	for _, text := range texts {
		if f.Show == schema.ShowLink {
			if id, problem := f.Relation.Resolve(text); problem == "" {
				ids = append(ids, id)
			}
		} else if id, err := strconv.ParseInt(text, 10, 64); err == nil && f.Show == schema.ShowKey {
			ids = append(ids, id)
		}
	}
	return ids
}

// option is a related row as a choice: its value is what a client would send.
func (x *exchange) option(f *schema.Field, target *resource, rec *schema.Record) Option {
	o := Option{Value: strconv.FormatInt(rec.ID(), 10), Label: fmt.Sprint(rec.Get(target.Title))}
	switch f.Show {
	case schema.ShowLink:
		o.Value = x.base + target.Path + o.Value + "/"
	case schema.ShowField:
		if shown := rec.Type.ByWire(f.Relation.OnShow.Wire); shown != nil {
			o.Value = fmt.Sprint(rec.Get(shown))
		}
	}
	return o
}

// The query of a form that searches for related rows before it is sent: the button's name, and
// before a field's name that of the search input.
const (
	findButton = "_find"
	findPrefix = "_find_"
)

// searching reports whether the request is a form on its way to be filled in: a GET of the page
// with the form's fields in the query, because a search for related rows must not lose what was
// typed. It keeps the fields as what was typed.
func (x *exchange) searching() bool {
	if x.r.Method != http.MethodGet || !strings.Contains(x.r.URL.RawQuery, findButton) || lastParam(x.r.URL.RawQuery, findButton) == "" {
		return false
	}
	x.body.Form = map[string][]string{}
	for _, p := range parseQuery(x.r.URL.RawQuery) {
		x.body.Form[p.name] = append(x.body.Form[p.name], p.value)
	}
	return true
}

// texts are the record's value of a field as a form sends it.
func (x *exchange) texts(f *schema.Field, rec *schema.Record) []string {
	switch v := rec.Get(f).(type) {
	case nil:
		return nil
	case []int64:
		texts := make([]string, len(v))
		for i, id := range v {
			texts[i] = x.reference(f, id)
		}
		return texts
	case int64:
		if f.Kind == schema.ToOne && f.Show == schema.ShowField {
			return []string{rec.Shown(f)}
		}
		return []string{x.reference(f, v)}
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}
	case time.Time:
		return []string{v.UTC().Format("2006-01-02T15:04:05.999999")}
	default:
		return []string{fmt.Sprint(v)}
	}
}

func (x *exchange) reference(f *schema.Field, id int64) string {
	text := strconv.FormatInt(id, 10)
	if f.Relation != nil && f.Show == schema.ShowLink {
		return x.base + f.LinkPath + text + "/"
	}
	return text
}

// typed is what the client sent for a field, as texts.
func (x *exchange) typed(f *schema.Field) ([]string, bool) {
	if x.body.Form != nil {
		texts, sent := x.body.Form[f.Wire]
		if f.Kind == schema.Boolean || f.Kind == schema.ManyRows {
			return texts, true
		}
		return texts, sent
	}
	object, _ := x.body.Value.(map[string]any)
	value, sent := object[f.Wire]
	if !sent {
		return nil, false
	}
	if list, ok := value.([]any); ok {
		texts := make([]string, len(list))
		for i, item := range list {
			texts[i] = typedText(item)
		}
		return texts, true
	}
	return []string{typedText(value)}, true
}

func typedText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}
