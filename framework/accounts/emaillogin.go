// Logins by email address.

package accounts

import (
	"context"
	"strings"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field/notation"
)

// mostOfLogin is the largest number of accounts that are read for a login. If two accounts match, none is
// chosen.
const mostOfLogin = 10

// ofLogin returns the accounts that may match a login: first that of the name, then those with this email
// address or, in another letter case, this name. Indexes find all of them.
func (a *Users) ofLogin() *goqu.SelectDataset {
	name, id := goqu.T("t").Col("username"), goqu.T("t").Col("id")
	lower := func(column string) any { return goqu.L("lower(?) IN (?, ?)", goqu.T("t").Col(column), arg, arg) }
	return a.from().Select(a.all()...).
		Where(goqu.L("(? = ? OR ? OR ?)", name, arg, lower("email"), lower("username"))).
		Order(goqu.L("CASE WHEN ? = ? THEN 0 ELSE 1 END", name, arg).Asc(), goqu.T("t").Col("active").Desc(), id.Asc()).Limit(mostOfLogin)
}

// UserByLogin finds the account with exactly that name or, if there is none, the account with that email
// address in any letter case. It finds none if two accounts have the address, or if one has it as its
// address and another, in any letter case, as its name. An inactive account, even one with exactly that
// name, is found only if no active one matches. It is one statement whether or not there is an account.
// Letters beyond ASCII match exactly as stored, or the lower case of the sent text, because the databases
// differ in the lower case of stored letters.
//
// A user who takes another's address as a name gains nothing: a login finds only one account, and compares
// its own password. While that account is active, the other has to log in by name. A reactivated account is
// found by its name as before.
func (a *Users) UserByLogin(ctx context.Context, login string) (auth.User, bool, error) {
	if !notation.Storable(login) {
		return auth.User{}, false, nil
	}
	email, typed := strings.ToLower(login), lowerASCII(login)
	is := func(kept string) bool { kept = lowerASCII(kept); return kept == email || kept == typed }
	rec := a.typ.Acquire()
	defer rec.Release()
	var named, addressed, inactive *auth.User
	meant, left := 0, 0 // active accounts, and others
	err := a.reads.Each(ctx, a.byLogin, rec.Dests(a.columns, false), func() error {
		u := *rec.Value().(*auth.User)
		byEmail := is(u.Email)
		switch {
		case u.Username == login:
			named = &u
		case byEmail && !u.Active:
			inactive, left = &u, left+1
		case byEmail:
			addressed, meant = &u, meant+1
		case is(u.Username) && u.Active:
			meant++
		}
		return nil
	}, login, email, typed, email, typed, login, mostOfLogin)
	switch {
	case err != nil:
		return auth.User{}, false, wrap(err, "find an account by its name or address")
	case named != nil && named.Active:
		return *named, true, nil
	case addressed != nil && meant == 1 && strings.Contains(email, "@"):
		return *addressed, true, nil
	case named != nil: // it is refused later, like any inactive account
		return *named, true, nil
	case inactive != nil && meant == 0 && left == 1 && strings.Contains(email, "@"):
		return *inactive, true, nil
	}
	return auth.User{}, false, nil
}

// lowerASCII returns a text in the lower case of SQLite.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
