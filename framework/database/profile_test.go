package database_test

import (
	"context"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

// A profile has every statement with its rows and time, and the plan of the first one under Planned. Neither has
// values.
func TestProfile(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		databasetest.Exec(t, db, "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
		holder := func(n string) string {
			if db.Dialect().Name == "postgres" {
				return "$" + n
			}
			return "?"
		}
		insert := db.Raw("INSERT INTO notes (id, title) VALUES (1, " + holder("1") + "), (2, 'b'), (3, 'c')")
		list := db.Raw("SELECT id FROM notes WHERE id > 0 AND title <> " + holder("1") + " ORDER BY title")
		ctx, profile := database.WithProfile(t.Context())
		planned := profile.Planned(ctx)
		if err := db.Write(ctx, func(s database.Session) error {
			_, err := s.Exec(ctx, insert, "hidden")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if lines, err := db.Plan(ctx, profile); err != nil || lines != nil {
			t.Errorf("without a planned statement: got %q, %v", lines, err)
		}
		var id int64
		each := func() error { return nil }
		if err := db.Session().Each(planned, list, []any{&id}, each, "hidden"); err != nil {
			t.Fatal(err)
		}
		other := db.Raw("SELECT 4 AS id")
		for _, ctx := range []context.Context{planned, t.Context()} { // not the first one, and outside of the profile
			if _, err := db.Session().Row(ctx, other, []any{&id}); err != nil {
				t.Fatal(err)
			}
		}
		lines, err := db.Plan(ctx, profile)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(lines, "\n")
		if !strings.Contains(text, "notes") || strings.Contains(text, "hidden") || db.Dialect().Name == "postgres" && !strings.Contains(text, "(title <> ?::text)") {
			t.Errorf("got the plan\n%s", text)
		}
		runs, want := profile.Runs(), []int64{3, 2, 1}
		if len(runs) != len(want) {
			t.Fatalf("got %d statements, want %d: %v", len(runs), len(want), runs)
		}
		for i, r := range runs {
			if r.Rows != want[i] || r.Time <= 0 || strings.Contains(r.Text, "hidden") {
				t.Errorf("statement %d: got %+v, want %d rows and a time", i, r, want[i])
			}
		}
	})
}

// A plan of PostgreSQL keeps its names and costs, and loses all values, also of several lines.
func TestPlanWithoutValues(t *testing.T) {
	for plan, want := range map[string]string{
		`Seq Scan on jobs t  (cost=0.00..9.50 rows=2 width=172)`:                `Seq Scan on jobs t  (cost=0.00..9.50 rows=2 width=172)`,
		`  Filter: ((title = 'it''s: 5'::text) AND (rank > '-5'::integer))`:     `  Filter: ((title = ?::text) AND (rank > ?::integer))`,
		`  Index Cond: ((id = 7) AND (t2.d3 < 1.5) AND (id = $1))`:              `  Index Cond: ((id = ?) AND (t2.d3 < ?) AND (id = $1))`,
		`  Filter: (open OR (hashed SubPlan 3) OR (id = (InitPlan 12).col1))`:   `  Filter: (open OR (hashed SubPlan 3) OR (id = (InitPlan 12).col1))`,
		`  Function Call: unnest('{7,8}'::bigint[], '{"a b","it''s"}'::text[])`: `  Function Call: unnest(?::bigint[], ?::text[])`,
		`  Filter: ("a ""5"" b" = ANY ('{1,2}'::bigint[]))`:                     `  Filter: ("a ""5"" b" = ANY (?::bigint[]))`,
		`  Filter: (title ~ E'a\\.b'::text)`:                                    `  Filter: (title ~ E?::text)`,
		"  Filter: (title = 'a\nFilter: 7 ''b\n8'::text)\n  Sort Key: id, 9":    "  Filter: (title = ?::text)\n  Sort Key: id, ?",
		`  Workers Planned: 2`: `  Workers Planned: 2`,
		`  Sort Key: t.created DESC, (CASE WHEN (t.status = 'open'::text) THEN 1 END), 1e5`: `  Sort Key: t.created DESC, (CASE WHEN (t.status = ?::text) THEN ? END), ?`,
	} {
		if got := strings.Join(database.WithoutValues(plan), "\n"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
