package store

import (
	"context"
	"slices"
	"time"

	atlas "ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"
	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
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
	id, expires := column(key, "text"), column("expires", field.IntegerColumn(field.Dialect(m.dialect.name)).Types[0])
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

// sessions is the expiring table of sessions, whose rows know their account, those of older releases excepted.
func (m *migration) sessions() *atlas.Table {
	table := m.expiring(sessionsTable, "token_hash", "data")
	value := field.Of(field.Integer())
	for _, name := range []string{"account", "generation", "created"} {
		declared := schema.Column{Name: name, Value: value, Null: true}
		column := atlas.NewNullColumn(name).SetType(must(m.atlas.ParseType(m.in(declared).Types[0])))
		m.declared[column] = declared
		table.AddColumns(column)
	}
	account, _ := table.Column("account")
	return table.AddIndexes(atlas.NewIndex(indexName(table.Name, account.Name)).AddColumns(account))
}

// grown is a table of our own that is there, with those columns and indexes added to it that own has
// and it lacks.
func grown(there, own *atlas.Table) *atlas.Table {
	table := *there
	table.Columns, table.Indexes = slices.Clone(there.Columns), slices.Clone(there.Indexes)
	for _, c := range own.Columns {
		if _, ok := there.Column(c.Name); !ok {
			table.AddColumns(c)
		}
	}
	for _, i := range own.Indexes {
		if !indexed(there, i) {
			table.AddIndexes(i)
		}
	}
	return &table
}

// sessions keeps sessions in the table sessions; expires and created are in milliseconds of Unix time.
type sessions struct {
	db                 *DB
	find, save, remove *statement
	endOldest          *statement // of an account, beside the one with a token
	sweeper            *sweeper
}

// Sessions is where sessions are kept, under hashed tokens.
func (db *DB) Sessions() auth.Sessions {
	d := db.dialect
	token, expires := goqu.L("? = ?", goqu.C("token_hash"), arg), goqu.C("expires")
	saved := goqu.Record{}
	for _, name := range []string{"data", "expires", "account", "generation", "created"} {
		saved[name] = goqu.T("excluded").Col(name)
	}
	kept := d.From(sessionsTable).Select("token_hash").
		Where(goqu.L("? = ?", goqu.C("account"), arg), goqu.L("? <> ?", goqu.C("token_hash"), arg)).
		Order(goqu.C("created").Desc(), goqu.C("expires").Desc(), goqu.C("token_hash").Asc()).Limit(auth.MaxSessions - 1)
	return &sessions{
		db: db,
		endOldest: must(built(d.Delete(sessionsTable).Prepared(true).Where(
			goqu.L("? = ?", goqu.C("account"), arg), goqu.L("? <> ?", goqu.C("token_hash"), arg),
			goqu.C("token_hash").NotIn(kept)), 5)),
		find: must(built(d.From(sessionsTable).Prepared(true).Select("data").
			Where(token, goqu.L("? > ?", expires, arg)), 2)),
		save: must(built(d.Insert(sessionsTable).Prepared(true).
			Cols("token_hash", "data", "expires", "account", "generation", "created").
			Vals([]any{arg, arg, arg, arg, arg, arg}).
			OnConflict(goqu.DoUpdate("token_hash", saved)), 6)),
		remove:  must(built(d.Delete(sessionsTable).Prepared(true).Where(token), 1)),
		sweeper: newSweeper(d, sessionsTable, "token_hash"),
	}
}

// Find returns the data of a session that has not expired.
func (s *sessions) Find(ctx context.Context, token string) (data []byte, found bool, err error) {
	found, err = session{db: s.db}.row(ctx, s.find, []any{&data}, token, time.Now().UnixMilli())
	return data, found, wrap(err, "find session")
}

// Save stores a session, and now and then removes those that have expired.
func (s *sessions) Save(ctx context.Context, token string, row auth.Session) error {
	data := row.Data
	if data == nil {
		data = []byte{}
	}
	err := s.db.inTx(ctx, func(tx session) error {
		now := time.Now()
		if err := s.sweeper.sweep(ctx, tx, now); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, s.save, token, data, row.Expires.UnixMilli(), row.Account, row.Generation, now.UnixMilli()); err != nil {
			return err
		}
		// Logins at the same moment do not see each other: the next one ends what is too many.
		_, err := tx.exec(ctx, s.endOldest, row.Account, token, row.Account, token, auth.MaxSessions-1)
		return err
	})
	return wrap(err, "store session")
}

// Delete removes a session; one that is not there is no error.
func (s *sessions) Delete(ctx context.Context, token string) error {
	err := s.db.inTx(ctx, func(tx session) error {
		_, err := tx.exec(ctx, s.remove, token)
		return err
	})
	return wrap(err, "delete session")
}
