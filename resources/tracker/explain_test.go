// How the databases read what the parameters of the tracker ask for.

package tracker_test

import (
	"database/sql"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/plan/indexing"
)

// sample are values of each parameter of each list, by the path of the resource: a value of many rows and one of few.
var sample = map[string]map[string][]string{
	"/projects/": {
		"visibility": {"public"}, "archived": {"false", "true"}, "search": {"p77"}, "page": {"2"}, "page_size": {"50"},
	},
	"/projects/{project}/members/": {},
	"/labels/":                     {"project": {"p4"}},
	"/tickets/": {
		"status": {"open", "doing"}, "priority": {"3", "5"}, "priority__gte": {"2", "5"}, "priority__lte": {"4", "1"},
		"due__gte": {"2030-03-01"}, "due__lte": {"2030-01-02"}, "due__isnull": {"true", "false"},
		"created__date": {"2030-01-05"}, "assignee": {"alice"}, "assignee__isnull": {"true", "false"}, "project": {"p4"},
		"labels": {"3"}, "or": {"status=open"}, "title__icontains": {"t77"}, "search": {"t77"}, "limit": {"50"}, "offset": {"200"},
	},
	"/tickets/{ticket}/comments/": {"cursor": nil}, // only the service makes one
	"/attachments/":               {"ticket": {"3"}, "limit": {"50"}, "offset": {"200"}},
	"/time-entries/":              {"ticket": {"3"}, "day__gte": {"2030-03-01"}, "day__lte": {"2030-01-02"}, "page": {"2"}, "page_size": {"50"}},
}

// scanned says of parameters that read a table as a whole, or sort it, why they may.
var scanned = map[string]string{
	"/projects/ ordering=ticket_count": "a count is not a column",
	"/projects/ search":                "a part of a text is looked for in each project",
	"/tickets/ search":                 "a part of a text is looked for in each ticket that the other parameters leave",
}

// No statement of any parameter that is declared reads a large table from its beginning to its end, but for those whose
// declaration or the table above says why.
func TestIndexesServe(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		s.fill(t, 10_000)
		compiled, err := config.Tracker().Compile()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range compiled.Resources {
			if !r.Has(plan.List) || r.Path == "/jobs/" { // which is the framework's
				continue
			}
			path := strings.NewReplacer("{project}", "p4", "{ticket}", "3").Replace(r.Path)
			s.checkPlans(t, path, "", r.Path)
			for _, query := range queries(t, r) {
				name, _, _ := strings.Cut(query, "=")
				why := scanned[r.Path+" "+strings.Replace(query, "=-", "=", 1)]
				if why == "" {
					why = scanned[r.Path+" "+name]
				}
				for i := range r.Params {
					if r.Params[i].Name == name && indexing.Unserved(r, r.Params[i]) {
						why = "its view set has it among Unindexed"
					}
				}
				if why != "" {
					t.Logf("%s?%s may read the table: %s", path, query, why)
					continue
				}
				s.checkPlans(t, path, query, r.Path)
			}
		}
		s.checkPlans(t, "/tickets/mine/", "", "/tickets/")
		s.checkPlans(t, "/tickets/mine/", "status=open&ordering=-created", "/tickets/")
		s.checkPlans(t, "/tickets/", "status=open&priority__gte=3&ordering=-created", "/tickets/")
	})
}

// queries are those of each parameter that a list has, each by itself.
func queries(t *testing.T, r *plan.Resource) (list []string) {
	t.Helper()
	values, known := sample[r.Path]
	if !known {
		t.Errorf("there are no values for the parameters of %s; add them to sample", r.Path)
	}
	names := slices.Collect(maps.Keys(values))
	for _, p := range slices.Concat(r.Params, pageParams(r)) {
		if p.Name == "ordering" {
			for _, choice := range r.Ordering.Choices {
				list = append(list, "ordering="+choice.Name, "ordering=-"+choice.Name)
			}
			continue
		}
		if _, known := values[p.Name]; !known {
			t.Errorf("there are no values for the parameter %s of %s; add them to sample", p.Name, r.Path)
		}
		names = slices.DeleteFunc(names, func(name string) bool { return name == p.Name })
		for _, value := range values[p.Name] {
			list = append(list, p.Name+"="+url.QueryEscape(value))
		}
	}
	if len(names) > 0 {
		t.Errorf("%s has no parameters %v; take them out of sample", r.Path, names)
	}
	return list
}

