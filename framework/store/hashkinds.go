package store

import (
	"context"

	"github.com/doug-martin/goqu/v9"
)

// kindsOfHashes is a statement for one password hash of each kind: those that are the same up to
// the salt.
func (a *Accounts) kindsOfHashes() *statement {
	position := "strpos"
	if a.users.db.dialect.name == "sqlite" {
		position = "instr"
	}
	hash := goqu.T("t").Col("password")
	upToSalt := goqu.L("substr(?, 1, 15 + "+position+"(substr(?, 16), '$'))", hash, hash)
	q := must(built(a.users.table().Prepared(true).Select(goqu.L("min(?)", hash)).
		Where(goqu.L("(? LIKE '$argon2id$%' OR ? LIKE 'pbkdf2$_sha256$$%' ESCAPE '$')", hash, hash)).
		GroupBy(upToSalt), 0))
	q.once = true
	return q
}

// HashKinds returns one password hash of each kind that accounts have. It reads all accounts.
func (a *Accounts) HashKinds(ctx context.Context) (kinds []string, err error) {
	ctx, end := a.users.db.bounded(ctx, a.hashKinds)
	defer end()
	rows, err := session{db: a.users.db}.query(ctx, a.hashKinds)
	if err != nil {
		return nil, a.users.wrap(err, "find the kinds of passwords in")
	}
	defer rows.Close()
	for rows.Next() {
		var hash string
		if err := rows.Scan(&hash); err != nil {
			return nil, a.users.wrap(err, "find the kinds of passwords in")
		}
		kinds = append(kinds, hash)
	}
	return kinds, a.users.wrap(rows.Err(), "find the kinds of passwords in")
}
