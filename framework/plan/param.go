// Parameters of the query of a list.

package plan

import (
	"strings"
	"unicode"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Param is a parameter of the query of a list.
type Param struct {
	Name   string
	About  string         // in a sentence, for people
	Schema map[string]any // JSON Schema of its value
	Role   Role
	// Several says that it may be there more than once. A request that repeats another one is refused,
	// or the last counts: see RequestRules.
	Several bool
	Commas  bool           // several values may be joined by commas
	Field   *schema.Field  // whose values it takes; nil for none
	Inside  *schema.Inside // Field as a member of objects; nil for any other
	Lookup  field.Lookup   // what a filter asks of the field; "" for another parameter
	// Label, Choices and Input are for the form of a page. Label is what the parameter asks about, without
	// the lookup: "Priority"; "" is the label of Field, or the name in words. Choices are all values that it
	// takes; nil are those of Field. Input is how the form asks for a value where there is no Field.
	Label   string
	Choices []field.Choice
	Input   field.Input
	// Path is what a filter asks of; nil for other parameters.
	Path *FieldPath
	// Size says of a parameter of a paginator that it says how long a page is. Links to other rows keep it,
	// and no other one: these say which page is shown.
	Size bool
	// Read adds to the listing what the values ask for, at least one and none of them empty. Messages
	// refuse the request, under the name of the parameter. It is nil for what a Paginator reads.
	Read func(l *Listing, values []string) (messages []string, err error)
}

// Narrows reports whether the parameter leaves rows out: a filter, or search.
func (p *Param) Narrows() bool { return p.Role == FilterRole || p.Role == SearchRole }

// Narrowing are those of the parameters that leave rows out.
func Narrowing(params []*Param) (list []*Param) {
	for _, p := range params {
		if p.Narrows() {
			list = append(list, p)
		}
	}
	return list
}

// NameWords are the name of a parameter in words: "Project name" of "project.name" and "project__name".
func NameWords(name string) string {
	words := strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '.' || r == '-' }), " ")
	for i, r := range words {
		return string(unicode.ToUpper(r)) + words[i+len(string(r)):]
	}
	return name
}

// Role is what a parameter does to a list.
type Role uint8

// The roles, in the order of Resource.Params.
const (
	FilterRole   Role = iota // leaves some rows out
	SearchRole               // leaves out those rows that do not have some words
	OrderingRole             // says in which order the rows are
	MembersRole              // says what of each row is shown
	PagingRole               // says which page is shown, or how many rows there may be
)

// String is the role in a word.
func (r Role) String() string {
	return [...]string{"filter", "search", "ordering", "members", "paging"}[r]
}

// writeParams writes the parameters of a list beside those of its pages and of search, if there are some.
func writeParams(b *strings.Builder, params []*Param) {
	var rows [][]string
	for _, p := range params {
		if p.Role == PagingRole || p.Role == SearchRole {
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

// Code returns the code of a message about values of the parameter, for programs that read it.
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
