package store

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Accounts are the rows of the table users, all columns of them. Create one for each DB, not for
// each request: its statements are prepared once.
type Accounts struct {
	users      *Collection
	byName     *statement
	name       *schema.Field
	password   *schema.Field
	active     *schema.Field
	same       *schema.Field   // the generation, which stays as it is where an update sets it
	changing   []*schema.Field // all but the key, the time of the creation and the generation
	names      *statement
	list       *statement
	sessions   *statement
	raise, end *statement
	hashKinds  *statement
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
		password: t.ByColumn("password"), active: t.ByColumn("active"), same: t.ByColumn(generationColumn),
		changing: columns("username", "email", "password", "active", "admin"),
	}
	a.hashKinds = a.kindsOfHashes()
	a.buildSessions(all)
	return a
}

// buildSessions builds the statements about the sessions of accounts. One that is stored lives if it
// has not expired, and its account is active and of its generation.
func (a *Accounts) buildSessions(all *selection) {
	d, user, row := a.users.db.dialect, goqu.T("t"), goqu.T("s")
	live := goqu.And(
		goqu.L("? = ?", row.Col("account"), user.Col("id")),
		goqu.L("? = ?", row.Col("generation"), user.Col(generationColumn)),
		goqu.L("? > ?", row.Col("expires"), arg),
		user.Col("active"),
	)
	sessions := d.From(goqu.T(sessionsTable).As("s"))
	a.names = must(built(a.users.table().Prepared(true).Select(user.Col("username")).Order(user.Col("username").Asc()), 0))
	a.list = must(built(a.users.table().Prepared(true).
		Select(append(slices.Clone(all.columns), sessions.Select(goqu.L("count(*)")).Where(live))...).
		Order(user.Col("username").Asc()), 1))
	a.sessions = must(built(sessions.Prepared(true).Join(goqu.T(accountsTable).As("t"), goqu.On(live)).
		Where(goqu.L("? = ?", user.Col("id"), arg)).
		Select(row.Col("created"), row.Col("expires")).Order(row.Col("created").Asc(), row.Col("expires").Asc()), 2))
	a.raise = must(built(d.Update(accountsTable).Prepared(true).
		Set(goqu.Record{generationColumn: goqu.L("? + 1", goqu.C(generationColumn))}).
		Where(goqu.L("? = ?", goqu.C("id"), arg)), 1))
	a.end = must(built(d.Delete(sessionsTable).Prepared(true).Where(goqu.L("? = ?", goqu.C("account"), arg)), 1))
}

// AccountType is the type of auth.User, for schema.Tables.
func AccountType() *schema.Type {
	return schema.Compile(reflect.TypeFor[auth.User](), accountsTable, field.Builtin(), field.NewRules(nil), nil, func(name, msg string) {
		panic(fmt.Sprintf("auth.User.%s: %s", name, msg))
	})
}

