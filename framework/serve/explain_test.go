package serve_test

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// At 10,000 rows no statement of a parameter, an order, a page or a rule reads a large table from its
// beginning to its end, and none sorts rows that an index has in their order.
func TestIndexesServe(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		if address == ":memory:" {
			address = t.TempDir() + "/test.sqlite"
		}
		var seen server.Traced
		h := server.New(t, server.Config{Set: sets.Depots, Store: database.Options{Trace: seen.Trace}}, address)
		db := server.Direct(t, address)
		fillDepots(t, db, address)
		for _, tt := range []struct {
			path, user string
			sorts      bool // of what a range leaves, or of rows that a relation leads to
		}{
			{path: "/jobs/"},
			{path: "/jobs/", user: "alice"},
			{path: "/jobs/?ordering=priority"},
			{path: "/jobs/?ordering=-priority"},
			{path: "/jobs/?ordering=due"},
			{path: "/jobs/?ordering=-due"},
			{path: "/jobs/?ordering=created"},
			{path: "/jobs/?ordering=-created"},
			{path: "/jobs/?ordering=title"},
			{path: "/jobs/?ordering=-title"},
			{path: "/jobs/?depot=3"},
			{path: "/jobs/?title=t77", sorts: true},
			{path: "/jobs/?body=b", sorts: true},
			{path: "/jobs/?status=open"},
			{path: "/jobs/?priority=2"},
			{path: "/jobs/?status=open&status=doing", sorts: true},
			{path: "/jobs/?priority__gte=5", sorts: true},
			{path: "/jobs/?priority__lte=1", sorts: true},
			{path: "/jobs/?due=2030-01-05"},
			{path: "/jobs/?due__gte=2030-03-01", sorts: true},
			{path: "/jobs/?due__lte=2030-01-02", sorts: true},
			{path: "/jobs/?due__isnull=true"},
			{path: "/jobs/?due__isnull=false", sorts: true},
			{path: "/jobs/?due__year=2030", sorts: true},
			{path: "/jobs/?created__date=2030-01-05"},
			{path: "/jobs/?created__gte=2030-01-05T00:00:00Z"},
			{path: "/jobs/?created__lt=2030-01-05T00:00:00Z"},
			{path: "/jobs/?created__year=2030"},
			{path: "/jobs/?assignee=alice"},
			{path: "/jobs/?assignee__isnull=true"},
			{path: "/jobs/?tags=3", sorts: true},
			{path: "/jobs/?depot__name=d3", sorts: true},
			{path: "/jobs/?parcel__colour=c7", sorts: true},
			{path: "/jobs/?parcel__box__n__gte=9950", sorts: true},
			{path: "/jobs/2/remarks/"},
			{path: "/remarks/"},
			{path: "/remarks/?offset=5000", sorts: true},
			{path: "/waybills/?code__startswith=C77", sorts: true},
			{path: "/waybills/?name__istartswith=%C3%84RGER77", sorts: true},
			{path: "/waybills/?name__iexact=%C3%84RGER77", sorts: true},
			{path: "/waybills/?search=c77", sorts: true},
			{path: "/waybills/?search=77", sorts: true},
			{path: "/waybills/?search=77+c77", sorts: true},
			{path: "/carried/"},
			{path: "/carried/?ordering=-carrier"},
			{path: "/carried/?carrier=Carrier+7"},
			{path: "/letters/?search=word77", sorts: true},
			{path: "/letters/?search=word", sorts: true},
			{path: "/letters/?search=word77&ordering=lines", sorts: true},
			{path: "/depots/"},
			{path: "/depots/", user: "alice"},
			{path: "/depots/?name=d3"},
		} {
			seen.Reset()
			explained := 0
			status, body := server.Call(h, "GET", tt.path, tt.user, "")
			if status != 200 {
				t.Errorf("%s: got %d %s", tt.path, status, body)
			}
			for _, text := range seen.Reset() {
				if !ofLarge.MatchString(text) || strings.HasPrefix(text, "EXPLAIN ") {
					continue
				}
				explained++
				plan := explain(t, db, address, text)
				for _, line := range plan {
					if scansWhole(line) || !tt.sorts && sortsRows(line) {
						t.Errorf("%s as %q:\n%s\n\t%s", tt.path, tt.user, text, strings.Join(plan, "\n\t"))
						break
					}
				}
			}
			if explained == 0 {
				t.Errorf("%s as %q: no statement reads the tables", tt.path, tt.user)
			}
		}
	})
}

// ofLarge are the statements about the tables with many rows; the two databases quote names otherwise.
var ofLarge = regexp.MustCompile("FROM [`\"](jobs|remarks|depots|waybills|letters|letters_text)[`\"]")

// wholeTable is what the two databases call reading a large table, or an index of it, without looking for
// anything and in no order.
var wholeTable = regexp.MustCompile(`^SCAN \w+$|Seq Scan on (jobs|remarks|jobs_tags|waybills|letters)\b`)