func pageParams(r *plan.Resource) (list []*plan.Param) {
	if r.Pages == nil {
		return nil
	}
	for _, p := range r.Pages.Params() {
		list = append(list, &p)
	}
	return list
}

// checkPlans asks for a list as three requesters and checks how the database reads what was asked of it.
func (s *service) checkPlans(t *testing.T, path, query, of string) {
	t.Helper()
	for _, user := range []string{"", "alice", "admin"} {
		if user == "" && (strings.Contains(path, "/mine/") || of == "/tickets/{ticket}/comments/") {
			continue
		}
		s.seen.Reset()
		if status, body := s.call("GET", path+"?"+query, user, ""); status != 200 {
			t.Errorf("%s?%s as %q: got %d %s", path, query, user, status, body)
		}
		for _, text := range s.seen.Reset() {
			if !large.MatchString(text) {
				continue
			}
			lines := s.explain(t, text)
			if i := slices.IndexFunc(lines, whole.MatchString); i >= 0 {
				t.Errorf("%s?%s as %q:\n%s\n%s\n\t%s", path, query, user, lines[i], text, strings.Join(lines, "\n\t"))
			}
		}
	}
}

var (
	large = regexp.MustCompile("FROM [`\"](tickets|comments|attachments|time_entries)[`\"]")
	// whole is what the two databases call reading a large table, or an index of it, without looking for anything and in
	// no order.
	whole = regexp.MustCompile(`^SCAN [a-z]+[0-9]?$|Seq Scan on (tickets|comments|attachments|time_entries|tickets_labels)\b`)
)

// explain is how the database reads a statement, whatever its arguments are, but for the count of the list.
func (s *service) explain(t *testing.T, text string) (lines []string) {
	t.Helper()
	conn, err := s.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	text = regexp.MustCompile(`LIMIT \$\d+( OFFSET \$\d+)?`).ReplaceAllString(text, "LIMIT 21") // else the planner takes a page for a tenth of the list
	query := "EXPLAIN QUERY PLAN " + text
	values := make([]any, strings.Count(text, "?"))
	if s.postgres {
		args := len(regexp.MustCompile(`\$\d+`).FindAllString(text, -1))
		for args > 0 && !strings.Contains(text, fmt.Sprintf("$%d", args)) {
			args--
		}
		for _, text := range []string{"DEALLOCATE ALL", "SET plan_cache_mode = force_generic_plan", "PREPARE asked AS " + text} {
			if _, err := conn.ExecContext(t.Context(), text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
		query = "EXPLAIN EXECUTE asked"
		if args > 0 {
			query += "(" + strings.TrimSuffix(strings.Repeat("NULL, ", args), ", ") + ")"
		}
	}
	rows, err := conn.QueryContext(t.Context(), query, values...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	counting := -1 // how far the count of the whole list is indented, which reads what it counts
	depths := map[int64]int{}
	for rows.Next() {
		line, depth := "", 0
		if s.postgres {
			err = rows.Scan(&line)
			depth = len(line) - len(strings.TrimLeft(line, " "))
		} else {
			var id, parent, unused int64
			err = rows.Scan(&id, &parent, &unused, &line)
			depth = depths[parent] + 1
			depths[id] = depth
		}
		if err != nil {
			t.Fatal(err)
		}
		line = strings.TrimSpace(line)
		if counting >= 0 && depth <= counting {
			counting = -1
		}
		if strings.HasPrefix(line, "SCALAR SUBQUERY") || strings.HasPrefix(line, "InitPlan") {
			counting = depth
		}
		if counting < 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// The plan names every index that the migration has made, but for those by which accounts log in.
func TestPlanNamesIndexes(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		compiled, err := config.Tracker().Compile()
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range compiled.Tables {
			query := "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND name NOT LIKE '%\\_lower\\_idx' ESCAPE '\\' AND tbl_name = '" + table.Name + "'"
			if s.postgres {
				query = "SELECT indexname FROM pg_indexes WHERE indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%\\_lower\\_idx' AND tablename = '" + table.Name + "'"
			}
			made, named := strs(t, s.db, query), table.AllIndexes()
			if len(made) != len(named) {
				t.Errorf("%s: the plan names %d indexes: %v\nthere are %d: %v", table.Name, len(named), named, len(made), made)
			}
			for _, i := range named {
				if !i.Unique && !strings.Contains(compiled.String(), i.String()) {
					t.Errorf("%s: the plan does not name the index on %s", table.Name, i.String())
				}
			}
		}
	})
}

func strs(t *testing.T, db *sql.DB, query string) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}
