// Parameters of the query of a list.

package plan

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Param is a parameter of the query of a list.
type Param struct {
	Name   string
	About  string         // in a sentence, for people
	Also   string         // the values that depend on the request, in a sentence; "" for none
	Schema map[string]any // JSON Schema of its value
	Role   Role
	// Several means that it may be repeated. For another parameter that is repeated, the request is
	// refused, or the last value counts: see RequestRules.
	Several bool
	Commas  bool           // several values may be joined by commas
	Field   *schema.Field  // whose values it takes; nil for none
	Inside  *schema.Inside // Field as a member of objects; nil for any other
	Lookup  field.Lookup   // the look-up of a filter; "" for another parameter
	// Label, Choices and Input are for the form of a page. Label is the subject of the parameter, without
	// the lookup: "Priority"; "" is the label of Field, or the words of the name. Choices are all its
	// values; nil are those of Field. Input is the form's input for a value without a Field.
	Label   string
	Choices []field.Choice
	Input   field.Input
	// Path is the compared path of a filter; nil for other parameters.
	Path *FieldPath
	// Days means that values may be relative to now, see package relative, and Me that they may be Me.
	Days, Me bool
	// Size means that a parameter of a paginator sets the length of a page. Links to other rows keep only
	// this one of its parameters: the others select the page.
	Size bool
	// Check returns the mistakes in the last value of a parameter of a Paginator; it may be empty. nil
	// checks nothing, and RequestRules may skip the check.
	Check func(value string) (messages []string)
	// Read adds the values' effect to the listing; there is at least one value, and none is empty. Messages
	// refuse the request, under the name of the parameter. It is nil for a parameter of a Paginator.
	Read func(l *Listing, values []string) (messages []string, err error)
}

// Description returns About and Also, for clients.
func (p *Param) Description() string { return strings.TrimSpace(p.About + " " + p.Also) }

// Narrows reports whether the parameter excludes rows: a filter, alternatives of filters, or search.
func (p *Param) Narrows() bool { return p.Role <= SearchRole }

// Narrowing returns those of the parameters that exclude rows.
func Narrowing(params []*Param) (list []*Param) {
	for _, p := range params {
		if p.Narrows() {
			list = append(list, p)
		}
	}
	return list
}

// ReadWhole parses a parameter that is a decimal number without a sign. A number above the range of int64
// is the largest one. Messages refuse anything else, and a number below the least.
func ReadWhole(text string, least int64) (n int64, messages []string) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange), text[0] == '+':
		return 0, []string{"A valid integer is required."}
	case n < least:
		return 0, []string{fmt.Sprintf("Ensure this value is greater than or equal to %d.", least)}
	}
	return n, nil
}

// NameWords returns the name of a parameter in words: "Project name" for "project.name" and
// "project__name".
func NameWords(name string) string {
	words := strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '.' || r == '-' }), " ")
	for i, r := range words {
		return string(unicode.ToUpper(r)) + words[i+len(string(r)):]
	}
	return name
}

// Role is the effect of a parameter on a list.
type Role uint8

// The roles, in the order of Resource.Params.
const (
	FilterRole       Role = iota // excludes some rows
	AlternativesRole             // excludes the rows that meet none of several queries of filters: see NewAlternatives
	SearchRole                   // excludes rows without some words
	OrderingRole                 // sorts the rows
	MembersRole                  // selects the shown members
	PagingRole                   // selects the page, or limits the number of rows
)

// String returns the role in a word.
func (r Role) String() string {
	return [...]string{"filter", "alternatives", "search", "ordering", "members", "paging"}[r]
}

// writeParams writes the filters of a list and its order, if there are any. Other lines tell of the other parameters.
func writeParams(b *strings.Builder, params []*Param) {
	var rows [][]string
	for _, p := range params {
		if p.Role == PagingRole || p.Role == SearchRole || p.Role == AlternativesRole {
			continue
		}
		words := []string{string(p.Lookup)}
		if p.Lookup == "" {
			words = nil
		}
		if p.Several {
			words = append(words, "several")
		}
		rows = append(rows, []string{p.Name, p.Role.String(), strings.Join(words, ", "), p.About})
	}
	if rows != nil {
		b.WriteString("  parameters\n")
		align(b, "    ", rows)
	}
}

// Code returns the code of a message about values of the parameter, for programs.
func (p *Param) Code(message string, values []string) string {
	if p.Role == OrderingRole || p.Role == MembersRole || message == noChoice {
		return "invalid_choice"
	}
	for _, value := range values {
		for text := range strings.SplitSeq(value, ",") {
			if message == field.NoChoice(text) {
				return "invalid_choice"
			}
		}
	}
	return ""
}

// noChoice is the message of a filter that names one row.
const noChoice = "Select a valid choice. That choice is not one of the available choices."
