// Envelopes: objects around representations.

package rest

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/plan"
)

// Envelope has the names of the members in the object around representations: one record is {"article":
// {…}}, a list {"articles": […], "count": 2}. An empty name omits its part: without Record a record is
// bare, without List a list has the form of its Pages.
type Envelope struct {
	Record string // contains one record
	List   string // contains the rows of a list
	// Count, Next and Previous are next to List: the number of all records, null if it is unknown, and the
	// addresses of the adjacent pages, null for none.
	Count, Next, Previous string
	// Input contains the values in the body of a POST, PUT and PATCH; a body without it is refused. Forms
	// are always bare.
	Input string
}

// Check implements plan.Checker.
func (e Envelope) Check() error {
	if e == (Envelope{}) {
		return errors.New(`Envelope names no member; write Record: "article", List: "articles", or leave Envelope out`)
	}
	seen := map[string]string{}
	for _, m := range []struct{ of, name string }{
		{"Record", e.Record}, {"Input", e.Input}, {"List", e.List}, {"Count", e.Count}, {"Next", e.Next}, {"Previous", e.Previous},
	} {
		beside := m.of != "Record" && m.of != "Input" && m.name != ""
		switch {
		case strings.TrimSpace(m.name) != m.name || strings.ContainsFunc(m.name, unicode.IsControl):
			return fmt.Errorf("Envelope: %s is %q, which has spaces around it or characters that nobody sees; write a plain name", m.of, m.name)
		case beside && e.List == "":
			return fmt.Errorf("Envelope: %s is %q, but no member holds the rows; name one as List too", m.of, m.name)
		case beside && seen[m.name] != "":
			return fmt.Errorf("Envelope: %s and %s are both called %q; give one of them another name", seen[m.name], m.of, m.name)
		case beside:
			seen[m.name] = m.of
		}
	}
	return nil
}

// AppendRecord implements plan.Envelope.
func (e Envelope) AppendRecord(dst, record []byte) []byte {
	if e.Record == "" {
		return append(dst, record...)
	}
	dst = append(notation.AppendText(append(dst, '{'), e.Record), ':')
	return append(append(dst, record...), '}')
}

// Frame implements plan.Envelope.
func (e Envelope) Frame(p *plan.Page) media.Frame {
	if e.List == "" {
		return media.Frame{}
	}
	return media.Frame{Name: e.List, After: func(rows int64) []byte {
		told := plan.Page{Total: rows}
		if p != nil {
			told = *p
		}
		b := []byte{'{'}
		member := func(name string) bool {
			if name == "" {
				return false
			}
			if len(b) > 1 {
				b = append(b, ',')
			}
			b = append(notation.AppendText(b, name), ':')
			return true
		}
		if member(e.Count) {
			b = pagination.AppendCount(b, told.Total)
		}
		if member(e.Next) {
			b = pagination.AppendLink(b, told.Next)
		}
		if member(e.Previous) {
			b = pagination.AppendLink(b, told.Previous)
		}
		return append(b, '}')
	}}
}

// InputPath implements plan.Envelope.
func (e Envelope) InputPath() []string {
	if e.Input == "" {
		return nil
	}
	return []string{e.Input}
}

// String implements plan.Envelope.
func (e Envelope) String() string {
	var words []string
	for _, m := range []struct{ of, name string }{
		{"a record in %q", e.Record},
		{"rows in %q", e.List},
		{"their number in %q", e.Count},
		{"the next page in %q", e.Next},
		{"the previous page in %q", e.Previous},
		{"input in %q", e.Input},
	} {
		if m.name != "" {
			words = append(words, fmt.Sprintf(m.of, m.name))
		}
	}
	return strings.Join(words, ", ")
}