func scansWhole(line string) bool {
	return wholeTable.MatchString(line) && !slices.Contains([]string{"SCAN page", "SCAN keys", "SCAN block"}, line)
}

func sortsRows(line string) bool {
	return line == "USE TEMP B-TREE FOR ORDER BY" || strings.HasPrefix(strings.TrimLeft(line, " ->"), "Sort  (")
}

// explain is how the database reads a statement, whatever its arguments are.
func explain(t *testing.T, db *sql.DB, address, text string) (plan []string) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	text = regexp.MustCompile(`LIMIT \$\d+( OFFSET \$\d+)?`).ReplaceAllString(text, "LIMIT 21") // else the planner takes a page for a tenth of the list
	query := "EXPLAIN QUERY PLAN " + text
	values := make([]any, strings.Count(text, "?")) // of SQLite
	if !strings.HasSuffix(address, ".sqlite") {
		args := 0
		for _, n := range regexp.MustCompile(`\$(\d+)`).FindAllStringSubmatch(text, -1) {
			args = max(args, atoi(n[1]))
		}
		for _, text := range []string{"DEALLOCATE ALL", "SET plan_cache_mode = force_generic_plan", "PREPARE asked AS " + text} {
			if _, err := conn.ExecContext(t.Context(), text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
		query = "EXPLAIN EXECUTE asked" + strings.TrimSuffix("("+strings.Repeat("NULL, ", args), ", ") + ")"
		if args == 0 {
			query = "EXPLAIN EXECUTE asked"
		}
	}
	rows, err := conn.QueryContext(t.Context(), query, values...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		var id, parent, unused int64
		if strings.HasSuffix(address, ".sqlite") {
			err = rows.Scan(&id, &parent, &unused, &line)
		} else {
			err = rows.Scan(&line)
		}
		if err != nil {
			t.Fatal(err)
		}
		plan = append(plan, line)
	}
	return plan
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// fillDepots makes 10,000 jobs in 200 depots, half of them open, each with a remark and a tag.
func fillDepots(t *testing.T, db *sql.DB, address string) {
	t.Helper()
	numbers := func(n int) string {
		return fmt.Sprintf("(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d) SELECT i FROM n) AS n", n)
	}
	day, moment, truth, end := "date('2030-01-01', '+' || (i %% 100) || ' days')", "strftime('%%Y-%%m-%%dT%%H:%%M:%%S.000000Z', '2030-01-01', '+' || i || ' minutes')", "i %% 2", "ANALYZE"
	if !strings.HasSuffix(address, ".sqlite") {
		day, moment, truth, end = "date '2030-01-01' + (i %% 100)", "timestamptz '2030-01-01Z' + i * interval '1 minute'", "i %% 2 = 1", "VACUUM ANALYZE"
	}
	parcel := `'{"colour":"c' || (i %% 500) || '","box":{"n":' || i || '}}'`
	if !strings.HasSuffix(address, ".sqlite") {
		parcel = "CAST(" + parcel + " AS json)"
	}
	clean := func(text string) string { return strings.ReplaceAll(text, "%%", "%") }
	for _, text := range []string{
		"INSERT INTO depots (name, open) SELECT 'd' || i, " + clean(truth) + " FROM " + numbers(200),
		"INSERT INTO crews (depot_id, user_id) SELECT i, 1 FROM " + numbers(200),
		"INSERT INTO tags (name) SELECT 'g' || i FROM " + numbers(100),
		"INSERT INTO jobs (depot_id, title, body, status, priority, due, created, assignee_id, parcel) SELECT 1 + i % 200, 't' || i, '" + strings.Repeat("b", 400) + "', " +
			"CASE i % 3 WHEN 0 THEN 'open' WHEN 1 THEN 'doing' ELSE 'closed' END, 1 + i % 5, CASE i % 4 WHEN 0 THEN NULL ELSE " + clean(day) + " END, " + clean(moment) +
			", CASE i % 7 WHEN 0 THEN NULL ELSE 1 END, " + clean(parcel) + " FROM " + numbers(10_000),
		"INSERT INTO remarks (job_id, text, created) SELECT 1 + i % 50, '" + strings.Repeat("b", 400) + "', " + clean(moment) + " FROM " + numbers(10_000),
		"INSERT INTO jobs_tags (haulage_id, tagged_id) SELECT i, 1 + i % 100 FROM " + numbers(10_000),
		"INSERT INTO waybills (number, code, name, carrier) SELECT i, 'c' || i, 'Ärger' || i, 'Carrier ' || (i % 50) FROM " + numbers(10_000),
		"INSERT INTO letters (title, text, lines) SELECT 'word' || i, 'word ' || i || '" + strings.Repeat(" b", 200) + "', i FROM " + numbers(10_000),
		end,
	} {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}