// UserByName finds the account with exactly that name.
func (a *Accounts) UserByName(ctx context.Context, name string) (auth.User, bool, error) {
	arg := a.name.Arg(name)
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

// SetPassword replaces the hash of an account and ends its sessions. That the account is gone
// meanwhile is no error.
func (a *Accounts) SetPassword(ctx context.Context, id int64, hash string) error {
	return a.set(ctx, auth.User{ID: id, Password: hash}, a.password)
}

// SetActive activates or deactivates an account, whose sessions end for good. That the account is gone
// meanwhile is no error.
func (a *Accounts) SetActive(ctx context.Context, id int64, active bool) error {
	return a.set(ctx, auth.User{ID: id, Active: active}, a.active)
}

// set stores one field, and ends the sessions of the account: also where the field had that value
// before, because it may have been set by hand.
func (a *Accounts) set(ctx context.Context, u auth.User, field *schema.Field) error {
	rec := a.record(u)
	defer rec.Release()
	return a.users.Write(ctx, func(tx *Tx) error {
		if _, err := tx.Update(u.ID, rec, []*schema.Field{field}); err != nil {
			return err
		}
		return a.endSessions(ctx, tx, u.ID)
	})
}

// EndSessions ends all sessions of an account for good, one that just begins included.
func (a *Accounts) EndSessions(ctx context.Context, id int64) error {
	return a.users.Write(ctx, func(tx *Tx) error { return a.endSessions(ctx, tx, id) })
}

// endSessions makes the sessions worthless, and removes them, so that they do not lie about until
// they expire.
func (a *Accounts) endSessions(ctx context.Context, tx *Tx, id int64) error {
	_, err := tx.s.exec(ctx, a.raise, id)
	if err == nil {
		_, err = tx.s.exec(ctx, a.end, id)
	}
	return a.users.wrapRow(err, "end the sessions of row of", id)
}

// Each calls fn for every account, by name, with the number of its live sessions, until fn fails.
func (a *Accounts) Each(ctx context.Context, fn func(u auth.User, sessions int64) error) error {
	rec := a.users.spec.Type.Acquire()
	defer rec.Release()
	var n int64
	dests := append(rec.Dests(a.users.whole, false), &n)
	err := session{db: a.users.db}.each(ctx, a.list, dests, func() error {
		return fn(*rec.Value().(*auth.User), n)
	}, time.Now().UnixMilli())
	return a.users.wrap(err, "list")
}

// Similar returns the first name that is the same as the given one after folding, such as by
// auth.FoldUsername, "" for none. It reads the names of all accounts.
func (a *Accounts) Similar(ctx context.Context, name string, fold func(string) string) (similar string, err error) {
	folded := fold(name)
	var found string
	err = session{db: a.users.db}.each(ctx, a.names, []any{&found}, func() error {
		if fold(found) == folded {
			similar = found
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return similar, a.users.wrap(err, "read the names of")
}

// errEnough ends the reading of rows.
var errEnough = errors.New("enough")

// SessionTimes are when a session was started and when it expires at the latest.
type SessionTimes struct{ Started, Expires time.Time }

// Sessions are the live sessions of an account, the oldest first. Those that were started by a release
// that did not store whose they are are not among them.
func (a *Accounts) Sessions(ctx context.Context, id int64) ([]SessionTimes, error) {
	var list []SessionTimes
	var created, expires int64
	err := session{db: a.users.db}.each(ctx, a.sessions, []any{&created, &expires}, func() error {
		list = append(list, SessionTimes{time.UnixMilli(created).UTC(), time.UnixMilli(expires).UTC()})
		return nil
	}, time.Now().UnixMilli(), id)
	return list, a.users.wrapRow(err, "list the sessions of row of", id)
}

// RenewPassword replaces the hash of an account where that is still the old one, and reports whether
// it was. The password is the same, so the generation stays.
func (a *Accounts) RenewPassword(ctx context.Context, id int64, old, renewed string) (done bool, err error) {
	rec := a.users.spec.Type.Acquire()
	defer rec.Release()
	err = a.users.Write(ctx, func(tx *Tx) error {
		done = false
		rec.Reset()
		found, err := tx.Lock(id, rec)
		if err != nil || !found || rec.Get(a.password) != old {
			return err
		}
		rec.Set(a.password, renewed)
		done, err = tx.Update(id, rec, []*schema.Field{a.password, a.same})
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

// Update stores everything about an account but its key, the time of its creation and its generation,
// which rises with another name or password, and with Active. It reports whether there is such an account.
func (a *Accounts) Update(ctx context.Context, u auth.User) (found bool, err error) {
	rec := a.record(u)
	defer rec.Release()
	err = a.users.Write(ctx, func(tx *Tx) error {
		found, err = tx.Update(u.ID, rec, a.changing)
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

const (
	accountsTable    = "users"
	generationColumn = "generation"
)

// ending are those of the columns of an update with which the sessions of an account end when they
// change, whichever type describes the accounts. There are none where the update sets the
// generation itself.
func (c *Collection) ending(columns []*schema.Field) (ending []*schema.Field) {
	if c.spec.Type.Table != accountsTable {
		return nil
	}
	for _, f := range columns {
		switch f.Column {
		case generationColumn:
			return nil
		case "username", "password", "active":
			ending = append(ending, f)
		}
	}
	return ending
}

// nextGeneration raises the generation of an account where one of the columns gets another value.
func nextGeneration(ending []*schema.Field) exp.Expression {
	var changes []exp.Expression
	for _, f := range ending {
		changes = append(changes, goqu.L("? IS DISTINCT FROM ?", goqu.C(f.Column), arg))
	}
	return goqu.L("? + CASE WHEN ? THEN 1 ELSE 0 END", goqu.C(generationColumn), goqu.Or(changes...))
}
