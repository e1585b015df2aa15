package resttest

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/server"
)

// verdict is what the words of a rule say: no, maybe or yes.
type verdict int

const (
	no verdict = iota
	maybe
	yes
)

func sure(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// person is somebody who asks.
type person struct {
	name    string // of the account, "" for nobody
	id      int64
	admin   bool
	refused bool // the credentials are no good
	token   *sentToken
}

// reading reads the words of rules, as the text of the plan has them, about rows that it has read from the
// tables itself. It shares nothing with the packages that rules are made and asked by.
type reading struct {
	rows map[string][]map[string]any // of each table, by column
	// creating says that the row is not there yet, and will be the requester's own.
	creating bool
	// doing is what a rule by operation calls the one that is asked for, "" for one that it does not tell from others.
	doing string
	now   time.Time // of the service
}

// read reads all rows of a server, behind its back.
func (c *conformance) read(t testing.TB, served *Server) reading {
	t.Helper()
	db, err := served.Behind()
	if err != nil {
		t.Fatal(err)
	}
	r := reading{rows: map[string][]map[string]any{}, now: served.Now()}
	for _, table := range c.plan.Tables {
		rows, err := db.QueryContext(t.Context(), `SELECT * FROM "`+table.Name+`" ORDER BY 1`)
		if err != nil {
			t.Fatal(err)
		}
		columns, all, err := server.ScanAll(rows)
		if err != nil {
			t.Fatal(err)
		}
		for _, values := range all {
			row := map[string]any{}
			for i, column := range columns {
				row[column] = server.Plain(values[i])
			}
			r.rows[table.Name] = append(r.rows[table.Name], row)
		}
	}
	return r
}

// rule is what a rule says of a request. row is nil where no row is known.
func (r reading) rule(words string, who person, safe bool, of *plan.Resource, row map[string]any) verdict {
	words = allowing(words)
	name, parts := split(words)
	switch name {
	case "all":
		lowest := yes
		for _, part := range parts {
			lowest = min(lowest, r.rule(part, who, safe, of, row))
		}
		return lowest
	case "any":
		highest := no
		for _, part := range parts {
			highest = max(highest, r.rule(part, who, safe, of, row))
		}
		return highest
	case "not":
		return yes - r.rule(parts[0], who, safe, of, row)
	case "by":
		return r.rule(r.partOf(parts, safe), who, safe, of, row)
	}
	signedIn := who.name != ""
	switch words {
	case "anyone":
		return yes
	case "nobody":
		return no
	case "signed in":
		return sure(signedIn)
	case "admin":
		return sure(who.admin)
	case "read only":
		return sure(safe)
	case "signed in or read only":
		return sure(safe || signedIn)
	case "owner or read only":
		if safe {
			return yes
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

// withheld are the members of a resource that the words of their rules keep from who asks, to read or to write.
func (r reading) withheld(who person, safe bool, of *plan.Resource) (names []string) {
	for _, rule := range of.Fields {
		if r.rule(permission.String(rule.Rule), who, safe, of, nil) == yes {
			continue
		}
		for _, shape := range of.Shapes.All() {
			for _, f := range shape.Type.Fields {
				if f == rule.Field || rule.Field.Column != "" && rowField(f).Column == rule.Field.Column {
					names = append(names, f.Wire)
				}
			}
		}
	}
	return names
}

// split takes the words of a joined rule apart; a simple one has no name.
func split(words string) (name string, parts []string) {
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

// opaque reports whether a rule has a part that is more than its words say, such as a Go function.
func opaque(words string) bool {
	words = allowing(words)
	if name, parts := split(words); name != "" {
		return slices.ContainsFunc(parts, func(part string) bool {
			if name == "by" {
				_, part, _ = strings.Cut(part, " ")
			}
			return opaque(part)
		})
	}
	if _, isTime := (reading{}).isTime(words); isTime {
		return false
	}
	simple := []string{"anyone", "nobody", "signed in", "admin", "read only", "owner", "signed in or read only", "owner or read only"}
	_, _, among := amongWords(words)
	return !among && !slices.Contains(simple, words) && !strings.HasSuffix(words, " is me") && !strings.Contains(words, " = ")
}

func (r reading) owns(who person, of *plan.Resource, row map[string]any) verdict {
	switch {
	case who.name == "":
		return no
	case r.creating:
		return yes
	case row == nil:
		return maybe
	}
	return sure(row[of.Type.Owner.Column] == who.id)
}

// compares reads a condition on a row: "project.members.user is me", `state = "draft"`.
func (r reading) compares(words string, who person, of *plan.Resource, row map[string]any) verdict {
	if path, me := strings.CutSuffix(words, " is me"); me && !strings.ContainsAny(path, " ()") {
		switch {
		case who.name == "":
			return no
		case row == nil:
			return maybe
		}
		values, known := r.along(of.Type, row, strings.Split(path, "."))
		if !known {
			return maybe
		}
		return sure(slices.Contains(values, any(who.id)))
	}
	if path, among, is := amongWords(words); is {
		values, known := r.valuesAt(of, row, path)
		if !known {
			return maybe
		}
		return sure(slices.ContainsFunc(values, func(v any) bool { return slices.Contains(among, v) }))
	}
	path, literal, equal := strings.Cut(words, " = ")
	if !equal || row == nil || strings.ContainsAny(path, " ()") {
		return maybe
	}
	values, known := r.along(of.Type, row, strings.Split(path, "."))
	if !known {
		return maybe
	}
	if literal == "<nil>" {
		if strings.Contains(path, ".") {
			return maybe
		}
		return sure(values[0] == nil)
	}
	want, known := value(literal)
	if !known {
		return maybe
	}
	return sure(slices.Contains(values, want))
}

// valuesAt are the values at the end of a path, where the row and what it leads to is known.
func (r reading) valuesAt(of *plan.Resource, row map[string]any, path string) (values []any, known bool) {
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

// value is a literal of a rule as SQLite has it.
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
