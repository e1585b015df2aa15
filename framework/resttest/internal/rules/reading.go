// Package rules reads the words of rules, as the text of the plan has them, about rows that it is given. It shares nothing with
// the packages by which rules are made and asked.
package rules

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Verdict is the verdict of a rule's words: no, maybe or yes.
type Verdict int

// The verdicts.
const (
	No Verdict = iota
	Maybe
	Yes
)

// Sure is yes or no.
func Sure(b bool) Verdict {
	if b {
		return Yes
	}
	return No
}

// Person is a requester.
type Person struct {
	Name    string // of the account, "" for nobody
	ID      int64
	Admin   bool
	Refused bool // the credentials are no good
	Token   *SentToken
}

// Reading reads the words of rules, as the text of the plan has them, about rows that it has read from the
// tables itself. It shares nothing with the packages that rules are made and asked by.
type Reading struct {
	Rows map[string][]map[string]any // of each table, by column
	// Creating means that the row does not exist yet, and will belong to the requester.
	Creating bool
	// doing is the name of the requested operation in a rule by operation, "" for one without a name there.
	doing string
	Now   time.Time // of the service
}

// Rule returns a rule's verdict on a request. row is nil if no row is known.
func (r Reading) Rule(words string, who Person, safe bool, of *plan.Resource, row map[string]any) Verdict {
	words = allowing(words)
	name, parts := Split(words)
	switch name {
	case "all":
		lowest := Yes
		for _, part := range parts {
			lowest = min(lowest, r.Rule(part, who, safe, of, row))
		}
		return lowest
	case "any":
		highest := No
		for _, part := range parts {
			highest = max(highest, r.Rule(part, who, safe, of, row))
		}
		return highest
	case "not":
		return Yes - r.Rule(parts[0], who, safe, of, row)
	case "by":
		return r.Rule(r.partOf(parts, safe), who, safe, of, row)
	}
	signedIn := who.Name != ""
	switch words {
	case "anyone":
		return Yes
	case "nobody", "second factor": // nobody of a world has one
		return No
	case "signed in":
		return Sure(signedIn)
	case "admin":
		return Sure(who.Admin)
	case "read only":
		return Sure(safe)
	case "signed in or read only":
		return Sure(safe || signedIn)
	case "owner or read only":
		if safe {
			return Yes
		}
		return r.owns(who, of, row)
	case "owner":
		return r.owns(who, of, row)
	}
	if holds, is := r.isTime(words); is {
		return holds
	}
	if holds, is := r.grants(words, who); is {
		return holds
	}
	if holds, is := r.rowGrants(words, who, of, row); is {
		return holds
	}
	if holds, is := r.some(words, who, of, row); is {
		return holds
	}
	return r.compares(words, who, of, row)
}

// Withheld returns the members of a resource that the words of their rules hide from the person, for
// reading or for writing.
func (r Reading) Withheld(who Person, safe bool, of *plan.Resource) (names []string) {
	for _, rule := range of.Fields {
		if r.Rule(permission.String(rule.Rule), who, safe, of, nil) == Yes {
			continue
		}
		for _, shape := range of.Shapes.All() {
			for _, f := range shape.Type.Fields {
				if f == rule.Field || rule.Field.Column != "" && RowField(f).Column == rule.Field.Column {
					names = append(names, f.Wire)
				}
			}
		}
	}
	return names
}

// Split takes the words of a joined rule apart; a simple one has no name.
func Split(words string) (name string, parts []string) {
	name, rest, joined := strings.Cut(words, "(")
	if !joined || !strings.HasSuffix(rest, ")") || !slices.Contains([]string{"all", "any", "not", "by"}, name) {
		return "", nil
	}
	rest = strings.TrimSuffix(rest, ")")
	depth, quoted, from := 0, false, 0
	for i := 0; i < len(rest); i++ {
		switch at := rest[i]; {
		case at == '\\' && quoted:
			i++
		case at == '"':
			quoted = !quoted
		case quoted:
		case at == '(':
			depth++
		case at == ')':
			depth--
		case at == ',' && depth == 0 && strings.HasPrefix(rest[i:], ", "):
			if !daysGoOn(rest[i+2:]) {
				parts, from = append(parts, rest[from:i]), i+2
			}
		}
	}
	if rest != "" {
		parts = append(parts, rest[from:])
	}
	return name, parts
}

