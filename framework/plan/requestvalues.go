// Values of filters that depend on the request: days and moments relative to now, and the requester's account.

package plan

import (
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/relative"
	"example.com/resourceful/framework/schema"
)

// takesDays reports whether the values of a look-up may be relative days, and moments.
func takesDays(s *field.Spec, lookup field.Lookup) (days, moments bool) {
	switch lookup {
	case field.OfDate:
		return true, false
	case field.Equal, field.NotEqual, field.In, field.Less, field.LessEqual, field.More, field.MoreEqual:
		return s.Kind.Metadata == "date" || s.Kind.Metadata == "datetime", s.Kind.Metadata == "datetime"
	}
	return false, false
}

// What descriptions of parameters say about such values.
const (
	alsoDays    = "Also relative: today, today-7d, today+1w."
	alsoMoments = "Also relative: now-2h, now+30min, today, today-7d, today+1w."
	alsoMe      = "me is the account of the requester; an account with the name me is \"me\" in quotes."
	alsoMyKey   = "me is the account of the requester."
)

// absolute returns a value of the filter as if it was not relative. Any other value stays.
func (f *filter) absolute(l *Listing, text string) (value, message string) {
	days, moments := takesDays(&f.path.End.Spec, f.lookup)
	if !days || !relative.Is(text) {
		return text, ""
	}
	t, ok := relative.Parse(text)
	switch {
	case moments && !ok:
		return "", "Enter a date/time such as now-2h, today or today-7d."
	case !ok || t.Moment && !moments:
		return "", "Enter a date such as today, today-7d or today+1w."
	case t.Moment:
		return t.At(l.Call().Now()).UTC().Format(time.RFC3339Nano), ""
	}
	in := f.path.End.In(l.Zone).Zone()
	if f.path.End.Kind.Metadata == "date" && l.Zone != nil {
		in = l.Zone
	}
	return t.DayAt(l.Call().Now(), in).Format(time.DateOnly), ""
}

// Me is the value of a filter that means the account of the requester.
const Me = "me"

// accountMembers are the fields of an account that identify the requester's.
var accountMembers = []string{"ID", "Username", "Email"}

// takesMe reports whether the values of a field identify accounts that the rows of a list refer to.
func takesMe(accounts *schema.Type, by *schema.Field) bool {
	return accounts.Table == schema.AccountsTable && slices.Contains(accountMembers, by.Go)
}

// alsoAccount describes Me among the values of a field that takesMe.
func alsoAccount(by *schema.Field) string {
	if by.Go == "ID" {
		return alsoMyKey
	}
	return alsoMe
}

// me returns a value that identifies an account, by a field that takesMe. The result is not ok for the
// account of an anonymous requester, which no row refers to.
func me(l *Listing, by *schema.Field, text string) (value string, ok bool) {
	switch text {
	case `"` + Me + `"`:
		return Me, true
	case Me:
	default:
		return text, true
	}
	user := l.Call().User()
	switch {
	case user == nil:
		return "", false
	case by.Go == "Username":
		return user.Username, true
	case by.Go == "Email":
		return user.Email, user.Email != ""
	default:
		return strconv.FormatInt(user.ID, 10), true
	}
}
