// Facts that requesters may not know: none of their responses may depend on them.

package resttest

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/schema"
)

// world is the service for one requester. The same requests are sent for the rows as they are, and for rows
// in which everything that the words of the rules hide from the requester is missing, or has other values.
// The responses must be equal, to the byte: no count, choice, order, page, match, tag or message may depend
// on it.
type world struct {
	*matrix
	who     rules.Person
	rows    rules.Reading
	kept    *Snapshot
	members []hiddenMember
	names   *regexp.Regexp // of members that the requester may not read, nil for none
}

// hiddenMember is a column that a requester may not read.
type hiddenMember struct{ table, column, wire string }

// question is a request, without the requester.
type question struct {
	method, path, body string
	headers            []string
}

// compareWorlds sends the requests of everybody with valid credentials.
func (m *matrix) compareWorlds() {
	m.Helper()
	m.live()
	kept := m.server.Snapshot(m)
	rows := m.c.read(m, m.server)
	for _, who := range m.people {
		w := &world{matrix: m, who: who, rows: rows, kept: kept}
		if who.Token != nil {
			w.tellActions() // scopes are about operations; what the answers have is as the rules say
		}
		if who.Refused || who.Token != nil {
			continue
		}
		w.findMembers()
		questions := w.questions()
		answers := make([]string, len(questions))
		for i, q := range questions {
			answers[i] = w.told(q)
			w.mentions(q, answers[i])
		}
		if kept.Changed() {
			w.kept.Restore() // the table checks the changes of a dry run or a GET
		}
		w.conceal()
		for i, q := range questions {
			if answer := w.told(q); answer != answers[i] && w.same(q, answers[i]) {
				server.Failure{
					Fault: "it tells what the rules keep from the requester; where that is gone, or is something else, the answer is another",
					Asked: w.request(q), Got: golden.Lines(answer, answers[i]), Want: "the lines with -, as where it is gone", Rule: w.rulesAt(q.path),
				}.Report(m)
			}
		}
		kept.Restore()
		w.writeMembers()
		w.writeRows()
		w.tellActions()
		kept.Restore()
	}
	m.kept.Restore()
	m.kept.Changed()
}

// live lets rows have been changed, some of them deleted, and files uploaded, by those who may. Accounts stay as they are: with
// other names nobody could ask.
func (m *matrix) live() {
	for _, r := range m.c.plan.Resources {
		if r.Singleton || !r.Has(plan.Modify) || r.Type.Table == rules.AccountsTable {
			continue
		}
		for i, row := range m.reading.Rows[r.Type.Table] {
			for _, who := range m.people {
				if who.Refused || who.Token != nil || m.reading.Reads(who, r, row) == rules.No || m.reading.Writes(rules.DoesChange, who, r, row) == rules.No {
					continue
				}
				members, _ := m.c.body(m.reading, r, http.MethodPatch, who, 80+i)
				contentType, body := m.c.encode(r, wrapped(r, object(members)))
				sendAs(m.server, who.Name, "PATCH", rules.RecordAt(r, row), body, "Content-Type", contentType)
			}
		}
	}
	for _, t := range m.c.plan.Types {
		if t.Deleted != nil && t.Key != nil {
			at := t.Deleted.Arg(Clock())
			if store := t.Deleted.ColumnIn(field.Dialect(m.server.DB.Dialect().Name)).Store; store != nil {
				at = store(at)
			}
			for _, row := range m.reading.Rows[t.Table][:min(2, len(m.reading.Rows[t.Table]))] {
				m.kept.Set(t.Table, t.Deleted.Column, at, t.Key.Column, row[t.Key.Column])
			}
		}
	}
}

// hides reports whether the words of all rules keep a row of a table from the requester. Of accounts this is not asked,
// whose names others show, and not of permissions on rows, which make the difference that they are for.
func (w *world) hides(table string, row map[string]any) bool {
	found := false
	for _, of := range w.c.plan.Resources {
		if of.Type.Table == table && table != rules.AccountsTable && schema.PermittedOf(of.Type.Go) == nil {
			if found = true; w.rows.Reads(w.who, of, row) != rules.No {
				return false
			}
		}
	}
	return found
}

// same reports whether a question has the same answer again when the rows are as they were. A service may make something up.
func (w *world) same(q question, answer string) bool {
	w.kept.Restore()
	again := w.told(q)
	w.conceal()
	return again == answer
}

