// The tables that the declarations and the framework need.

package migrate

import (
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// table is a desired table.
type table struct {
	name    string
	columns []schema.Column
	key     []string // the columns of its primary key; none if a column counts up by itself
	indexes []index
	pairs   bool        // a declared table of pairs, which may exist without a key
	ours    bool        // a table of the framework
	rowless bool        // in SQLite its rows are stored in the order of the key
	writes  tableWrites // of a table that others manage
}

// declared returns the desired table of a declaration.
func (m *migration) declared(t schema.Table) *table {
	want := &table{name: t.Name, columns: t.Columns, pairs: t.Pairs, rowless: t.Pairs, indexes: m.indexesOf(t)}
	for _, c := range t.Columns {
		if t.Pairs || c.Key && !numbered(c) {
			want.key = append(want.key, c.Name)
		}
	}
	if t.Name == accountsTable { // finds accounts by address: see framework/accounts/manage
		want.indexes = append(want.indexes, lowerIndex(t.Name, "email"), lowerIndex(t.Name, "username"))
	}
	return want
}

// pairIndex keeps pairs unique if the table has no key for it.
func pairIndex(t *table) index {
	return uniqueIndex(database.Shorten(t.name+"_pair_key"), t.key...)
}

// numbered reports whether the database numbers a key, without reusing numbers.
func numbered(c schema.Column) bool { return c.Numbered }

// The tables of the framework, which no declaration describes. The statements on them are in
// framework/accounts.
const (
	accountsTable   = "users"
	sessionsTable   = "sessions"
	tokensTable     = "tokens"
	identitiesTable = "identities"
	attemptsTable   = "login_attempts"
	responsesTable  = "idempotency_keys"
	keysTable       = "signing_keys"
	linksTable      = "account_links"
	ratesTable      = "request_rates"
)

// desired returns the tables that declarations and the framework need. The named columns of files need a table too.
func (m *migration) desired(tables []schema.Table, files ...fileColumn) (want []*table) {
	for _, t := range tables {
		want = append(want, m.declared(t))
	}
	want = append(want, m.own()...)
	if files != nil {
		want = append(want, m.fileColumnsTable())
	}
	return want
}

// own returns the framework's tables.
func (m *migration) own() []*table {
	return []*table{m.sessions(), m.tokens(), m.identities(), m.expiring(responsesTable, "key", "data"), m.expiring(attemptsTable, "key", ""), m.signingKeys(), m.links(), m.expiring(ratesTable, "key", "data")}
}

// expiring returns a table of rows that expire, with data or (data "") without.
func (m *migration) expiring(name, key, data string) *table {
	columns := []schema.Column{{Name: key, Value: field.Of(field.Text())}}
	if data != "" {
		columns = append(columns, schema.Column{Name: data, Value: field.Of(bytesKind())})
	}
	return &table{
		name: name, ours: true, rowless: true, key: []string{key},
		columns: append(columns, schema.Column{Name: "expires", Value: wholeNumber()}),
		indexes: []index{plainIndex(name, "expires")},
	}
}

// sessions returns the table of sessions, whose rows have their account, except for those of older
// releases.
func (m *migration) sessions() *table {
	t := m.expiring(sessionsTable, "token_hash", "data")
	for _, name := range []string{"account", "generation", "created"} {
		t.columns = append(t.columns, schema.Column{Name: name, Value: wholeNumber(), Null: true})
	}
	t.indexes = append(t.indexes, plainIndex(t.name, "account"))
	return t
}

// tokens returns the table of tokens. Times are in milliseconds of Unix time, null for never; null scopes
// are no limit. A name is unique within an account: a new token replaces a dead one.
func (m *migration) tokens() *table {
	t := &table{name: tokensTable, ours: true, rowless: true, key: []string{"token_hash"}}
	for _, name := range [...]string{"token_hash", "prefix", "account", "name", "created", "expires", "last_used", "revoked", "scopes"} {
		c := schema.Column{Name: name, Value: wholeNumber()}
		switch name {
		case "token_hash", "prefix", "name":
			c.Value = field.Of(field.Text())
		case "expires", "last_used", "revoked":
			c.Null = true
		case "scopes":
			c.Value, c.Null = field.Of(field.Text()), true
		}
		t.columns = append(t.columns, c)
	}
	t.indexes = []index{uniqueIndex(database.UniqueName(tokensTable, "account_name"), "account", "name")}
	return t
}

// identities returns the table of accounts' identities at identity providers: an account is one subject of
// an issuer. told is the time of the provider's last update, in seconds of Unix time, null for never.
func (m *migration) identities() *table {
	t := &table{name: identitiesTable, ours: true, rowless: true, key: []string{"issuer", "subject"}, columns: []schema.Column{
		{Name: "issuer", Value: field.Of(field.Text())},
		{Name: "subject", Value: field.Of(field.Text())},
		{Name: "account", Value: wholeNumber()},
		{Name: "created", Value: wholeNumber()},
		{Name: "told", Value: wholeNumber(), Null: true},
	}}
	t.indexes = []index{uniqueIndex(database.UniqueName(identitiesTable, "issuer_account"), "issuer", "account")}
	return t
}

// links returns the table of the one-time links of accounts: see framework/accounts/manage. Times are as in
// tokens.
func (m *migration) links() *table {
	t := m.expiring(linksTable, "link_hash", "")
	for _, name := range []string{"kind", "email", "secret"} {
		t.columns = append(t.columns, schema.Column{Name: name, Value: field.Of(field.Text())})
	}
	for _, name := range []string{"account", "created"} {
		t.columns = append(t.columns, schema.Column{Name: name, Value: wholeNumber()})
	}
	t.indexes = append(t.indexes, plainIndex(t.name, "email"))
	return t
}

// signingKeys returns the table of the service's secrets, by name.
func (m *migration) signingKeys() *table {
	return &table{name: keysTable, ours: true, rowless: true, key: []string{"name"}, columns: []schema.Column{
		{Name: "name", Value: field.Of(field.Text())}, {Name: "data", Value: field.Of(bytesKind())},
	}}
}

// wholeNumber returns the type of the framework's keys and times.
func wholeNumber() *field.Spec { return field.Of(field.Integer()) }

// bytesKind returns the type of the framework's columns of bytes.
func bytesKind() field.Kind {
	return field.Kind{Column: func(_ *field.Spec, d field.Dialect) field.Column {
		if d == field.SQLite {
			return field.Column{Types: []string{"blob"}}
		}
		return field.Column{Types: []string{"bytea"}}
	}}
}
