// Package accounts stores the framework's own tables: accounts with their sessions, tokens and identities,
// failed logins, rates, and stored responses of repeated requests.
package accounts

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
	"example.com/resourceful/framework/store"
)

// Users stores the rows of the table users. Create one for each DB, not for each request: its statements
// are prepared once.
type Users struct {
	db         *database.DB
	reads      database.Session // outside of transactions
	users      *store.Table
	typ        *schema.Type
	columns    []*schema.Field
	byName     *database.Statement
	byID       *database.Statement
	byLogin    *database.Statement
	password   *schema.Field
	active     *schema.Field
	same       *schema.Field   // the generation, which an update to its own value leaves unchanged
	changing   []*schema.Field // all except the key, the time of creation and the generation
	names      *database.Statement
	list       *database.Statement
	sessions   *database.Statement
	raise, end *database.Statement
	endOne     *database.Statement
	hashKinds  *database.Statement
	audit      *Audit
}

// Audited returns the same accounts with an audit of new accounts, changed passwords and ended sessions;
// nil for none.
func (a *Users) Audited(audit *Audit) *Users {
	a.audit = audit
	return a
}

var _ auth.Accounts = (*Users)(nil)

// NewUsers returns the accounts in the database. The table has to be among the migrated ones: see UserType.
func NewUsers(db *database.DB) *Users {
	t := UserType()
	users := must(store.NewTable(db, store.TableSpec{Type: t}))
	columns := func(names ...string) (fields []*schema.Field) {
		for _, name := range names {
			fields = append(fields, t.ByColumn(name))
		}
		return fields
	}
	a := &Users{
		db: db, reads: db.Session(), users: users, typ: t, columns: t.Columns(),
		password: t.ByColumn("password"), active: t.ByColumn("active"), same: t.ByColumn(store.GenerationColumn),
		changing: columns("username", "email", "password", "active", "admin"),
	}
	a.byName, a.byID = a.one("username"), a.one("id")
	a.byLogin = must(database.Build(a.ofLogin(), 7))
	a.hashKinds = a.kindsOfHashes()
	a.buildSessions()
	return a
}

// from returns the table of accounts, called t.
func (a *Users) from() *goqu.SelectDataset {
	return a.db.Dialect().From(goqu.T(store.AccountsTable).As("t")).Prepared(true)
}

// all returns the columns of an account.
func (a *Users) all() []any {
	all := make([]any, len(a.columns))
	for i, f := range a.columns {
		all[i] = goqu.T("t").Col(f.Column)
	}
	return all
}

// one returns the statement for the account with a value in a column.
func (a *Users) one(column string) *database.Statement {
	q := must(database.Build(a.from().Select(a.all()...).Where(goqu.L("? = ?", goqu.T("t").Col(column), arg)), 1))
	q.ByKey = true
	return q
}

// UserType returns the type of auth.User, for structs.Tables.
func UserType() *schema.Type {
	return structs.Compile(reflect.TypeFor[auth.User](), store.AccountsTable, field.Builtin(), field.NewRules(nil), nil, func(name, msg string) {
		panic(fmt.Sprintf("auth.User.%s: %s", name, msg))
	})
}

// UserByName returns the account with exactly that name.
func (a *Users) UserByName(ctx context.Context, name string) (auth.User, bool, error) {
	if !notation.Storable(name) {
		return auth.User{}, false, nil
	}
	return a.find(ctx, a.byName, name)
}

// UserByID returns the account with the key.
func (a *Users) UserByID(ctx context.Context, id int64) (auth.User, bool, error) {
	return a.find(ctx, a.byID, id)
}

func (a *Users) find(ctx context.Context, q *database.Statement, arg any) (auth.User, bool, error) {
	rec := a.typ.Acquire()
	defer rec.Release()
	found, err := a.reads.Row(ctx, q, rec.Dests(a.columns, false), arg)
	if err != nil || !found {
		return auth.User{}, false, wrap(err, "find an account")
	}
	return *rec.Value().(*auth.User), true, nil
}

// SetPassword replaces the hash of an account and ends its sessions. A missing account is no error.
func (a *Users) SetPassword(ctx context.Context, id int64, hash string) error {
	return a.set(ctx, auth.User{ID: id, Password: hash}, a.password)
}

// SetActive activates or deactivates an account, and ends its sessions for good. A missing account is no
// error.
func (a *Users) SetActive(ctx context.Context, id int64, active bool) error {
	return a.set(ctx, auth.User{ID: id, Active: active}, a.active)
}

// set stores one field, and ends the sessions of the account: even if the field had that value before,
// because it may have been set by hand.
func (a *Users) set(ctx context.Context, u auth.User, field *schema.Field) error {
	rec := a.record(u)
	defer rec.Release()
	return a.users.Write(ctx, func(tx *store.Tx) error {
		key := schema.NumberKey(u.ID)
		found, err := tx.Update(key, rec, []*schema.Field{field})
		if err == nil && found {
			err = a.audit.write(ctx, tx.Session(), schema.Updated, a.typ.Name, key.String())
		}
		if err != nil {
			return err
		}
		return a.endSessions(ctx, tx, u.ID)
	})
}

// Similar returns the first name that equals the given one after folding, such as by auth.FoldUsername, ""
// for none. It reads the names of all accounts.
func (a *Users) Similar(ctx context.Context, name string, fold func(string) string) (similar string, err error) {
	folded := fold(name)
	var found string
	err = a.reads.Each(ctx, a.names, []any{&found}, func() error {
		if fold(found) == folded {
			similar = found
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return similar, wrap(err, "read the names of accounts")
}

// errEnough stops the reading of rows.
var errEnough = errors.New("enough")

// RenewPassword replaces the hash of an account if it is still old, and reports whether it was. The
// generation stays the same for the session that is just starting. Sessions of the old hash end, because
// each has a fingerprint of its hash.
func (a *Users) RenewPassword(ctx context.Context, id int64, old, renewed string) (done bool, err error) {
	rec := a.typ.Acquire()
	defer rec.Release()
	err = a.users.Write(ctx, func(tx *store.Tx) error {
		done = false
		rec.Reset()
		found, err := tx.Lock(schema.NumberKey(id), rec)
		if err != nil || !found || rec.Get(a.password) != old {
			return err
		}
		rec.Set(a.password, renewed)
		done, err = tx.Update(schema.NumberKey(id), rec, []*schema.Field{a.password, a.same})
		return err
	})
	return done, err
}

// Create stores a new account and returns its key. A taken name is a problem.Error. Created is now if it is
// zero.
func (a *Users) Create(ctx context.Context, u auth.User) (id int64, err error) {
	if u.Created.IsZero() {
		u.Created = time.Now().UTC().Truncate(time.Microsecond)
	}
	rec := a.record(u)
	defer rec.Release()
	err = a.users.Write(ctx, func(tx *store.Tx) error {
		key, err := tx.Insert(rec)
		if err != nil {
			return err
		}
		id = key.Number()
		return a.audit.write(ctx, tx.Session(), schema.Created, a.typ.Name, key.String())
	})
	return id, err
}

// Update stores all columns of an account except its key, its time of creation and its generation, which
// rises with a new name or password, or a change of Active. It reports whether the account exists.
func (a *Users) Update(ctx context.Context, u auth.User) (found bool, err error) {
	rec := a.record(u)
	defer rec.Release()
	err = a.users.Write(ctx, func(tx *store.Tx) error {
		key := schema.NumberKey(u.ID)
		if found, err = tx.Update(key, rec, a.changing); err != nil || !found {
			return err
		}
		return a.audit.write(ctx, tx.Session(), schema.Updated, a.typ.Name, key.String())
	})
	return found, err
}

// Count returns the number of accounts.
func (a *Users) Count(ctx context.Context) (int64, error) {
	return a.users.Count(ctx, predicate.Constant(true), 0)
}

func (a *Users) record(u auth.User) *schema.Record {
	rec := a.typ.Acquire()
	*rec.Value().(*auth.User) = u
	return rec
}

// arg is the placeholder for any argument while a statement is built.
const arg = database.Arg

// wrap adds the action to an error.
func wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
}

// must panics on an error, for statements that depend on no declaration.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
