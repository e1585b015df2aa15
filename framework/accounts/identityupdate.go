// Updates of an account from its identity provider: name, address and groups.

package accounts

import (
	"context"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Update implements auth.Identities. It locks the row of the identity first, so that the later of two
// concurrent tokens wins.
func (k *Identities) Update(ctx context.Context, i auth.Identity, account int64, told auth.IdentityUpdate) (done bool, err error) {
	if told.Username != "" {
		if told.Username, err = k.freeName(ctx, account, told.Username); err != nil {
			return false, err
		}
	}
	update := func() error {
		done = false
		return k.users.users.Write(ctx, func(tx *store.Tx) error {
			n, err := tx.Session().Exec(ctx, k.tell, told.At, i.Issuer, i.Subject, account, told.At)
			if err != nil || n == 0 {
				return wrap(err, "note the claims of an identity")
			}
			done = true
			changed, err := k.rename(tx, account, told)
			if err == nil && told.Groups != nil {
				var moved bool
				moved, err = k.setGroups(ctx, tx.Session(), account, told.Groups, told.Managed)
				changed = changed || moved
			}
			if err != nil || !changed {
				return err
			}
			return k.audit.write(ctx, tx.Session(), schema.Updated, userResource, schema.NumberKey(account).String())
		})
	}
	err = update()
	if problem.As(err) != nil && told.Username != "" { // another request has taken the name meanwhile
		told.Username = ""
		err = update()
	}
	return done && err == nil, wrap(err, "update account %d", account)
}

// freeName returns the name, or "" if another account has it or a name that looks like it.
func (k *Identities) freeName(ctx context.Context, account int64, name string) (string, error) {
	u, found, err := k.users.UserByID(ctx, account)
	if err != nil || !found || u.Username == name {
		return "", err
	}
	others := func(of string) string {
		if of == u.Username {
			return ""
		}
		return auth.FoldUsername(of)
	}
	similar, err := k.users.Similar(ctx, name, others)
	if err != nil || similar != "" {
		return "", err
	}
	return name, nil
}

// rename stores the new name and address, and reports whether one of them differs.
func (k *Identities) rename(tx *store.Tx, account int64, told auth.IdentityUpdate) (done bool, err error) {
	if told.Username == "" && told.Email == "" {
		return false, nil
	}
	rec := k.users.typ.Acquire()
	defer rec.Release()
	found, err := tx.Lock(schema.NumberKey(account), rec)
	if err != nil || !found {
		return false, err
	}
	var changed []*schema.Field
	email := told.Email
	if rec.Get(k.users.typ.ByColumn("email")) != email {
		if email, err = k.freeAddress(tx, account, email); err != nil {
			return false, err
		}
	}
	for column, value := range map[string]string{"username": told.Username, "email": email} {
		if f := k.users.typ.ByColumn(column); value != "" && rec.Get(f) != value {
			rec.Set(f, value)
			changed = append(changed, f)
		}
	}
	if changed == nil {
		return false, nil
	}
	return tx.Update(schema.NumberKey(account), rec, changed)
}

// freeAddress returns the address, or "" if another account has it as its address or name, in any letter
// case. Until the transaction ends no other one can take an address.
func (k *Identities) freeAddress(tx *store.Tx, account int64, email string) (string, error) {
	if email == "" {
		return "", nil
	}
	ctx, s, db := tx.Context(), tx.Session(), k.users.db
	if db.Dialect().Name == "postgres" { // SQLite has one writer
		none := func(func(...any) error) error { return nil }
		if err := s.Scan(ctx, db.Raw("SELECT pg_advisory_xact_lock(hashtext('resourceful_addresses'))"), none); err != nil {
			return "", wrap(err, "wait for who takes an address")
		}
	}
	var others int64
	if _, err := s.Row(ctx, k.others, []any{&others}, account, email, email); err != nil || others > 0 {
		return "", wrap(err, "count the accounts of an address")
	}
	return email, nil
}

// othersOf builds the statement that counts the other accounts with an address.
func othersOf(d *database.Dialect) *database.Statement {
	fold := "lower"
	if d.Name == "sqlite" { // whose lower converts only ASCII
		fold = database.FoldFunction
	}
	has := func(column string) goqu.Expression { return goqu.L(fold+"(?) = "+fold+"(?)", goqu.C(column), arg) }
	return must(database.Build(d.From(store.AccountsTable).Prepared(true).Select(goqu.COUNT("*")).
		Where(goqu.L("? <> ?", goqu.C("id"), arg), goqu.Or(has("email"), has("username"))), 3))
}

// setGroups makes an account a member of the groups with some names, and of no other group of managed; nil
// means all groups. It reports whether the account has joined or left a group.
func (k *Identities) setGroups(ctx context.Context, s database.Session, account int64, names, managed []string) (done bool, err error) {
	told, decided := setOf(names), setOf(managed)
	var join, leave []int64
	var id, member int64
	var name string
	err = s.Each(ctx, k.groups, []any{&id, &name, &member}, func() error {
		switch is := told[name]; {
		case is && member == 0:
			join = append(join, id)
		case !is && member != 0 && (managed == nil || decided[name]):
			leave = append(leave, id)
		}
		return nil
	}, account)
	if err != nil {
		return false, wrap(err, "read the groups of account %d", account)
	}
	d := k.users.db.Dialect()
	pair := func(group int64) goqu.Ex { return goqu.Ex{"user_id": account, "group_id": group} }
	var statements []sqler
	for _, group := range leave {
		statements = append(statements, d.Delete("users_groups").Prepared(true).Where(pair(group)))
	}
	for _, group := range join { // another process may have stored it meanwhile
		statements = append(statements, d.Insert("users_groups").Prepared(true).Rows(goqu.Record(pair(group))).OnConflict(goqu.DoNothing()))
	}
	changed, err := execute(ctx, k.users.db, s, statements)
	return changed > 0, wrap(err, "set the groups of account %d", account)
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
