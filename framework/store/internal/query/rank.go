// Lists sorted by relevance to searched words.

package query

import (
	"fmt"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/schema"
)

// RankTable is the alias of the rows' ranks in a statement.
const RankTable = "rank"

// Rank joins the ranks of rows by words, which are one argument. PostgreSQL ranks each row by ts_rank with
// the words of the argument. SQLite ranks all matching rows at once by bm25, which counts them all first:
// its statement starts with those, and finds the rows by their keys. Fields have falling weights in the
// order of the struct: 1, 0.4, 0.2, 0.1.
func (s *Reading) Rank(t *schema.Type) error {
	text := t.FullText()
	if text == nil {
		return fmt.Errorf("rank: %s has no full text", t.Name)
	}
	s.Ranked = true
	if s.dialect.Name == "postgres" {
		query := goqu.L("to_tsquery(CAST('pg_catalog."+text.Language+"' AS regconfig), ?)", arg)
		s.joins = append(s.joins, join{table: query.As(RankTable), on: []exp.Expression{goqu.L("TRUE")}, inner: true})
		return nil
	}
	words, id := goqu.T(schema.FullTextName(t.Table)), goqu.L("rowid")
	rows := s.dialect.From(words)
	if !t.Key.AsKey.Numbered {
		keys := goqu.T(schema.FullTextKeys(t.Table))
		rows, id = rows.Join(keys, goqu.On(goqu.L("? = ?", keys.Col("id"), words.Col("rowid")))), goqu.L("?", keys.Col("key"))
	}
	weights := strings.Repeat(", 0.1", max(0, len(text.Columns)-3))
	score := goqu.L("bm25(?"+strings.Join([]string{"", ", 1.0", ", 0.4", ", 0.2"}[:min(3, len(text.Columns))+1], "")+weights+")", words)
	ranks := rows.Select(id.As("id"), score.As("score")).Where(goqu.L("? MATCH ?", words, arg)).Prepared(true)
	on := []exp.Expression{goqu.L("? = ?", goqu.T(RankTable).Col("id"), goqu.T("t").Col(t.Key.Column))}
	s.joins = append(s.joins, join{table: goqu.L("?", ranks).As(RankTable), on: on, inner: true})
	return nil
}
