// The access table: every requester requests everything, and the words of the rules determine the
// responses.

package resttest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
)

// askEverybody fills the access table on each database: every requester, with every method, at every path.
func (c *conformance) askEverybody(t *testing.T) {
	onEach(t, func(t testing.TB, kind server.DatabaseKind) {
		c.compareGolden(t, "access.txt", c.accessTable(t, kind.Address(t)))
	})
}

// accessTable fills the access table on the database of an address.
func (c *conformance) accessTable(t testing.TB, address string) string {
	t.Helper()
	server, keys := c.server(t, address, c.options.rows)
	m := matrix{TB: t, c: c, server: server}
	accounts := keys[rules.AccountsTable]
	admin := rules.Person{Name: "admin", ID: accounts[2].(int64), Admin: true}
	tokens := m.scoped(admin)
	m.kept, m.reading = server.Snapshot(t), c.read(t, server)
	m.rows = m.kept.Rows()
	m.people = append([]rules.Person{
		{},
		{Name: "alice", ID: accounts[0].(int64)},
		{Name: "bob", ID: accounts[1].(int64)},
		admin,
		{Name: "bob:wrong", Refused: true},
	}, tokens...)
	for i, who := range append([]string{"anonymous", "alice", "bob", "admin, an administrator", "bob with a wrong password"}, tokenTitles(tokens)...) {
		fmt.Fprintf(&m.text, "%c = %s\n", 'A'+rune(i), who)
		m.letters += fmt.Sprintf(" %c  ", 'A'+rune(i))
	}
	m.letters = strings.TrimRight(m.letters, " ")
	m.at("/", nil, nil)
	for _, r := range c.resources() {
		m.at(m.reading.ListAt(r), r, nil)
		for i, row := range m.reading.Listed(r) {
			if i < c.options.rows {
				m.at(rules.RecordAt(r, row), r, row)
			}
		}
	}
	for _, r := range c.singles() {
		m.single(r)
	}
	for _, o := range c.actions() {
		m.act(o)
	}
	m.askScopes()
	m.askTokens()
	m.compareWorlds()
	t.Logf("%d requests", m.asked)
	return m.text.String()
}

// matrix is the access table under construction.
type matrix struct {
	testing.TB
	c       *conformance
	server  *Server
	kept    *Snapshot
	reading rules.Reading
	rows    string // of all tables
	people  []rules.Person
	letters string // of the columns
	text    strings.Builder
	asked   int
}

// at requests one path: the root, a list or a record.
func (m *matrix) at(path string, r *plan.Resource, row map[string]any) {
	title := path
	if row != nil && r.Type.Owner != nil {
		for _, who := range m.people {
			if who.Name != "" && row[r.Type.Owner.Column] == who.ID {
				title += ", of " + who.Name
				break // the others are tokens of the same account
			}
		}
	}
	fmt.Fprintf(&m.text, "\n%-24s%s\n", title, m.letters)
	for _, method := range []string{"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"} {
		line := fmt.Sprintf("  %-22s", method)
		for _, who := range m.people {
			line += " " + fmt.Sprint(m.ask(who, method, path, r, row))
		}
		m.text.WriteString(line + "\n")
	}
}

// ask sends one request, checks everything known about its response, and returns the status.
func (m *matrix) ask(who rules.Person, method, path string, r *plan.Resource, row map[string]any) int {
	m.asked++
	body := ""
	var members []pair
	var missing []string
	want, loose := m.want(who, method, r, row)
	if m.keepsWebhook(who, method, r, row) {
		loose = append(loose, m.c.formed(http.StatusForbidden))
	}
	if r != nil && (method == "POST" || method == "PUT" || method == "PATCH") {
		members, missing = m.c.body(m.reading, r, method, who, 20+m.asked%60)
		body = wrapped(r, object(members))
		if len(missing) > 0 {
			loose = append(loose, m.c.formed(http.StatusBadRequest))
		}
	}
	answer := m.send(who, method, path, r, body)
	wrong := m.complaints(answer, m.words(r))
	if answer.Code != want && (!slices.Contains(loose, answer.Code) || want < 400 && len(missing) == 0 && strings.Contains(answer.Body.String(), required)) {
		wrong(statusText(want), "the status is not that of the rule%s", hint(answer.Code))
	}
	if m.kept.Changed() {
		if rows := m.kept.Rows(); rows != m.rows && (safe(method) || answer.Code >= 400) {
			wrong("the rows as they were", "the rows have changed to\n%s", rows)
		}
		m.kept.Restore()
		m.kept.Changed()
	}
	if err := m.server.Broken(Step{Request: answer.Request, Answer: answer.ResponseRecorder}); err != nil {
		wrong("", "the answer breaks what every answer promises: %v", err)
	}
	if isJSON := answer.Header().Get("Content-Type") == "application/json"; method == "GET" && r != nil && row == nil && answer.Code == http.StatusOK && isJSON {
		m.lists(r, who, answer.Body.Bytes(), wrong, func(row map[string]any) rules.Verdict {
			sees := m.reading.May(who, true, r, row)
			if sees == rules.Maybe && r.Has(plan.Retrieve) && !m.outOfScope(who, method, r, row) {
				sees = rules.Sure(m.send(who, "GET", rules.RecordAt(r, row), r, "").Code == http.StatusOK)
			}
			return sees
		})
	}
	return answer.Code
}

