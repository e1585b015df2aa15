// The kinds of password hashes in the accounts.

package accounts

import (
	"context"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
)

// kindsOfHashes returns the statement for one password hash of each kind: hashes of a kind are equal up to
// the salt.
func (a *Users) kindsOfHashes() *database.Statement {
	position := "strpos"
	if a.db.Dialect().Name == "sqlite" {
		position = "instr"
	}
	hash := goqu.T("t").Col("password")
	upToSalt := goqu.L("substr(?, 1, 15 + "+position+"(substr(?, 16), '$'))", hash, hash)
	q := must(database.Build(a.from().Select(goqu.L("min(?)", hash)).
		Where(goqu.L("(? LIKE '$argon2id$%' OR ? LIKE 'pbkdf2$_sha256$$%' ESCAPE '$')", hash, hash)).
		GroupBy(upToSalt), 0))
	q.SingleUse = true
	return q
}

// HashKinds returns one password hash of each kind. It reads all accounts.
func (a *Users) HashKinds(ctx context.Context) (kinds []string, err error) {
	var hash string
	err = a.reads.Each(ctx, a.hashKinds, []any{&hash}, func() error {
		kinds = append(kinds, hash)
		return nil
	})
	return kinds, wrap(err, "find the kinds of passwords")
}
