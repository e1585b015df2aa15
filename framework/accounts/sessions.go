// The table of sessions.

package accounts

import (
	"context"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

const sessionsTable = "sessions"

// Sessions stores sessions in the table sessions; expires and created are in milliseconds of Unix time.
type Sessions struct {
	db                 *database.DB
	find, save, remove *database.Statement
	touch              *database.Statement
	// endOldest and endWaiting remove the oldest sessions of an account, except for the one with a token: those that wait for
	// the code of a second factor count apart, so that a password alone ends no others.
	endOldest, endWaiting *database.Statement
	sweeper               *sweeper
	audit                 *Audit
}

var (
	_ auth.Sessions       = (*Sessions)(nil)
	_ auth.SessionToucher = (*Sessions)(nil)
)

// Audited returns the same sessions with an audit of their starts and ends; nil for none.
func (s *Sessions) Audited(a *Audit) *Sessions {
	s.audit = a
	return s
}

// NewSessions returns the store of sessions, under hashed tokens.
func NewSessions(db *database.DB) *Sessions {
	d := db.Dialect()
	token, expires := goqu.L("? = ?", goqu.C("token_hash"), arg), goqu.C("expires")
	saved := goqu.Record{}
	for _, name := range []string{"data", "expires", "account", "generation", "created"} {
		saved[name] = goqu.T("excluded").Col(name)
	}
	waits := goqu.L("COALESCE(?, 0) < 0", goqu.C("generation"))
	oldest := func(which goqu.Expression) *database.Statement {
		mine := []goqu.Expression{goqu.L("? = ?", goqu.C("account"), arg), goqu.L("? <> ?", goqu.C("token_hash"), arg), which}
		kept := d.From(sessionsTable).Select("token_hash").Where(mine...).
			Order(goqu.C("created").Desc(), goqu.C("expires").Desc(), goqu.C("token_hash").Asc()).Limit(auth.MaxSessions - 1)
		return must(database.Build(d.Delete(sessionsTable).Prepared(true).Where(append(mine, goqu.C("token_hash").NotIn(kept))...).Returning("token_hash"), 5))
	}
	return &Sessions{
		db:        db,
		endOldest: oldest(goqu.L("NOT ?", waits)), endWaiting: oldest(waits),
		find: must(database.Build(d.From(sessionsTable).Prepared(true).Select("data").
			Where(token, goqu.L("? > ?", expires, arg)), 2)),
		save: must(database.Build(d.Insert(sessionsTable).Prepared(true).
			Cols("token_hash", "data", "expires", "account", "generation", "created").
			Vals([]any{arg, arg, arg, arg, arg, arg}).
			OnConflict(goqu.DoUpdate("token_hash", saved)), 6)),
		remove: must(database.Build(d.Delete(sessionsTable).Prepared(true).Where(token).Returning("token_hash"), 1)),
		touch: must(database.Build(d.Update(sessionsTable).Prepared(true).Set(goqu.Record{"expires": arg}).
			Where(token, goqu.L("? > ?", expires, arg), goqu.L("? < ?", expires, arg)), 4)),
		sweeper: newSweeper(d, sessionsTable, "token_hash"),
	}
}

// Find returns the data of a session that has not expired.
func (s *Sessions) Find(ctx context.Context, token string) (data []byte, found bool, err error) {
	found, err = s.db.Session().Row(ctx, s.find, []any{&data}, token, time.Now().UnixMilli())
	return data, found, wrap(err, "find session")
}

// Save stores a session, and removes expired ones at intervals.
func (s *Sessions) Save(ctx context.Context, token string, row auth.Session) error {
	data := row.Data
	if data == nil {
		data = []byte{}
	}
	err := s.db.Write(ctx, func(tx database.Session) error {
		now := time.Now()
		if err := s.sweeper.sweep(ctx, tx, now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, s.save, token, data, row.Expires.UnixMilli(), row.Account, row.Generation, now.UnixMilli()); err != nil {
			return err
		}
		if err := s.audit.write(ctx, tx, schema.Created, sessionResource, shortHash(token)); err != nil {
			return err
		}
		// Concurrent logins do not see each other: the next one ends the surplus.
		end := s.endOldest
		if row.Generation < 0 {
			end = s.endWaiting
		}
		_, err := s.audit.end(ctx, tx, sessionResource, end, row.Account, token, row.Account, token, auth.MaxSessions-1)
		return err
	})
	return wrap(err, "store session")
}

// TouchSession implements auth.SessionToucher.
func (s *Sessions) TouchSession(ctx context.Context, token string, expires time.Time) error {
	err := s.db.Write(ctx, func(tx database.Session) error {
		_, err := tx.Exec(ctx, s.touch, expires.UnixMilli(), token, time.Now().UnixMilli(), expires.UnixMilli())
		return err
	})
	return wrap(err, "touch session")
}

// Delete removes a session; a missing one is no error.
func (s *Sessions) Delete(ctx context.Context, token string) error {
	err := s.db.Write(ctx, func(tx database.Session) error {
		_, err := s.audit.end(ctx, tx, sessionResource, s.remove, token)
		return err
	})
	return wrap(err, "delete session")
}
