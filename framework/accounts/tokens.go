// The table of tokens.

package accounts

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

const tokensTable = "tokens"

// tokenColumns are the columns of a token, in the order of tokenRow.
var tokenColumns = [...]string{"token_hash", "prefix", "account", "name", "created", "expires", "last_used", "revoked", "scopes"}

// Tokens stores the rows of the table tokens. Create one for each DB: its statements are prepared once.
type Tokens struct {
	db                         *database.DB
	typ                        *schema.Type
	columns                    []*schema.Field
	find, used, insert, forget *database.Statement
	list, revoke, revokeAll    *database.Statement
	forgetObtained, forgetDead *database.Statement
	count, current             *database.Statement
	audit                      *Audit
}

// Audited returns the same tokens with an audit of new and revoked ones; nil for none.
func (k *Tokens) Audited(a *Audit) *Tokens {
	k.audit = a
	return k
}

var _ auth.Tokens = (*Tokens)(nil)

// NewTokens returns the tokens in the database.
func NewTokens(db *database.DB) *Tokens {
	d, t := db.Dialect(), UserType()
	row, user := goqu.T("s"), goqu.T("t")
	var columns, own, values, both []any
	for _, name := range tokenColumns {
		columns, own, values = append(columns, row.Col(name)), append(own, name), append(values, arg)
	}
	both = append(both, columns...)
	for _, f := range t.Columns() {
		both = append(both, user.Col(f.Column))
	}
	from := d.From(goqu.T(tokensTable).As("s")).Prepared(true)
	is := func(name string) goqu.Expression { return goqu.L("? = ?", goqu.C(name), arg) }
	dead := goqu.Or(goqu.L("? IS NOT NULL", goqu.C("revoked")), goqu.L("? <= ?", goqu.C("expires"), arg))
	start := fmt.Sprintf("substr(?, 1, %d)", len(auth.ObtainedPrefix)) // LIKE ignores case on SQLite
	isObtained, isMade := goqu.L(start+" = '"+auth.ObtainedPrefix+"'", goqu.C("name")), goqu.L(start+" <> '"+auth.ObtainedPrefix+"'", goqu.C("name"))
	// newest selects the hashes of the newest tokens of an account that meet a condition.
	newest := func(condition goqu.Expression) *goqu.SelectDataset {
		return d.From(tokensTable).Prepared(true).Where(is("account"), condition).
			Select("token_hash").Order(goqu.C("created").Desc(), goqu.C("token_hash").Asc()).Limit(arg)
	}
	madeDead := goqu.And(isMade, dead)
	update := func(column string) *goqu.UpdateDataset {
		return d.Update(tokensTable).Prepared(true).Set(goqu.Record{column: goqu.L("?", arg)})
	}
	return &Tokens{
		db: db, typ: t, columns: t.Columns(),
		find: must(database.Build(from.Join(goqu.T(store.AccountsTable).As("t"), goqu.On(goqu.L("? = ?", user.Col("id"), row.Col("account")))).
			Where(goqu.L("? = ?", row.Col("token_hash"), arg)).Select(both...), 1)),
		used: must(database.Build(update("last_used").Where(is("token_hash"),
			goqu.Or(goqu.L("? IS NULL", goqu.C("last_used")), goqu.L("? < ?", goqu.C("last_used"), arg))), 3)),
		insert: must(database.Build(d.Insert(tokensTable).Prepared(true).Cols(own...).Vals(values).OnConflict(goqu.DoNothing()), len(values))),
		forget: must(database.Build(d.Delete(tokensTable).Prepared(true).Where(is("account"), is("name"), dead), 3)),
		list: must(database.Build(from.Where(goqu.L("? = ?", row.Col("account"), arg)).Select(columns...).
			Order(row.Col("created").Asc(), row.Col("name").Asc()), 1)),
		revoke: must(database.Build(update("revoked").Where(is("account"), is("name"), goqu.L("? IS NULL", goqu.C("revoked"))).Returning("token_hash"), 3)),
		forgetObtained: must(database.Build(d.Delete(tokensTable).Prepared(true).Where(is("account"), isObtained,
			goqu.C("token_hash").NotIn(newest(isObtained))), 3)),
		forgetDead: must(database.Build(d.Delete(tokensTable).Prepared(true).Where(is("account"), madeDead,
			goqu.C("token_hash").NotIn(newest(madeDead))), 5)),
		count: must(database.Build(d.From(tokensTable).Prepared(true).Where(is("account"), isMade,
			goqu.L("? IS NULL", goqu.C("revoked")), goqu.Or(goqu.L("? IS NULL", goqu.C("expires")), goqu.L("? > ?", goqu.C("expires"), arg))).
			Select(goqu.L("count(*)")), 2)),
		current: must(database.Build(d.Update(store.AccountsTable).Prepared(true).
			Set(goqu.Record{store.GenerationColumn: goqu.C(store.GenerationColumn)}).Where(is("id"), is(store.GenerationColumn)), 2)),
		revokeAll: must(database.Build(update("revoked").Where(is("account"), goqu.L("? IS NULL", goqu.C("revoked"))).Returning("token_hash"), 2)),
	}
}

// tokenRow scans a token.
type tokenRow struct {
	token                  auth.Token
	created                int64
	expires, used, revoked sql.NullInt64
	scopes                 sql.NullString
}

