// The table of accounts' identities at identity providers.

package accounts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

const identitiesTable = "identities"

// Identities stores the rows of the table identities.
type Identities struct {
	users                    *Users
	find, link, forget, tell *database.Statement
	groups, others           *database.Statement
	audit                    *Audit
}

// Audited returns the same identities with an audit of created, linked and updated accounts; nil for none.
func (k *Identities) Audited(a *Audit) *Identities {
	k.audit = a
	return k
}

var _ auth.Identities = (*Identities)(nil)

// NewIdentities returns the identities of accounts.
func NewIdentities(users *Users) *Identities {
	d, row, user := users.db.Dialect(), goqu.T("s"), goqu.T("t")
	is := func(name string) goqu.Expression { return goqu.L("? = ?", goqu.C(name), arg) }
	every := d.From(store.AccountsTable).Select("id")
	return &Identities{
		users: users, others: othersOf(d),
		find: must(database.Build(users.from().Join(goqu.T(identitiesTable).As("s"), goqu.On(goqu.L("? = ?", user.Col("id"), row.Col("account")))).
			Where(goqu.L("? = ?", row.Col("issuer"), arg), goqu.L("? = ?", row.Col("subject"), arg)).Select(append(users.all(), goqu.COALESCE(row.Col("told"), goqu.L("0")))...), 2)),
		link: must(database.Build(d.Insert(identitiesTable).Prepared(true).Cols("issuer", "subject", "account", "created").
			Vals([]any{arg, arg, arg, arg}).OnConflict(goqu.DoNothing()), 4)),
		forget: must(database.Build(d.Delete(identitiesTable).Prepared(true).Where(is("issuer"), is("subject"), goqu.C("account").NotIn(every)), 2)),
		tell: must(database.Build(d.Update(identitiesTable).Prepared(true).Set(goqu.Record{"told": goqu.L("?", arg)}).
			Where(is("issuer"), is("subject"), is("account"), goqu.L("COALESCE(?, 0) <= ?", goqu.C("told"), arg)), 5)),
		groups: must(database.Build(d.From(goqu.T("groups").As("g")).Prepared(true).
			LeftJoin(goqu.T("users_groups").As("p"), goqu.On(goqu.L("? = ?", goqu.T("p").Col("group_id"), goqu.T("g").Col("id")), goqu.L("? = ?", goqu.T("p").Col("user_id"), arg))).
			Select(goqu.T("g").Col("id"), goqu.T("g").Col("name"), goqu.COALESCE(goqu.T("p").Col("user_id"), goqu.L("0"))).Order(goqu.T("g").Col("id").Asc()), 1)),
	}
}

// UserByIdentity implements auth.Identities.
func (k *Identities) UserByIdentity(ctx context.Context, i auth.Identity) (u auth.User, told int64, ok bool, err error) {
	rec := k.users.typ.Acquire()
	defer rec.Release()
	found, err := k.users.reads.Row(ctx, k.find, append(rec.Dests(k.users.columns, false), &told), i.Issuer, i.Subject)
	if err != nil || !found {
		return auth.User{}, 0, false, wrap(err, "find an identity")
	}
	return *rec.Value().(*auth.User), told, true, nil
}

// Link implements auth.Identities.
func (k *Identities) Link(ctx context.Context, i auth.Identity, account int64) (done bool, err error) {
	err = k.users.db.Write(ctx, func(tx database.Session) error {
		if done, err = k.store(ctx, tx, i, account); err != nil || !done {
			return err
		}
		return k.audit.write(ctx, tx, schema.Updated, userResource, schema.NumberKey(account).String())
	})
	return done && err == nil, wrap(err, "link account %d to an identity", account)
}

// errLinked rolls an account back whose identity has another one.
var errLinked = errors.New("the identity has an account")

// CreateLinked implements auth.Identities.
func (k *Identities) CreateLinked(ctx context.Context, i auth.Identity, u auth.User) (id int64, done bool, err error) {
	if similar, err := k.users.Similar(ctx, u.Username, auth.FoldUsername); err != nil || similar != "" {
		return 0, false, err
	}
	u.Password, u.Created = "", time.Now().UTC().Truncate(time.Microsecond)
	rec := k.users.record(u)
	defer rec.Release()
	err = k.users.users.Write(ctx, func(tx *store.Tx) error {
		email, err := k.freeAddress(tx, 0, u.Email)
		if err != nil {
			return err
		}
		rec.Set(k.users.typ.ByColumn("email"), email)
		key, err := tx.Insert(rec)
		if err != nil {
			return err
		}
		id = key.Number()
		if done, err = k.store(ctx, tx.Session(), i, id); err == nil && !done {
			err = errLinked
		}
		if err != nil {
			return err
		}
		u.ID = id
		who := auth.ActorOf(ctx)
		return k.audit.write(auth.WithActor(ctx, who.By(&u, who.Scheme)), tx.Session(), schema.Created, userResource, key.String())
	})
	if refusal := problem.As(err); refusal != nil || errors.Is(err, errLinked) {
		return 0, false, nil
	}
	return id, done && err == nil, wrap(err, "make an account for an identity")
}

// store links an existing account. It does not link an account that was deleted meanwhile.
func (k *Identities) store(ctx context.Context, tx database.Session, i auth.Identity, account int64) (bool, error) {
	if _, err := tx.Exec(ctx, k.forget, i.Issuer, i.Subject); err != nil {
		return false, fmt.Errorf("forget an identity: %w", err)
	}
	n, err := tx.Exec(ctx, k.link, i.Issuer, i.Subject, account, time.Now().UnixMilli())
	return n > 0, err
}
