package resttest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
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
}

// reading reads the words of rules, as the text of the plan has them, about rows that it has read from the
// tables itself. It shares nothing with the packages that rules are made and asked by.
type reading struct {
	rows map[string][]map[string]any // of each table, by column
	// creating says that the row is not there yet, and will be the requester's own.
	creating bool
}

// read reads all rows of a server, behind its back.
func (c *conformance) read(t testing.TB, server *Server) reading {
	t.Helper()
	db, err := server.open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r := reading{rows: map[string][]map[string]any{}}
	for _, table := range c.plan.Tables {
		rows, err := db.QueryContext(t.Context(), `SELECT * FROM "`+table.Name+`" ORDER BY 1`)
		if err != nil {
			t.Fatal(err)
		}
		columns, all, err := scanAll(rows)
		if err != nil {
			t.Fatal(err)
		}
		for _, values := range all {
			row := map[string]any{}
			for i, column := range columns {
				row[column] = plain(values[i])
			}
			r.rows[table.Name] = append(r.rows[table.Name], row)
		}
	}
	return r
}

// rule is what a rule says of a request. row is nil where no row is known.
func (r reading) rule(words string, who person, safe bool, of *plan.Resource, row map[string]any) verdict {
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
		part := strings.TrimPrefix(parts[1], "write ")
		if safe {
			part = strings.TrimPrefix(parts[0], "read ")
		}
		return r.rule(part, who, safe, of, row)
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
	return r.compares(words, who, of, row)
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
			parts, from = append(parts, rest[from:i]), i+2
		}
	}
	if rest != "" {
		parts = append(parts, rest[from:])
	}
	return name, parts
}

// opaque reports whether a rule has a part that is more than its words say, such as a Go function.
func opaque(words string) bool {
	if name, parts := split(words); name != "" {
		return slices.ContainsFunc(parts, func(part string) bool {
			return opaque(strings.TrimPrefix(strings.TrimPrefix(part, "read "), "write "))
		})
	}
	simple := []string{"anyone", "nobody", "signed in", "admin", "read only", "owner", "signed in or read only", "owner or read only"}
	return !slices.Contains(simple, words) && !strings.HasSuffix(words, " is me") && !strings.Contains(words, " = ")
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

// along are the values at the end of a path from a row. They are not known where the path has other
// names than those of fields, or a column keeps its values in a form of its own.
func (r reading) along(of *schema.Type, row map[string]any, names []string) (values []any, known bool) {
	i := slices.IndexFunc(of.Fields, func(f *schema.Field) bool { return f.Wire == names[0] || f.Column == names[0] })
	if i < 0 {
		return nil, false
	}
	f := of.Fields[i]
	if f.Relation == nil {
		plainly := f.Column != "" && f.ColumnIn(field.SQLite).Store == nil
		return []any{row[f.Column]}, len(names) == 1 && plainly
	}
	var others []any // the keys of the other side
	target := f.Relation.Type
	switch {
	case f.IsToOne():
		others = []any{row[f.Column]}
	case f.IsHasMany():
		for _, other := range r.rows[target.Table] {
			if f.Relation.By != nil && other[f.Relation.By.Column] == row[of.Key.Column] {
				others = append(others, other[target.Key.Column])
			}
		}
	default:
		for _, pair := range r.rows[f.Relation.Through] {
			if pair[f.Relation.Here] == row[of.Key.Column] {
				others = append(others, pair[f.Relation.There])
			}
		}
	}
	if len(names) == 1 {
		return others, true
	}
	for _, other := range r.rows[target.Table] {
		if !slices.Contains(others, other[target.Key.Column]) {
			continue
		}
		more, known := r.along(target, other, names[1:])
		if !known {
			return nil, false
		}
		values = append(values, more...)
	}
	return values, true
}

// may is what the rule of a resource says of a request to a row, nil for no row in particular.
func (r reading) may(who person, safe bool, of *plan.Resource, row map[string]any) verdict {
	return r.rule(permission.String(of.Access), who, safe, of, row)
}

// restricted reports whether others keep the row from being deleted.
func (r reading) restricted(tables []schema.Table, table string, key any) bool {
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.References != table || t.Pairs || c.Delete == schema.SetNull {
				continue
			}
			for _, row := range r.rows[t.Name] {
				if row[c.Name] == key && (c.Delete == schema.Restrict || r.restricted(tables, t.Name, row[keyOf(t)])) {
					return true
				}
			}
		}
	}
	return false
}

// keyOf is the column of a table's key.
func keyOf(t schema.Table) string {
	for _, c := range t.Columns {
		if c.Key {
			return c.Name
		}
	}
	return ""
}
