// A fuzz test of orders that clients ask for.

package plan

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Whatever a client asks for, the list is sorted by declared fields, each once, and by the key in the end; or
// each term that is no choice has a message.
func FuzzOrdering(f *testing.F) {
	title, due := &schema.Field{Spec: field.Spec{Go: "Title"}}, &schema.Field{Spec: field.Spec{Go: "Due", Null: true}, Index: 1}
	id := &schema.Field{Spec: field.Spec{Go: "ID"}, Index: 2}
	o := NewOrdering([]OrderChoice{
		{"title", []Order{{Field: title}}},
		{"due", []Order{{Field: due, Nulls: schema.NullsLast}}},
		{"new", []Order{{Field: due, Desc: true}, {Field: title}}},
		{"id", []Order{{Field: id}}},
	}, []Order{{Field: title, Desc: true}, {Field: id, Desc: true}})
	for _, seed := range []string{"", "title", "-title,due", " due , -new", "new,new,-new", "-id", "--id", "titel,-x", ",,-,", "id\x00", "Title"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, lenient bool) {
		l := &Listing{Rules: RequestRules{IgnoreUnknown: lenient}}
		terms := strings.Split(text, ",")
		messages, err := o.read(l, terms)
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for _, term := range terms {
			name := strings.TrimPrefix(strings.TrimSpace(term), "-")
			if slices.Contains([]string{"title", "due", "new", "id"}, name) {
				known++
			} else if strings.TrimSpace(term) != "" && !lenient && !slices.Contains(messages, `"`+strings.TrimSpace(term)+`" is not a valid choice.`) {
				t.Errorf("%q of %q is no choice, and the messages are %q", term, text, messages)
			}
		}
		if lenient && messages != nil || (known == 0) != (l.Order == nil) {
			t.Errorf("%q: got the order %v and the messages %q", text, l.Order, messages)
		}
		seen := map[*schema.Field]bool{}
		for _, step := range l.Order {
			if seen[step.Field] {
				t.Errorf("%q sorts by %s twice", text, step.Field.Go)
			}
			seen[step.Field] = true
		}
		if l.Order != nil && !seen[id] {
			t.Errorf("%q: the order %v has no key", text, l.Order)
		}
	})
}
