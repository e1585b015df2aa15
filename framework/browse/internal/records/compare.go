// The comparison of two versions of a record.

package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/pageapi"
)

// maxLines is the largest number of lines that are compared line by line.
const maxLines = 500

// Comparing is the form that compares two entries of a history, which are chosen in their rows.
type Comparing struct {
	Action string
	Hidden []inputs.SentField // the other parameters of the query
}

// Comparison holds the differences between two versions of a record.
type Comparison struct {
	From, To Past
	Members  []ComparedMember // empty if they are equal
}

// ComparedMember is one member that differs: its values, or its lines for a text of several lines.
type ComparedMember struct {
	PastChange
	Lines []ComparedLine
}

// ComparedLine is a removed, added or common line of a text. Mark is "-", "+" or "".
type ComparedLine struct{ Mark, Text string }

// addComparison compares the versions in the query of a history, and offers the versions on its page.
func addComparison(people *teller, record *Record, may []*plan.Operation) error {
	from, to := pageapi.LastParam(record.Query, layout.FromParam), pageapi.LastParam(record.Query, layout.ToParam)
	if from == "" || to == "" {
		offerVersions(record)
		return nil
	}
	versions, err := people.Req.Versions(from, to)
	if err != nil {
		return err
	}
	c := &Comparison{}
	for i, of := range []*Past{&c.From, &c.To} {
		v := versions[i]
		*of = Past{ID: v.ID, At: v.At, By: v.By, Did: did(v.Operation)}
		if len(may) > 0 {
			of.Restore = restoreButton(people.Source, v.ID, v.At)
		}
	}
	record.Compared = c
	offerVersions(record)
	after := map[string][]byte{}
	for name, value := range media.Members(versions[1].State) {
		after[name] = bytes.Clone(value)
	}
	for name, value := range media.Members(versions[0].State) {
		c.compare(people, name, value, after[name])
		delete(after, name)
	}
	for name := range media.Members(versions[1].State) {
		if value, added := after[name]; added {
			c.compare(people, name, nil, value)
		}
	}
	return nil
}

// offerVersions offers two entries of the page for comparison: by default the newest and the one before.
func offerVersions(record *Record) {
	if len(record.Past) < 2 {
		return
	}
	record.Compares = &Comparing{Action: layout.Local(record.Answer, layout.PlainPath(record.Answer))}
	for _, q := range pageapi.QueryParams(record.Query) {
		if q.Name != layout.FromParam && q.Name != layout.ToParam {
			record.Compares.Hidden = append(record.Compares.Hidden, inputs.SentField{Name: q.Name, Text: q.Value})
		}
	}
	from, to := record.Past[1].ID, record.Past[0].ID
	if record.Compared != nil {
		from, to = record.Compared.From.ID, record.Compared.To.ID
	}
	for i := range record.Past {
		p := &record.Past[i]
		p.From, p.To = p.ID == from, p.ID == to
	}
}

// compare adds a member if its values differ: a text of several lines by its lines.
func (c *Comparison) compare(people *teller, name string, before, after []byte) {
	if bytes.Equal(before, after) {
		return
	}
	f := people.Resource.Shapes.Retrieve.Type.ByWire(name)
	m := ComparedMember{PastChange: PastChange{Label: name, Before: people.cell(f, before, cells.Whole), After: people.cell(f, after, cells.Whole)}}
	if f != nil {
		m.Label = cells.LabelOf(f)
	}
	if older, newer := pastText(before), pastText(after); strings.Contains(older, "\n") || strings.Contains(newer, "\n") {
		m.Lines = compareLines(strings.Split(older, "\n"), strings.Split(newer, "\n"))
	}
	c.Members = append(c.Members, m)
}

// pastText returns a JSON value for people: a text without quotation marks, and nothing for null.
func pastText(value []byte) string {
	var text string
	switch {
	case len(value) == 0 || value[0] == 'n':
		return ""
	case value[0] == '"' && json.Unmarshal(value, &text) == nil:
		return strings.ReplaceAll(text, "\r\n", "\n")
	}
	return string(value)
}

// compareLines returns the lines of two texts, with common lines once; nil if there are too many.
func compareLines(before, after []string) (lines []ComparedLine) {
	if len(before) > maxLines || len(after) > maxLines {
		return nil
	}
	// same[i][j] is the length of the longest common part of the texts from lines i and j on.
	same := make([][]int, len(before)+1)
	for i := range same {
		same[i] = make([]int, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(after) - 1; j >= 0; j-- {
			if same[i][j] = max(same[i+1][j], same[i][j+1]); before[i] == after[j] {
				same[i][j] = same[i+1][j+1] + 1
			}
		}
	}
	i, j := 0, 0
	for i < len(before) || j < len(after) {
		switch {
		case i < len(before) && j < len(after) && before[i] == after[j]:
			lines = append(lines, ComparedLine{"", before[i]})
			i, j = i+1, j+1
		case j == len(after) || i < len(before) && same[i+1][j] >= same[i][j+1]:
			lines = append(lines, ComparedLine{"-", before[i]})
			i++
		default:
			lines = append(lines, ComparedLine{"+", after[j]})
			j++
		}
	}
	return lines
}

// restoreButton returns the button that restores the record's version after an entry of its history.
func restoreButton(source *layout.Source, id int64, at string) *cells.Button {
	path := fmt.Sprintf("%shistory/%d/restore/", source.RecordPath(), id)
	return &cells.Button{Action: path, Key: source.Req.NewKey(), Text: source.Language.SayWord("Restore"), Label: words.Phrase(source.Language, "Restore what it was after this, of %s", cells.Moment(at).Text)}
}
