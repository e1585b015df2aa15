// The sessions of accounts: listed, counted, ended.

package accounts

import (
	"context"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/store"
)

// buildSessions builds the statements about the sessions of accounts. A stored session is live if it has not
// expired, and its account is active and of its generation.
func (a *Users) buildSessions() {
	d, user, row := a.db.Dialect(), goqu.T("t"), goqu.T("s")
	live := goqu.And(
		goqu.L("? = ?", row.Col("account"), user.Col("id")),
		goqu.L("? = ?", row.Col("generation"), user.Col(store.GenerationColumn)),
		goqu.L("? > ?", row.Col("expires"), arg),
		user.Col("active"),
	)
	sessions := d.From(goqu.T(sessionsTable).As("s"))
	a.names = must(database.Build(a.from().Select(user.Col("username")).Order(user.Col("username").Asc()), 0))
	a.list = must(database.Build(a.from().
		Select(append(a.all(), sessions.Select(goqu.L("count(*)")).Where(live))...).
		Order(user.Col("username").Asc()), 1))
	a.sessions = must(database.Build(sessions.Prepared(true).Join(goqu.T(store.AccountsTable).As("t"), goqu.On(live)).
		Where(goqu.L("? = ?", user.Col("id"), arg)).
		Select(row.Col("token_hash"), row.Col("created"), row.Col("expires")).
		Order(row.Col("created").Asc(), row.Col("expires").Asc(), row.Col("token_hash").Asc()), 2))
	a.raise = must(database.Build(d.Update(store.AccountsTable).Prepared(true).
		Set(goqu.Record{store.GenerationColumn: goqu.L("? + 1", goqu.C(store.GenerationColumn))}).
		Where(goqu.L("? = ?", goqu.C("id"), arg)), 1))
	a.endOne = must(database.Build(d.Delete(sessionsTable).Prepared(true).Where(
		goqu.L("? = ?", goqu.C("account"), arg), goqu.L("? = ?", goqu.C("token_hash"), arg)).Returning("token_hash"), 2))
	a.end = must(database.Build(d.Delete(sessionsTable).Prepared(true).Where(goqu.L("? = ?", goqu.C("account"), arg)).Returning("token_hash"), 1))
}

// EndSessions ends all sessions of an account for good, including one that is just starting.
func (a *Users) EndSessions(ctx context.Context, id int64) error {
	return a.users.Write(ctx, func(tx *store.Tx) error { return a.endSessions(ctx, tx, id) })
}

// endSessions ends the sessions by the generation, and removes their rows before they expire.
func (a *Users) endSessions(ctx context.Context, tx *store.Tx, id int64) error {
	_, err := tx.Session().Exec(ctx, a.raise, id)
	if err == nil {
		_, err = a.audit.end(ctx, tx.Session(), sessionResource, a.end, id)
	}
	return wrap(err, "end sessions of account %d", id)
}

// Each calls fn for every account, by name, with the number of its live sessions, until fn fails.
func (a *Users) Each(ctx context.Context, fn func(u auth.User, sessions int64) error) error {
	rec := a.typ.Acquire()
	defer rec.Release()
	var n int64
	dests := append(rec.Dests(a.columns, false), &n)
	err := a.reads.Each(ctx, a.list, dests, func() error {
		return fn(*rec.Value().(*auth.User), n)
	}, time.Now().UnixMilli())
	return wrap(err, "list accounts")
}

// Sessions returns the live sessions of an account, the oldest first. It leaves out those of releases that
// did not store the account.
func (a *Users) Sessions(ctx context.Context, id int64) ([]auth.AccountSession, error) {
	var list []auth.AccountSession
	err := a.eachSession(ctx, a.reads, id, func(_ string, s auth.AccountSession) { list = append(list, s) })
	return list, wrap(err, "list sessions of account %d", id)
}

// eachSession calls fn with the hash of each live session of an account, the oldest first.
func (a *Users) eachSession(ctx context.Context, in database.Session, id int64, fn func(hash string, s auth.AccountSession)) error {
	var hash string
	var created, expires int64
	return in.Each(ctx, a.sessions, []any{&hash, &created, &expires}, func() error {
		fn(hash, auth.AccountSession{ID: auth.SessionID(hash), Started: time.UnixMilli(created).UTC(), Expires: time.UnixMilli(expires).UTC()})
		return nil
	}, time.Now().UnixMilli(), id)
}

// EndSession ends the live session of an account with an ID, and reports whether there was one.
func (a *Users) EndSession(ctx context.Context, account int64, id string) (done bool, err error) {
	err = a.users.Write(ctx, func(tx *store.Tx) error {
		found := ""
		err := a.eachSession(ctx, tx.Session(), account, func(hash string, s auth.AccountSession) {
			if s.ID == id {
				found = hash
			}
		})
		if done = false; err != nil || found == "" {
			return err
		}
		n, err := a.audit.end(ctx, tx.Session(), sessionResource, a.endOne, account, found)
		done = n > 0
		return err
	})
	return done, wrap(err, "end a session of account %d", account)
}
