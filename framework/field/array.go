// Lists in arrays of PostgreSQL, which tables that others manage may have.

package field

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// arrayTypes are the types of arrays for lists of a kind, by its name. Their items have the same text in an array and in JSON.
var arrayTypes = map[string][]string{
	"text":        {"text[]", "character varying[]", "character[]", "citext[]", "name[]", "enum[]"},
	"integer":     {"bigint[]", "integer[]", "smallint[]"},
	"number":      {"double precision[]", "real[]"},
	"decimal":     {"numeric[]"},
	"boolean":     {"boolean[]"},
	"uuid":        {"uuid[]"},
	"date":        {"date[]"},
	"time of day": {"time[]"},
	"timestamp":   {"timestamptz[]"},
	"ip address":  {"inet[]"},
}

// listColumn returns the column of a list in JSON. In a table that others manage it may be an array.
func listColumn(s *Spec, d Dialect) Column {
	c := jsonColumn(d, func(v any) string { return listJSON(s, v) })
	if s.Unmanaged && s.Item != nil && d == PostgreSQL {
		c.Others = append(c.Others, arrayTypes[s.Item.Kind.Name]...)
		c.FromJSON = true
		if s.Item.Kind.FreeText {
			c.Read, c.JSON = unpadded, unpadded
		}
	}
	return c
}

// unpadded is the text of a list of texts, in which those of char(n)[] lack the spaces that PostgreSQL adds to them.
const unpadded = `(SELECT CASE WHEN pg_typeof(v) = CAST('bpchar[]' AS regtype) THEN CAST(CAST(CAST(CAST(v AS text) AS bpchar[]) AS text[]) AS text) ELSE CAST(v AS text) END FROM (SELECT %s AS v) AS list)`

// scanArray reads an array in the text form of PostgreSQL.
func (s *listSlot) scanArray(text string) error {
	items, err := parseArray(text)
	if err != nil {
		return err
	}
	s.make(len(items))
	for i, item := range items {
		if err := s.scanItem(i, item); err != nil {
			return fmt.Errorf("item %d of an array: %w", i, err)
		}
	}
	return nil
}

// scanItem reads the text of an item.
func (s *listSlot) scanItem(i int, text string) error {
	slot := s.at(i)
	if s.item.Kind.FreeText {
		slot.Set(text)
		return nil
	}
	if slot.Scan(text) == nil {
		return nil
	}
	bound, messages := s.item.Kind.Parse(s.item, text)
	if n, err := strconv.ParseFloat(text, 64); messages != nil && err == nil && s.item.Kind.Name == "number" {
		bound, messages = n, nil // NaN or infinity, which clients read as null
	}
	if messages != nil {
		return errors.New(strings.Join(messages, " "))
	}
	slot.Set(bound)
	return nil
}

// isArray reports whether a text is an array, and no list in JSON: {a,b} or [0:1]={a,b}.
func isArray(text string) bool {
	bounds, _, ok := strings.Cut(text, "{")
	return ok && (bounds == "" || strings.HasSuffix(bounds, "]=") && strings.Trim(bounds, "[]:-=0123456789") == "")
}

// errDimensions is the error about an array of arrays.
var errDimensions = errors.New("column holds an array of several dimensions, want one")

// errNullItem is the error about an array with NULL: without the item, a client who sends the list back would lose it.
var errNullItem = errors.New("column holds a list with a null item, want none")

// parseArray returns the items of an array.
func parseArray(text string) (items []string, err error) {
	whole := text
	if strings.HasPrefix(text, "[") {
		_, text, _ = strings.Cut(text, "=")
	}
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return nil, fmt.Errorf("column holds %.100q, want an array", whole)
	}
	if text = text[1 : len(text)-1]; text == "" {
		return nil, nil
	}
	for more := true; more; {
		var item string
		var quoted bool
		switch {
		case strings.HasPrefix(text, "{"):
			return nil, errDimensions
		case strings.HasPrefix(text, `"`):
			item, text, quoted = cutQuoted(text[1:])
			if !quoted {
				return nil, fmt.Errorf("column holds %.100q, want an array", whole)
			}
			if text, more = strings.CutPrefix(text, ","); !more && text != "" {
				return nil, fmt.Errorf("column holds %.100q, want an array", whole)
			}
		default:
			item, text, more = strings.Cut(text, ",")
		}
		if !quoted && item == "NULL" {
			return nil, errNullItem
		}
		items = append(items, item)
	}
	return items, nil
}

// cutQuoted returns the text before the next quote, without the backslashes before its characters, and the text after it.
func cutQuoted(text string) (item, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			return b.String(), text[i+1:], true
		case '\\':
			i++
		}
		if i < len(text) {
			b.WriteByte(text[i])
		}
	}
	return "", "", false
}