// formed returns a status in the set's form of refusals.
func (c *conformance) formed(status int) int {
	for _, code := range []problem.Code{problem.Unauthorized, problem.Forbidden, problem.NotFound, problem.MethodNotAllowed, problem.Conflict, problem.Invalid} {
		if code.Status() == status {
			return c.plan.Errors.Status(problem.New(code, ""))
		}
	}
	return status
}

// hint returns advice for refused sample values.
func hint(status int) string {
	if status == http.StatusBadRequest {
		return "; if the values do not fit, give others with resttest.Values"
	}
	return ""
}

func safe(method string) bool { return method == "GET" || method == "HEAD" || method == "OPTIONS" }

// words returns the rule of a resource, or of the root.
func (m *matrix) words(r *plan.Resource) string {
	if r == nil {
		return permission.String(m.c.plan.Access)
	}
	return permission.String(r.Access)
}

// want returns the status that the words of the rule require, and others if they leave it open. Rows below
// others exist for requesters who see these.
func (m *matrix) want(who rules.Person, method string, r *plan.Resource, row map[string]any) (want int, others []int) {
	if r != nil && r.Singleton {
		want, others = m.wantOfSingle(who, method, r, row)
	} else {
		want, others = m.wantOf(who, method, r, row)
	}
	if r != nil && m.reading.Above(who, r) != rules.Yes {
		others = append(others, http.StatusForbidden, http.StatusNotFound)
	}
	if r != nil && want < http.StatusBadRequest && hasCode(r, method) {
		others = append(others, http.StatusConflict, http.StatusBadRequest)
	}
	if hidden := strings.Contains(m.words(r), rules.NotFoundWords); hidden && rules.Opaque(m.words(r)) { // a Go function determines which part refuses
		others = append(others, http.StatusForbidden, http.StatusNotFound)
	} else if hidden && slices.Contains(others, http.StatusForbidden) {
		others = append(others, http.StatusNotFound)
	}
	if want == http.StatusForbidden && strings.Contains(m.words(r), rules.NotFoundWords) && m.outOfScope(who, method, r, row) {
		others = append(others, http.StatusNotFound) // the rule may be asked why
	}
	for i := range others {
		others[i] = m.c.formed(m.denied(who, others[i]))
	}
	return m.c.formed(m.denied(who, want)), others
}

// denied returns the status of a refusal for a person: instead of a 403, those without valid credentials
// get a 401 from the set's first scheme, if that has a challenge.
func (m *matrix) denied(who rules.Person, status int) int {
	schemes := m.c.plan.Schemes
	if status == http.StatusForbidden && (who.Name == "" || who.Refused) && len(schemes) > 0 && schemes[0].Challenge() != "" {
		return http.StatusUnauthorized
	}
	return status
}

// hasCode reports whether code of the team runs when a method writes, which may refuse by a 409 or a 400 what
// all rules let through.
func hasCode(r *plan.Resource, method string) bool {
	h := r.Hooks
	switch method {
	case http.MethodPost:
		return r.Derives() || h.BeforeCreate != nil || h.AfterCreate != nil
	case http.MethodPut, http.MethodPatch:
		return r.Derives() || h.BeforeUpdate != nil || h.AfterUpdate != nil
	case http.MethodDelete:
		return h.BeforeDelete != nil || h.AfterDelete != nil
	}
	return false
}

