// Package grants reads the groups and permissions of accounts, for rules.
package grants

import (
	"context"
	"fmt"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
)

// Reader reads the groups and permissions of accounts.
type Reader struct {
	session database.Session
	of      *database.Statement
}

// New returns the reader of a database that has their tables.
func New(db *database.DB) (*Reader, error) {
	d := db.Dialect()
	pairs, groups := goqu.T("users_groups").As("p"), goqu.T("groups").As("g")
	member := goqu.L("? = ?", goqu.T("p").Col("user_id"), goqu.L("?", 0))
	inGroup := d.From(pairs).Join(groups, goqu.On(goqu.L("? = ?", goqu.T("g").Col("id"), goqu.T("p").Col("group_id")))).
		Select(goqu.L("1"), goqu.T("g").Col("name")).Where(member)
	byGroup := d.From(pairs).Join(goqu.T("group_permissions").As("m"), goqu.On(goqu.L("? = ?", goqu.T("m").Col("group_id"), goqu.T("p").Col("group_id")))).
		Select(goqu.L("0"), goqu.T("m").Col("permission")).Where(member)
	own := d.From(goqu.T("user_permissions").As("m")).
		Select(goqu.L("0"), goqu.T("m").Col("permission")).Where(goqu.L("? = ?", goqu.T("m").Col("user_id"), goqu.L("?", 0)))
	q, err := database.Build(inGroup.UnionAll(byGroup).UnionAll(own).Prepared(true), 3)
	if err != nil {
		return nil, fmt.Errorf("groups and permissions: %w", err)
	}
	return &Reader{session: db.Session(), of: q}, nil
}

// Of returns the groups of an account, and its permissions with those of its groups.
func (g *Reader) Of(ctx context.Context, account int64) (groups, permissions []string, err error) {
	var inGroup int64
	var name string
	err = g.session.Each(ctx, g.of, []any{&inGroup, &name}, func() error {
		if inGroup == 1 {
			groups = append(groups, name)
		} else {
			permissions = append(permissions, name)
		}
		return nil
	}, account, account, account)
	if err != nil {
		return nil, nil, fmt.Errorf("groups and permissions of account %d: %w", account, err)
	}
	return groups, permissions, nil
}