func (r *tokenRow) dests() []any {
	t := &r.token
	return []any{&t.Hash, &t.Prefix, &t.Account, &t.Name, &r.created, &r.expires, &r.used, &r.revoked, &r.scopes}
}

func (r *tokenRow) value() auth.Token {
	t := r.token
	t.Created, t.Expires, t.LastUsed, t.Revoked = time.UnixMilli(r.created).UTC(), timeOrNever(r.expires), timeOrNever(r.used), timeOrNever(r.revoked)
	if t.Scopes = nil; r.scopes.Valid {
		t.Scopes = strings.Fields(r.scopes.String)
	}
	return t
}

func timeOrNever(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return time.UnixMilli(ms.Int64).UTC()
}

func milliOrNull(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// TokenByHash returns the token with a hash, and its account.
func (k *Tokens) TokenByHash(ctx context.Context, hash string) (auth.Token, auth.User, bool, error) {
	rec := k.typ.Acquire()
	defer rec.Release()
	var row tokenRow
	found, err := k.db.Session().Row(ctx, k.find, append(row.dests(), rec.Dests(k.columns, false)...), hash)
	if err != nil || !found {
		return auth.Token{}, auth.User{}, false, wrap(err, "find a token")
	}
	return row.value(), *rec.Value().(*auth.User), true, nil
}

// TokenUsed stores the time of a token's last use, unless a later one is stored.
func (k *Tokens) TokenUsed(ctx context.Context, hash string, at time.Time) error {
	return k.write(ctx, "store the last use of a token", func(tx database.Session) error {
		_, err := tx.Exec(ctx, k.used, at.UnixMilli(), hash, at.UnixMilli())
		return err
	})
}

// Create stores a token. It replaces an expired or revoked token of the account with the same name. It
// returns auth.ErrTokenName if that one is live, and auth.ErrTokens if too many of the account are live. It
// removes the oldest dead ones.
func (k *Tokens) Create(ctx context.Context, t auth.Token) error {
	return k.write(ctx, "store a token", func(tx database.Session) error {
		now := t.Created.UnixMilli()
		if _, err := tx.Exec(ctx, k.forget, t.Account, t.Name, now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, k.forgetDead, t.Account, now, t.Account, now, auth.MaxTokens); err != nil {
			return err
		}
		var n int64
		if _, err := tx.Row(ctx, k.count, []any{&n}, t.Account, now); err != nil {
			return err
		}
		if n >= auth.MaxTokens {
			return auth.ErrTokens
		}
		return k.store(ctx, tx, &t)
	})
}

// ObtainToken implements auth.Tokens.
func (k *Tokens) ObtainToken(ctx context.Context, t auth.Token, most int) error {
	return k.write(ctx, "store an obtained token", func(tx database.Session) error {
		if err := k.store(ctx, tx, &t); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, k.forgetObtained, t.Account, t.Account, most)
		return err
	})
}

func (k *Tokens) store(ctx context.Context, tx database.Session, t *auth.Token) error {
	if t.Generation != nil { // it locks the account: what ends its credentials waits for the token, and then ends that too
		if n, err := tx.Exec(ctx, k.current, t.Account, *t.Generation); err != nil || n == 0 {
			return cmp.Or(err, error(problem.New(problem.Conflict, "The account was changed meanwhile. Please try again.")))
		}
	}
	n, err := tx.Exec(ctx, k.insert, t.Hash, t.Prefix, t.Account, t.Name, t.Created.UnixMilli(),
		milliOrNull(t.Expires), milliOrNull(t.LastUsed), milliOrNull(t.Revoked),
		sql.NullString{String: strings.Join(t.Scopes, " "), Valid: t.Scopes != nil})
	if err == nil && n == 0 {
		return auth.ErrTokenName
	}
	if err != nil {
		return err
	}
	return k.audit.write(ctx, tx, schema.Created, tokenResource, t.ID())
}

// List returns the tokens of an account, the oldest first, including dead ones.
func (k *Tokens) List(ctx context.Context, account int64) ([]auth.Token, error) {
	var list []auth.Token
	var row tokenRow
	err := k.db.Session().Each(ctx, k.list, row.dests(), func() error {
		list = append(list, row.value())
		return nil
	}, account)
	return list, wrap(err, "list tokens")
}

// Revoke revokes the token of an account with a name, and reports whether there was an unrevoked one.
func (k *Tokens) Revoke(ctx context.Context, account int64, name string, at time.Time) (done bool, err error) {
	err = k.write(ctx, "revoke a token", func(tx database.Session) error {
		n, err := k.audit.end(ctx, tx, tokenResource, k.revoke, at.UnixMilli(), account, name)
		done = n > 0
		return err
	})
	return done, err
}

// RevokeAll revokes all tokens of an account, and returns how many were unrevoked.
func (k *Tokens) RevokeAll(ctx context.Context, account int64, at time.Time) (n int64, err error) {
	err = k.write(ctx, "revoke tokens", func(tx database.Session) (err error) {
		n, err = k.audit.end(ctx, tx, tokenResource, k.revokeAll, at.UnixMilli(), account)
		return err
	})
	return n, err
}

func (k *Tokens) write(ctx context.Context, what string, f func(tx database.Session) error) error {
	err := k.db.Write(ctx, f)
	for _, refused := range []error{auth.ErrTokenName, auth.ErrTokens} {
		if errors.Is(err, refused) {
			return refused
		}
	}
	return wrap(err, "%s", what)
}