// Opaque reports whether a rule has a part that its words do not determine, such as a Go function.
func Opaque(words string) bool {
	words = allowing(words)
	if name, parts := Split(words); name != "" {
		return slices.ContainsFunc(parts, func(part string) bool {
			if name == "by" {
				_, part, _ = strings.Cut(part, " ")
			}
			return Opaque(part)
		})
	}
	if _, isTime := (Reading{}).isTime(words); isTime {
		return false
	}
	simple := []string{"anyone", "nobody", "second factor", "signed in", "admin", "read only", "owner", "signed in or read only", "owner or read only"}
	_, _, among := amongWords(words)
	return !among && !slices.Contains(simple, words) && !strings.HasSuffix(words, " is me") && !strings.Contains(words, " = ")
}

func (r Reading) owns(who Person, of *plan.Resource, row map[string]any) Verdict {
	switch {
	case who.Name == "":
		return No
	case r.Creating:
		return Yes
	case row == nil:
		return Maybe
	}
	return Sure(row[of.Type.Owner.Column] == who.ID)
}

// compares reads a condition on a row: "project.members.user is me", `state = "draft"`.
func (r Reading) compares(words string, who Person, of *plan.Resource, row map[string]any) Verdict {
	if path, me := strings.CutSuffix(words, " is me"); me && !strings.ContainsAny(path, " ()") {
		switch {
		case who.Name == "":
			return No
		case row == nil:
			return Maybe
		}
		values, known := r.along(of.Type, row, strings.Split(path, "."))
		if !known {
			return Maybe
		}
		return Sure(slices.Contains(values, any(who.ID)))
	}
	if path, among, is := amongWords(words); is {
		values, known := r.valuesAt(of, row, path)
		if !known {
			return Maybe
		}
		return Sure(slices.ContainsFunc(values, func(v any) bool { return slices.Contains(among, v) }))
	}
	path, literal, equal := strings.Cut(words, " = ")
	if !equal || row == nil || strings.ContainsAny(path, " ()") {
		return Maybe
	}
	values, known := r.along(of.Type, row, strings.Split(path, "."))
	if !known {
		return Maybe
	}
	if literal == "<nil>" {
		if strings.Contains(path, ".") {
			return Maybe
		}
		return Sure(values[0] == nil)
	}
	want, known := value(literal)
	if !known {
		return Maybe
	}
	return Sure(slices.Contains(values, want))
}

// valuesAt returns the values at the end of a path, if the row and its related rows are known.
func (r Reading) valuesAt(of *plan.Resource, row map[string]any, path string) (values []any, known bool) {
	if row == nil {
		return nil, false
	}
	return r.along(of.Type, row, strings.Split(path, "."))
}

// amongWords reads `role in "editor" or "owner"`.
func amongWords(words string) (path string, values []any, is bool) {
	path, rest, is := strings.Cut(words, " in ")
	if !is || path == "" || strings.ContainsAny(path, ` "()`) {
		return "", nil, false
	}
	for rest != "" {
		literal, err := strconv.QuotedPrefix(rest)
		if err != nil {
			literal, _, _ = strings.Cut(rest, " or ")
		}
		v, known := value(literal)
		if !known {
			return "", nil, false
		}
		values, rest = append(values, v), strings.TrimPrefix(rest[len(literal):], " or ")
	}
	return path, values, true
}

// value returns a literal of a rule in SQLite's form.
func value(literal string) (v any, known bool) {
	if literal == "true" || literal == "false" {
		return int64(len("false") - len(literal)), true
	}
	if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
		return n, true
	}
	text, err := strconv.Unquote(literal)
	return text, err == nil
}

// SentToken is a token that somebody sends instead of a password.
type SentToken struct {
	ID     string // in responses
	Scope  string // the limit, "" for none
	Header string // Authorization
}

// IsAccountPassword reports whether a field of a resource is the password by which an account logs in.
func IsAccountPassword(of *plan.Resource, f *schema.Field) bool {
	return of.Type.Table == AccountsTable && f.Kind.Seal != nil && RowField(f).Column == "password"
}

// Credential returns the value of a member, as JSON, with which an account stays one that can log in: its own name
// and password. It is empty for other members.
func Credential(of *plan.Resource, f *schema.Field, who Person) string {
	switch {
	case IsAccountPassword(of, f):
		return strconv.Quote(who.Name + "-password")
	case RowField(f).Column == "username":
		return strconv.Quote(who.Name)
	}
	return ""
}

// RowField returns the field of the row for one of a representation.
func RowField(f *schema.Field) *schema.Field {
	if f.Of != nil {
		return f.Of
	}
	return f
}
