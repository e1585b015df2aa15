// Accounts that log in by their addresses.

package accounts

import (
	"context"
	"strings"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
)

// mostOfLogin is how many accounts of a login are looked at. Of two that are both meant none is.
const mostOfLogin = 10

// ofLogin are the accounts that may be meant by a login: first that of the name, then those that
// have it as their address or, in other letter case, as their name. Each is found by an index.
func (a *Users) ofLogin() *goqu.SelectDataset {
	name, id := goqu.T("t").Col("username"), goqu.T("t").Col("id")
	lower := func(column string) any { return goqu.L("lower(?) IN (?, ?)", goqu.T("t").Col(column), arg, arg) }
	return a.from().Select(a.all()...).
		Where(goqu.L("(? = ? OR ? OR ?)", name, arg, lower("email"), lower("username"))).
		Order(goqu.L("CASE WHEN ? = ? THEN 0 ELSE 1 END", name, arg).Asc(), goqu.T("t").Col("active").Desc(), id.Asc()).Limit(mostOfLogin)
}

// UserByLogin finds the account with exactly that name or, where there is none, the account whose address it is
// in any letter case. It finds none where two accounts have the address, or one has it as its address and
// another, in whatever letter case, as its name. Accounts that are inactive stand in nobody's way, not even one
// with exactly that name: they are meant where no other is. It is one statement whether or not there is an
// account. Letters beyond ASCII count as accounts keep them, or as the lower case of the sent text: the
// databases do not agree on the lower case of stored ones.
//
// Whoever takes the address of another as a name does not get that account, nor its log-ins: a login finds one account, whose own
// password it is compared with. While that name is active it keeps the other out by the address, who then logs in by
// name; once it is deactivated it does not. An account that is activated again is meant by its name as before.
func (a *Users) UserByLogin(ctx context.Context, login string) (auth.User, bool, error) {
	if !field.Storable(login) {
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
	case named != nil: // it and the next are to be refused as any that is inactive
		return *named, true, nil
	case inactive != nil && meant == 0 && left == 1 && strings.Contains(email, "@"):
		return *inactive, true, nil
	}
	return auth.User{}, false, nil
}

// lowerASCII is a text in lower case as SQLite has it.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
