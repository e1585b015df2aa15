package migrate

import (
	"slices"

	atlas "ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// The tables of the framework itself, which no declaration describes. The statements on them are
// those of framework/accounts.
const (
	sessionsTable  = "sessions"
	tokensTable    = "tokens"
	attemptsTable  = "login_attempts"
	responsesTable = "idempotency_keys"
)

// expiring is a table of what expires under a key, with data or (data "") without, which no
// declaration describes: that of the sessions, that of the kept answers, that of the logins.
func (m *migration) expiring(name, key, data string) *atlas.Table {
	bytes := "blob"
	if m.dialect.Name == "postgres" {
		bytes = "bytea"
	}
	column := func(name, typ string) *atlas.Column {
		return atlas.NewColumn(name).SetType(must(m.atlas.ParseType(typ)))
	}
	id, expires := column(key, "text"), column("expires", m.in(schema.Column{Value: wholeNumber()}).Types[0])
	m.collate(id)
	columns := []*atlas.Column{id, expires}
	if data != "" {
		columns = []*atlas.Column{id, column(data, bytes), expires}
	}
	table := atlas.NewTable(name).AddColumns(columns...).
		SetPrimaryKey(atlas.NewPrimaryKey(id)).
		AddIndexes(atlas.NewIndex(database.IndexName(name, expires.Name)).AddColumns(expires))
	if m.dialect.Name == "sqlite" {
		table.AddAttrs(&sqlite.Strict{}, &sqlite.WithoutRowID{})
	}
	return table
}

// sessions is the expiring table of sessions, whose rows know their account, those of older releases excepted.
func (m *migration) sessions() *atlas.Table {
	table := m.expiring(sessionsTable, "token_hash", "data")
	for _, name := range []string{"account", "generation", "created"} {
		declared := schema.Column{Name: name, Value: wholeNumber(), Null: true}
		column := atlas.NewNullColumn(name).SetType(must(m.atlas.ParseType(m.in(declared).Types[0])))
		m.declared[column] = declared
		table.AddColumns(column)
	}
	account, _ := table.Column("account")
	return table.AddIndexes(atlas.NewIndex(database.IndexName(table.Name, account.Name)).AddColumns(account))
}

// tokens is the table of tokens. Times are in milliseconds of Unix time, null for never. A name is that
// of one token of an account: a new one takes the place of one that is dead.
func (m *migration) tokens() *atlas.Table {
	table := atlas.NewTable(tokensTable)
	for _, name := range [...]string{"token_hash", "prefix", "account", "name", "created", "expires", "last_used", "revoked"} {
		declared := schema.Column{Name: name, Value: wholeNumber()}
		switch name {
		case "token_hash", "prefix", "name":
			declared.Value = field.Of(field.Text())
		case "expires", "last_used", "revoked":
			declared.Null = true
		}
		column := atlas.NewColumn(name).SetType(must(m.atlas.ParseType(m.in(declared).Types[0]))).SetNull(declared.Null)
		m.collate(column)
		m.declared[column] = declared
		table.AddColumns(column)
	}
	hash, _ := table.Column("token_hash")
	account, _ := table.Column("account")
	name, _ := table.Column("name")
	table.SetPrimaryKey(atlas.NewPrimaryKey(hash)).
		AddIndexes(atlas.NewUniqueIndex(database.UniqueName(tokensTable, "account_name")).AddColumns(account, name))
	if m.dialect.Name == "sqlite" {
		table.AddAttrs(&sqlite.Strict{}, &sqlite.WithoutRowID{})
	}
	return table
}

// wholeNumber is what columns of keys and times of our own hold.
func wholeNumber() *field.Spec { return field.Of(field.Integer()) }

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

// must is for types that depend on no declaration.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