// findMembers finds the members that the requester may not read.
func (w *world) findMembers() {
	shown := map[string]int{}
	for _, r := range w.c.plan.Resources {
		for _, shape := range r.Shapes.All() {
			for _, f := range shape.Type.Fields {
				shown[f.Wire]++
				if f := rules.RowField(f); slices.ContainsFunc(r.Fields, func(rule plan.FieldRule) bool { return rule.Field.Column == f.Column && f.Column != "" }) {
					shown[f.Wire]--
				}
			}
		}
	}
	var names []string
	for _, r := range w.c.plan.Resources {
		for _, rule := range r.Fields {
			if w.rows.Rule(permission.String(rule.Rule), w.who, true, r, nil) == rules.No {
				w.members = append(w.members, hiddenMember{r.Type.Table, rule.Field.Column, rule.Field.Wire})
				if shown[rule.Field.Wire] == 0 {
					names = append(names, regexp.QuoteMeta(rule.Field.Wire))
				}
			}
		}
	}
	if names != nil {
		w.names = regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\b`)
	}
}

// conceal removes from the database the facts that the requester may not know, or changes their values if
// visible rows refer to them.
func (w *world) conceal() {
	gone := map[string]map[any]bool{} // by table and key
	for _, t := range w.c.plan.Tables {
		gone[t.Name] = map[any]bool{}
		for _, row := range w.rows.Rows[t.Name] {
			if w.hides(t.Name, row) {
				gone[t.Name][row[rules.KeyOf(t)]] = true
			}
		}
	}
	hidden := map[string][]any{}
	for table, keys := range gone {
		hidden[table] = slices.Collect(maps.Keys(keys))
	}
	for w.keepReferred(gone) {
	}
	for _, t := range w.c.plan.Tables {
		for _, c := range t.Columns {
			if w.plainly(t, c) {
				w.change(t, c, hidden[t.Name])
			}
		}
	}
	removed := map[string]bool{}
	for _, t := range w.c.plan.Tables {
		w.remove(t, gone, removed)
	}
}

// remove removes the rows of a table that go, after those of the tables that refer to it.
func (w *world) remove(t schema.Table, gone map[string]map[any]bool, removed map[string]bool) {
	if removed[t.Name] {
		return
	}
	removed[t.Name] = true
	for _, other := range w.c.plan.Tables {
		if slices.ContainsFunc(other.Columns, func(c schema.Column) bool { return c.References == t.Name }) {
			w.remove(other, gone, removed)
		}
	}
	for _, c := range t.Columns {
		for _, row := range w.rows.Rows[t.Name] {
			if c.Key && gone[t.Name][row[c.Name]] || t.Pairs && gone[c.References][row[c.Name]] {
				w.kept.Remove(t.Name, c.Name, row[c.Name])
			}
		}
	}
}

// change gives a column other values in hidden rows, or in all if the member is hidden.
func (w *world) change(t schema.Table, c schema.Column, hidden []any) {
	values := &filler{t: w, c: w.c, dialect: field.Dialect(w.server.DB.Dialect().Name), keys: map[string][]any{}}
	all := slices.ContainsFunc(w.members, func(m hiddenMember) bool { return m.table == t.Name && m.column == c.Name })
	for i, row := range w.rows.Rows[t.Name] {
		key := row[rules.KeyOf(t)]
		if !all && !slices.Contains(hidden, key) {
			continue
		}
		if value, given := values.value(t, c, 700+i); given {
			w.kept.Set(t.Name, c.Name, value, rules.KeyOf(t), key)
		}
	}
}

// keepReferred takes from the rows that go those that others refer to which stay. It reports whether there were some.
func (w *world) keepReferred(gone map[string]map[any]bool) (some bool) {
	for _, t := range w.c.plan.Tables {
		for _, c := range t.Columns {
			for _, row := range w.rows.Rows[t.Name] {
				if to := row[c.Name]; !t.Pairs && gone[c.References][to] && !gone[t.Name][row[rules.KeyOf(t)]] {
					delete(gone[c.References], to)
					some = true
				}
			}
		}
	}
	return some
}

// plainly reports whether a column can have any other value, without a change of what somebody may do.
func (w *world) plainly(t schema.Table, c schema.Column) bool {
	if c.Key || c.References != "" || c.Value == nil || c.Value.Kind.File != field.NoFile || w.c.marks(t, c) {
		return false
	}
	for _, r := range w.c.plan.Resources {
		f := r.Type.ByColumn(c.Name)
		if r.Type.Table == t.Name && f != nil && (f == r.Type.Version || f == r.LastModified || f == r.Lookup.Field || f == r.Type.Owner || f.Kind.Seal != nil) {
			return false
		}
		ruled := regexp.MustCompile(`\b` + regexp.QuoteMeta(c.Name) + `\b`)
		if ruled.MatchString(permission.String(r.Access)) || f != nil && f.Wire != "" && regexp.MustCompile(`\b`+regexp.QuoteMeta(f.Wire)+`\b`).MatchString(permission.String(r.Access)) {
			return false
		}
	}
	return true
}

// request returns the request of a question, for reports.
func (w *world) request(q question) server.Answer {
	return requestAs(w.who.Name, q.method, q.path, q.body, q.headers...)
}

// rulesAt returns the words of the access to the resource at the beginning of a path, "" for none.
func (w *world) rulesAt(path string) (words string) {
	longest := 0
	for _, r := range w.c.plan.Resources {
		if base := r.Path; strings.HasPrefix(path, base) && len(base) > longest {
			longest, words = len(base), w.words(r)+", the access of "+base
		}
	}
	return words
}

// told returns everything that a response reveals, with the following pages.
func (w *world) told(q question) string {
	w.asked++
	if !safe(q.method) {
		w.kept.Renumber()
	}
	answer := sendAs(w.server, w.who.Name, q.method, q.path, q.body, q.headers...)
	answer.Header().Del("Set-Cookie")
	var b strings.Builder
	fmt.Fprintln(&b, answer.Code)
	_ = answer.Header().Write(&b)
	b.Write(answer.Body.Bytes())
	for range 3 {
		next := nextPage.FindStringSubmatch(answer.Body.String())
		if next == nil {
			break
		}
		answer = sendAs(w.server, w.who.Name, "GET", strings.ReplaceAll(next[1], `\u0026`, "&"), "", q.headers...)
		fmt.Fprintf(&b, "\n%d %s", answer.Code, answer.Body)
	}
	return b.String()
}

var nextPage = regexp.MustCompile(`"next": ?"http://example\.com([^"]+)"`)

// mentions reports responses that name members of which the requester may not know.
func (w *world) mentions(q question, answer string) {
	if w.names != nil && !w.names.MatchString(q.path) && w.names.MatchString(answer) {
		name := w.names.FindString(answer)
		server.Failure{Fault: "it names " + name + ", which the requester may not read", Asked: w.request(q), Got: server.Cut(answer, server.MaxShown), Want: "no word of it", Rule: "the access of " + name}.Report(w)
	}
}