// wantOf is want where nothing is above.
func (m *matrix) wantOf(who rules.Person, method string, r *plan.Resource, row map[string]any) (want int, others []int) {
	if r != nil && !m.c.routed(r, row != nil) {
		return http.StatusNotFound, nil // whoever asks
	}
	offered, words, does := slices.Contains(offers(r, row != nil), method), m.words(r), ""
	bulk := !offered && r != nil && row == nil && r.Bulk.Has(bulkOf(method))
	if offered || bulk {
		does = rules.Doing(method)
	}
	entered := m.reading.Does(words, does, who, safe(method), r, nil)
	switch {
	case who.Refused, m.outOfScope(who, method, r, row):
		return http.StatusForbidden, nil
	case entered == rules.No:
		return m.reading.Refusal(words, does, who, safe(method), r, nil), nil
	case entered == rules.Maybe && rules.Opaque(words):
		// Code of the team may refuse the requester for any row.
		defer func() { others = append(others, http.StatusForbidden) }()
	}
	switch {
	case bulk:
		return http.StatusBadRequest, nil // it takes a list, which is not sent here
	case !offered:
		return http.StatusMethodNotAllowed, nil
	case method == "OPTIONS" || r == nil || row == nil && safe(method):
		return http.StatusOK, nil
	case row == nil:
		own := m.reading
		own.Creating = true
		allowed := own.Does(words, does, who, false, r, nil)
		if allowed == rules.No {
			return own.Refusal(words, does, who, false, r, nil), nil
		}
		reads := own.Rule(words, who, true, r, nil) // a requester who may not read the row as written may not write it
		return http.StatusCreated, open(allowed == rules.Maybe || reads != rules.Yes, http.StatusForbidden)
	}
	sees := m.reading.May(who, true, r, row)
	may := m.reading.Does(words, does, who, safe(method), r, row)
	missing := open(sees == rules.Maybe, http.StatusNotFound)
	switch {
	case sees == rules.No:
		return http.StatusNotFound, open(method == http.MethodPut && r.PutCreates, http.StatusBadRequest)
	case safe(method):
		return http.StatusOK, missing
	case may == rules.No:
		return m.reading.Refusal(words, does, who, false, r, row), missing
	}
	missing = append(missing, open(may == rules.Maybe, http.StatusForbidden)...)
	if method != "DELETE" {
		// The row as it is written is asked about too.
		compares := strings.ContainsAny(words, "=") || strings.Contains(words, " is me")
		return http.StatusOK, append(missing, open(compares, http.StatusForbidden)...)
	}
	if m.reading.Restricted(m.c.plan.Tables, r.Type.Table, row[r.Type.Key.Column]) {
		return http.StatusConflict, missing
	}
	return http.StatusNoContent, missing
}

// routed reports whether anything is served at the path of a list or of a record.
func (c *conformance) routed(r *plan.Resource, record bool) bool {
	pattern := r.Path
	if record {
		pattern = r.RecordPattern
	}
	return slices.ContainsFunc(c.plan.Routes, func(route *plan.Route) bool { return route.Pattern == pattern })
}

// bulkOf returns the action by which a method of a list writes many rows, 0 for none.
func bulkOf(method string) plan.Actions {
	switch method {
	case http.MethodPatch:
		return plan.Modify
	case http.MethodDelete:
		return plan.Destroy
	}
	return 0
}

func open(is bool, status int) []int {
	if is {
		return []int{status}
	}
	return nil
}

// offers returns the methods of a path.
func offers(r *plan.Resource, record bool) []string {
	list := []string{"HEAD", "OPTIONS"}
	if r == nil {
		return append(list, "GET")
	}
	for _, o := range []struct {
		action plan.Actions
		method string
		record bool
	}{
		{plan.List, "GET", false},
		{plan.Create, "POST", false},
		{plan.Retrieve, "GET", true},
		{plan.Replace, "PUT", true},
		{plan.Modify, "PATCH", true},
		{plan.Destroy, "DELETE", true},
	} {
		if o.record == record && r.Has(o.action) {
			list = append(list, o.method)
		}
	}
	if !slices.Contains(list, "GET") {
		list = list[1:]
	}
	return list
}

// lists checks that a list has exactly the rows that the requester sees. If nothing identifies the rows, it
// checks their number.
func (m *matrix) lists(r *plan.Resource, who rules.Person, body []byte, wrong complaint, sees func(row map[string]any) rules.Verdict) {
	without := m.reading.Withheld(who, true, r)
	list, found := recordsIn(r.Shapes.List.Type, body, without...)
	if !found {
		wrong(fmt.Sprintf("rows of %v", namesOf(r.Shapes.List.Type, without...)), "the answer has no list of rows")
		return
	}
	member, column := identity(r, r.Shapes.List.Type)
	if member == nil {
		m.counts(r, len(list), wrong, sees)
		return
	}
	var listed []string
	for _, one := range list {
		listed = append(listed, one.identified(member))
	}
	all := m.reading.Listed(r)
	for _, row := range all {
		key, sees := fmt.Sprint(row[column]), sees(row)
		later := r.Pages != nil && len(listed) < len(all) // on another page
		if got := slices.Contains(listed, key); got && sees == rules.No || !got && sees == rules.Yes && !later {
			wrong(fmt.Sprintf("the row %s listed: %v", key, !got), "in which the row %s is: %v", key, got)
		}
	}
}

// counts checks the number of the rows in a list, where the words of the rule tell it.
func (m *matrix) counts(r *plan.Resource, got int, wrong complaint, sees func(row map[string]any) rules.Verdict) {
	want := 0
	for _, row := range m.reading.Listed(r) {
		switch sees(row) {
		case rules.Maybe:
			return
		case rules.Yes:
			want++
		}
	}
	if got > want || got < want && r.Pages == nil {
		wrong(fmt.Sprintf("%d rows", want), "the list has %d rows, want %d", got, want)
	}
}
