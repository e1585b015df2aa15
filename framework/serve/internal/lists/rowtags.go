// The entity tags of the rows of a list, on request.

package lists

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
)

// tagsParam is the parameter that adds to each row of a list its entity tag, in the member tagMember: the
// tag of the record in the same format.
const (
	tagsParam = "_etags"
	tagMember = "_etag"
)

// rowTags are the tags of the rows of a list; nil for none.
type rowTags struct {
	x      *request.Exchange
	a      *request.Admission
	format request.Negotiated
	// alike means that the row of a list suffices for its tag. Otherwise the page reads the records, in one
	// statement.
	alike bool
	keys  []schema.Key
	ends  []int // ends of the rows in the page's text
	tags  []string
	// untagged means that the rows have only actions.
	untagged bool
	actions  *rowActions // nil if the client does not request them
}

// readTags returns the tags and actions for the rows of a list, nil for none. HTML pages and tables have no
// place for them.
func readTags(x *request.Exchange, a *request.Admission, asked *plan.Listing) (*rowTags, error) {
	if a.Format.Page || a.Format.RowsOnly {
		return nil, nil
	}
	actions, err := readActions(x, a, a.Route.Res.List.Choose(asked.Members))
	if err != nil {
		return nil, err
	}
	if !strings.Contains(x.R.URL.RawQuery, tagsParam) {
		return untagged(x, a, actions), nil
	}
	var problems problem.Fields
	res := a.Route.Res
	list := res.List.Type
	t := &rowTags{x: x, a: a, format: request.TagFormat(x, a), actions: actions}
	t.alike = asked.Members == nil && (list == res.Retrieve.Type || list.Version != nil)
	switch querystring.Last(x.R.URL.RawQuery, tagsParam) {
	case "", "false":
		return untagged(x, a, actions), nil
	case "true":
	default:
		problems.Add(tagsParam, "Must be a valid boolean.")
	}
	if !t.alike && res.Pages == nil {
		problems.Add(tagsParam, "The rows of this list are not as their records are, and it has no pages: it cannot have their tags.")
	}
	if len(problems) > 0 {
		return nil, &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
	}
	return t, nil
}

// asked returns the questions for the statement of the list; nil for none.
func (t *rowTags) asked() *access.Questions {
	if t == nil || t.actions == nil {
		return nil
	}
	return &t.actions.Questions
}

// untagged returns rows with only actions; nil without any.
func untagged(x *request.Exchange, a *request.Admission, actions *rowActions) *rowTags {
	if actions == nil {
		return nil
	}
	return &rowTags{x: x, a: a, untagged: true, alike: true, actions: actions}
}

// add appends the tag and the actions of the last row to its object.
func (t *rowTags) add(row []byte, rec *schema.Record) []byte {
	if !t.untagged {
		row = appendTag(row, t.a.Route.Res.RecordTag(rec, t.x.Base, t.format))
	}
	return t.actions.addRead(row, rec)
}

// appendTag appends a tag to an object.
func appendTag(object []byte, tag string) []byte {
	return append(notation.AppendText(openMember(object, tagMember), tag), '}')
}

// openMember removes the end of an object and begins another member.
func openMember(object []byte, name string) []byte {
	object = object[:len(object)-1]
	if object[len(object)-1] != '{' {
		object = append(object, ',')
	}
	return append(append(append(object, '"'), name...), `":`...)
}

// note records the end of a row of the page, and its tag or its key.
func (t *rowTags) note(rec *schema.Record, end int) {
	if t == nil {
		return
	}
	t.ends = append(t.ends, end)
	t.actions.note(rec)
	switch {
	case t.untagged:
		t.tags = append(t.tags, "")
	case t.alike:
		t.tags = append(t.tags, t.a.Route.Res.RecordTag(rec, t.x.Base, t.format))
	default:
		t.keys = append(t.keys, rec.Key())
	}
}

// insert adds the tags to the rows of a page. A record that was deleted meanwhile gets none.
func (t *rowTags) insert(rows []byte) ([]byte, error) {
	if !t.alike {
		if err := t.read(); err != nil {
			return nil, err
		}
	}
	if err := t.actions.find(t.x); err != nil {
		return nil, err
	}
	tagged := make([]byte, 0, len(rows)+len(t.ends)*48)
	start := 0
	for i, end := range t.ends {
		tagged = append(tagged, rows[start:end]...)
		if t.tags[i] != "" {
			tagged = appendTag(tagged, t.tags[i])
		}
		tagged = t.actions.add(tagged, i)
		start = end
	}
	return tagged, nil
}

// read reads the records of a page for their tags, in one statement.
func (t *rowTags) read() error {
	t.tags = make([]string, len(t.keys))
	if len(t.keys) == 0 {
		return nil
	}
	res := t.a.Route.Res
	view, err := access.ReadView(t.x, t.a, res.Retrieve, nil)
	if err != nil {
		return err
	}
	found := map[schema.Key]string{}
	err = view.Stream(t.x.Context, access.AmongKeys(res.Type, t.keys), func(rec *schema.Record) error {
		found[rec.Key()] = res.RecordTag(rec, t.x.Base, t.format)
		return nil
	})
	if err != nil {
		return fmt.Errorf("tags of %s: %w", res.Name, err)
	}
	for i, key := range t.keys {
		t.tags[i] = found[key]
	}
	return nil
}
