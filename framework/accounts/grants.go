// Groups, their members, and the permissions of groups and accounts.

package accounts

import (
	"context"
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// Grants stores the groups and permissions in the database.
type Grants struct {
	db    *database.DB
	audit *Audit
}

// NewGrants returns the grants of a database whose plan has these tables: see plan.Plan.Grants.
func NewGrants(db *database.DB) *Grants { return &Grants{db: db} }

// Audited returns the same grants with an audit of new groups, and of changed accounts and groups; nil for
// none.
func (g *Grants) Audited(a *Audit) *Grants {
	g.audit = a
	return g
}

// Grantee is an account or a group that gets permissions.
type Grantee struct {
	Group bool
	ID    int64
}

// resource returns the name of grantees in the audit.
func (to Grantee) resource() string {
	if to.Group {
		return groupResource
	}
	return userResource
}

// CreateGroup creates a group, and reports whether the name was free.
func (g *Grants) CreateGroup(ctx context.Context, name string) (made bool, err error) {
	if _, found, err := g.GroupByName(ctx, name); err != nil || found {
		return false, err
	}
	insert := g.db.Dialect().Insert("groups").Prepared(true).Rows(goqu.Record{"name": name})
	err = g.db.Write(ctx, func(tx database.Session) error {
		if _, err := execute(ctx, g.db, tx, []sqler{insert}); err != nil || g.audit == nil {
			return err
		}
		id, _, err := g.groupIn(ctx, tx, name)
		if err != nil {
			return err
		}
		return g.audit.write(ctx, tx, schema.Created, groupResource, schema.NumberKey(id).String())
	})
	return true, wrap(err, "make a group")
}

// GroupByName returns the key of a group.
func (g *Grants) GroupByName(ctx context.Context, name string) (id int64, found bool, err error) {
	return g.groupIn(ctx, g.db.Session(), name)
}

func (g *Grants) groupIn(ctx context.Context, in database.Session, name string) (id int64, found bool, err error) {
	q, err := database.Build(g.db.Dialect().From("groups").Prepared(true).Select("id").Where(goqu.L("? = ?", goqu.C("name"), arg)), 1)
	if err == nil {
		found, err = in.Row(ctx, q, []any{&id}, name)
	}
	return id, found, wrap(err, "find a group")
}

// SetMembers adds accounts to a group or removes them: all of them, or none after an error.
func (g *Grants) SetMembers(ctx context.Context, group int64, users []int64, member bool) error {
	rows := make([]goqu.Ex, len(users))
	for i, user := range users {
		rows[i] = goqu.Ex{"user_id": user, "group_id": group}
	}
	return g.set(ctx, "users_groups", rows, member, userResource, users...)
}

// SetPermissions grants permissions to an account or to the members of a group, or revokes them: all of
// them, or none after an error.
func (g *Grants) SetPermissions(ctx context.Context, to Grantee, permissions []string, granted bool) error {
	table, column := "user_permissions", "user_id"
	if to.Group {
		table, column = "group_permissions", "group_id"
	}
	rows := make([]goqu.Ex, len(permissions))
	for i, permission := range permissions {
		rows[i] = goqu.Ex{column: to.ID, "permission": permission}
	}
	return g.set(ctx, table, rows, granted, to.resource(), to.ID)
}

// GrantedRow is a row with permissions: the table of the permissions, and the key of the row.
type GrantedRow struct {
	Table string
	Key   any
}

// RecordAt identifies a record by its path: the row of a table with a text in a column and, if Parent is
// not nil, with that parent.
type RecordAt struct {
	Table, Column, Text string
	Parent              *RecordAt
	Reference, Referred string // the column that refers to the parent, and the referenced column
}

// rows selects a column of the rows at a path.
func (at *RecordAt) rows(d *database.Dialect, column string) (q *goqu.SelectDataset, args []any) {
	q, args = d.From(at.Table).Prepared(true).Select(column).Where(goqu.L("CAST(? AS TEXT) = ?", goqu.C(at.Column), arg)), []any{at.Text}
	if at.Parent != nil {
		above, more := at.Parent.rows(d, at.Referred)
		q, args = q.Where(goqu.C(at.Reference).In(above)), append(args, more...)
	}
	return q, args
}

// FindRow returns the key of the row at a path.
func (g *Grants) FindRow(ctx context.Context, at *RecordAt) (key any, found bool, err error) {
	rows, args := at.rows(g.db.Dialect(), "id")
	q, err := database.Build(rows, len(args))
	if err == nil {
		found, err = g.db.Session().Row(ctx, q, []any{&key}, args...)
	}
	if bytes, is := key.([]byte); is {
		key = string(bytes)
	}
	return key, found, wrap(err, "find a row of %s", at.Table)
}

// SetRowPermissions grants permissions on a row to an account or to the members of a group, or revokes
// them: all of them, or none after an error.
func (g *Grants) SetRowPermissions(ctx context.Context, to Grantee, on GrantedRow, permissions []string, granted bool) error {
	column := "user_id"
	if to.Group {
		column = "group_id"
	}
	rows := make([]goqu.Ex, len(permissions))
	for i, permission := range permissions {
		rows[i] = goqu.Ex{column: to.ID, "row_id": on.Key, "permission": permission}
	}
	return g.set(ctx, on.Table, rows, granted, to.resource(), to.ID)
}

// set stores rows, each once, or removes them. The audit gets an update of the accounts or groups in ids.
func (g *Grants) set(ctx context.Context, table string, rows []goqu.Ex, there bool, resource string, ids ...int64) error {
	var statements []sqler
	for _, row := range rows {
		statements = append(statements, g.db.Dialect().Delete(table).Prepared(true).Where(row))
		if there { // another process may have stored it meanwhile
			statements = append(statements, g.db.Dialect().Insert(table).Prepared(true).Rows(goqu.Record(row)).OnConflict(goqu.DoNothing()))
		}
	}
	err := g.db.Write(ctx, func(tx database.Session) error {
		if _, err := execute(ctx, g.db, tx, statements); err != nil {
			return err
		}
		var keys []string
		for _, id := range ids {
			if key := schema.NumberKey(id).String(); !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		return g.audit.write(ctx, tx, schema.Updated, resource, keys...)
	})
	return wrap(err, "store grants")
}

// sqler is a goqu statement that can return its values.
type sqler interface {
	ToSQL() (string, []any, error)
}

// execute runs statements with their values in a transaction, and returns the number of stored and removed
// rows.
func execute(ctx context.Context, db *database.DB, tx database.Session, statements []sqler) (rows int64, err error) {
	for _, s := range statements {
		text, args, err := s.ToSQL()
		if err != nil {
			return rows, err
		}
		n, err := tx.Exec(ctx, db.Raw(text), args...)
		if err != nil {
			return rows, err
		}
		rows += n
	}
	return rows, nil
}

// Each calls fn for every group, sorted by name, with the names of its members and its permissions.
func (g *Grants) Each(ctx context.Context, fn func(group string, members, permissions []string) error) error {
	names, err := g.list(ctx, `SELECT name FROM groups ORDER BY name`, "")
	for i := 0; err == nil && i < len(names); i++ {
		var members, permissions []string
		members, err = g.list(ctx, `SELECT u.username FROM users u JOIN users_groups p ON p.user_id = u.id JOIN groups g ON g.id = p.group_id WHERE g.name = `, names[i])
		if err == nil {
			permissions, err = g.list(ctx, `SELECT m.permission FROM group_permissions m JOIN groups g ON g.id = m.group_id WHERE g.name = `, names[i])
		}
		if err == nil {
			err = fn(names[i], members, permissions)
		}
	}
	return wrap(err, "list groups")
}

// list reads names, of one group or without a group.
func (g *Grants) list(ctx context.Context, query, group string) (names []string, err error) {
	var args []any
	if group != "" {
		args = []any{group}
		if query += "?"; g.db.Dialect().Name == "postgres" {
			query = query[:len(query)-1] + "$1"
		}
		query += " ORDER BY 1"
	}
	var name string
	err = g.db.Session().Each(ctx, g.db.Raw(query), []any{&name}, func() error {
		names = append(names, name)
		return nil
	}, args...)
	return names, err
}
