package store

import (
	"context"
	"time"

	atlas "ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"
	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
)

const sessionsTable = "sessions"

// expiring is a table of what expires under a key, with data or (data "") without, which no
// declaration describes: that of the sessions, that of the kept answers, that of the logins.
func (m *migration) expiring(name, key, data string) *atlas.Table {
	bytes := "blob"
	if m.dialect.name == "postgres" {
		bytes = "bytea"
	}
	column := func(name, typ string) *atlas.Column {
		return atlas.NewColumn(name).SetType(must(m.atlas.ParseType(typ)))
	}
	id, expires := column(key, "text"), column("expires", m.dialect.types(schema.Integer)[0])
	m.collate(id)
	columns := []*atlas.Column{id, expires}
	if data != "" {
		columns = []*atlas.Column{id, column(data, bytes), expires}
	}
	table := atlas.NewTable(name).AddColumns(columns...).
		SetPrimaryKey(atlas.NewPrimaryKey(id)).
		AddIndexes(atlas.NewIndex(indexName(name, expires.Name)).AddColumns(expires))
	if m.dialect.name == "sqlite" {
		table.AddAttrs(&sqlite.Strict{}, &sqlite.WithoutRowID{})
	}
	return table
}

// sessions keeps sessions in the table sessions; expires is in milliseconds of Unix time.
type sessions struct {
	db                   *DB
	find, commit, remove *statement
	sweeper              *sweeper
}

// Sessions is where sessions are kept, under hashed tokens.
func (db *DB) Sessions() auth.Sessions {
	d := db.dialect
	token, expires := goqu.L("? = ?", goqu.C("token_hash"), arg), goqu.C("expires")
	return &sessions{
		db: db,
		find: must(built(d.From(sessionsTable).Prepared(true).Select("data").
			Where(token, goqu.L("? > ?", expires, arg)), 2)),
		commit: must(built(d.Insert(sessionsTable).Prepared(true).Cols("token_hash", "data", "expires").
			Vals([]any{arg, arg, arg}).
			OnConflict(goqu.DoUpdate("token_hash", goqu.Record{
				"data": goqu.T("excluded").Col("data"), "expires": goqu.T("excluded").Col("expires"),
			})), 3)),
		remove:  must(built(d.Delete(sessionsTable).Prepared(true).Where(token), 1)),
		sweeper: newSweeper(d, sessionsTable, "token_hash"),
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
	err := s.db.inTx(ctx, func(tx session) error {
		if err := s.sweeper.sweep(ctx, tx, time.Now()); err != nil {
			return err
		}
		_, err := tx.exec(ctx, s.commit, token, data, expiry.UnixMilli())
		return err
	})
	return wrap(err, "store session")
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
