package store

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
)

// Accounts are the rows of the table users, all columns of them. Create one for each DB, not for
// each request: its statements are prepared once.
type Accounts struct {
	users     *Collection
	byName    *statement
	hashKinds *statement
	name      *schema.Field
	password  []*schema.Field // alone
	changing  []*schema.Field // all but the key and the time of the creation
}

// The accounts that auth asks for.
var _ auth.Accounts = (*Accounts)(nil)

// Accounts returns the accounts in the database. The table has to be among those that are
// migrated: see AccountType.
func (db *DB) Accounts() *Accounts {
	t := AccountType()
	users := must(db.Collection(Spec{Type: t}))
	all := must(newSelection(db.dialect, t, users.whole, false))
	byName := all.from(users.table()).Where(goqu.L("? = ?", goqu.T("t").Col("username"), arg))
	columns := func(names ...string) (fields []*schema.Field) {
		for _, name := range names {
			fields = append(fields, t.ByColumn(name))
		}
		return fields
	}
	a := &Accounts{
		users: users, byName: must(all.one(byName)), name: t.ByColumn("username"),
		password: columns("password"), changing: columns("username", "email", "password", "active", "admin"),
	}
	a.hashKinds = a.kindsOfHashes()
	return a
}

// AccountType is the type of auth.User, for schema.Tables.
func AccountType() *schema.Type {
	return schema.Compile(reflect.TypeFor[auth.User](), "users", schema.NewRules(nil), nil, func(field, msg string) {
		panic(fmt.Sprintf("auth.User.%s: %s", field, msg))
	})
}

// UserByName finds the account with exactly that name.
func (a *Accounts) UserByName(ctx context.Context, name string) (auth.User, bool, error) {
	arg := columnValue(a.name, name)
	if arg == nil {
		return auth.User{}, false, nil
	}
	return a.find(ctx, a.byName, arg)
}

// UserByID finds the account with the key.
func (a *Accounts) UserByID(ctx context.Context, id int64) (auth.User, bool, error) {
	return a.find(ctx, a.users.load, id)
}

func (a *Accounts) find(ctx context.Context, q *statement, arg any) (auth.User, bool, error) {
	rec := a.users.spec.Type.Acquire()
	defer rec.Release()
	found, err := session{db: a.users.db}.row(ctx, q, rec.Dests(a.users.whole, false), arg)
	if err != nil || !found {
		return auth.User{}, false, a.users.wrap(err, "find an account in")
	}
	return *rec.Value().(*auth.User), true, nil
}

// SetPassword replaces the hash of an account. That the account is gone meanwhile is no error.
func (a *Accounts) SetPassword(ctx context.Context, id int64, hash string) error {
	_, err := a.store(ctx, auth.User{ID: id, Password: hash}, a.password)
	return err
}

// RenewPassword replaces the hash of an account where that is still the old one, and reports whether
// it was.
func (a *Accounts) RenewPassword(ctx context.Context, id int64, old, renewed string) (done bool, err error) {
	rec := a.users.spec.Type.Acquire()
	defer rec.Release()
	err = a.users.Write(ctx, func(tx *Tx) error {
		done = false
		rec.Reset()
		found, err := tx.Lock(id, rec)
		if err != nil || !found || rec.Get(a.password[0]) != old {
			return err
		}
		rec.Set(a.password[0], renewed)
		done, err = tx.Update(id, rec, a.password)
		return err
	})
	return done, err
}

// Create stores a new account and returns its key. A name that is taken is a problem.Error. The
// account counts from now on, if Created is zero.
func (a *Accounts) Create(ctx context.Context, u auth.User) (id int64, err error) {
	if u.Created.IsZero() {
		u.Created = time.Now().UTC().Truncate(time.Microsecond)
	}
	rec := a.record(u)
	defer rec.Release()
	err = a.users.Write(ctx, func(tx *Tx) error {
		id, err = tx.Insert(rec)
		return err
	})
	return id, err
}

// Update stores everything about an account but its key and the time of its creation. It reports
// whether there is such an account.
func (a *Accounts) Update(ctx context.Context, u auth.User) (found bool, err error) {
	return a.store(ctx, u, a.changing)
}

func (a *Accounts) store(ctx context.Context, u auth.User, fields []*schema.Field) (found bool, err error) {
	rec := a.record(u)
	defer rec.Release()
	err = a.users.Write(ctx, func(tx *Tx) error {
		found, err = tx.Update(u.ID, rec, fields)
		return err
	})
	return found, err
}

// Count is the number of accounts.
func (a *Accounts) Count(ctx context.Context) (int64, error) {
	return a.users.Count(ctx, auth.Cond{Op: auth.True}, 0)
}

func (a *Accounts) record(u auth.User) *schema.Record {
	rec := a.users.spec.Type.Acquire()
	*rec.Value().(*auth.User) = u
	return rec
}
