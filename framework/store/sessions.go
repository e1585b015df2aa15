package store

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
)

// sweepEvery is how often what has expired is removed, at most.
const sweepEvery = 10 * time.Minute

// planExpiring makes a table of data that expires under a key, which no declaration describes:
// that of the sessions and that of the kept answers.
func (m *migration) planExpiring(ctx context.Context, name, key string) error {
	have, err := m.dialect.inspect(ctx, m.tx, name)
	if err != nil || have != nil {
		return err
	}
	text := `CREATE TABLE "` + name + `" (
	"` + key + `" TEXT NOT NULL PRIMARY KEY,
	"data" BLOB NOT NULL,
	"expires" INTEGER NOT NULL
) STRICT, WITHOUT ROWID`
	if m.dialect.name == "postgres" {
		text = `CREATE TABLE "` + name + `" (
	"` + key + `" text COLLATE "C" NOT NULL PRIMARY KEY,
	"data" bytea NOT NULL,
	"expires" bigint NOT NULL
)`
	}
	m.tables = append(m.tables, text)
	m.indexes = append(m.indexes, createIndex(false, indexName(name, "expires"), name, "expires"))
	return nil
}

// sessions keeps sessions in the table sessions; expires is in milliseconds of Unix time.
type sessions struct {
	db                          *DB
	find, commit, remove, sweep *statement
}

// Sessions is where sessions are kept, under hashed tokens.
func (db *DB) Sessions() auth.Sessions {
	d := db.dialect
	token, expires := goqu.L("? = ?", goqu.C("token_hash"), arg), goqu.C("expires")
	return &sessions{
		db: db,
		find: must(built(d.From("sessions").Prepared(true).Select("data").
			Where(token, goqu.L("? > ?", expires, arg)), 2)),
		commit: must(built(d.Insert("sessions").Prepared(true).Cols("token_hash", "data", "expires").
			Vals([]any{arg, arg, arg}).
			OnConflict(goqu.DoUpdate("token_hash", goqu.Record{
				"data": goqu.T("excluded").Col("data"), "expires": goqu.T("excluded").Col("expires"),
			})), 3)),
		remove: must(built(d.Delete("sessions").Prepared(true).Where(token), 1)),
		sweep:  must(built(d.Delete("sessions").Prepared(true).Where(goqu.L("? <= ?", expires, arg)), 1)),
	}
}

// FindCtx returns the data of a session that has not expired.
func (s *sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	found, err = session{db: s.db}.row(ctx, s.find, []any{&data}, token, time.Now().UnixMilli())
	return data, found, wrap(err, "find session")
}

// CommitCtx stores a session, and now and then removes those that have expired.
func (s *sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	if data == nil {
		data = []byte{}
	}
	now := time.Now()
	sweep := s.db.due(&s.db.swept)
	err := s.db.inTx(ctx, func(tx session) error {
		if sweep {
			if _, err := tx.exec(ctx, s.sweep, now.UnixMilli()); err != nil {
				return err
			}
		}
		_, err := tx.exec(ctx, s.commit, token, data, expiry.UnixMilli())
		return err
	})
	return wrap(err, "store session")
}

// due reports whether it is time to remove what has expired, to one caller every sweepEvery.
func (db *DB) due(last *atomic.Int64) bool {
	now, swept := time.Now().Unix(), last.Load()
	return now-swept >= int64(sweepEvery.Seconds()) && last.CompareAndSwap(swept, now)
}

// DeleteCtx removes a session; one that is not there is no error.
func (s *sessions) DeleteCtx(ctx context.Context, token string) error {
	err := s.db.inTx(ctx, func(tx session) error {
		_, err := tx.exec(ctx, s.remove, token)
		return err
	})
	return wrap(err, "delete session")
}

// Find is FindCtx without a context.
func (s *sessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (s *sessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context.
func (s *sessions) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }
