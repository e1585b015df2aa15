// Values of filters that depend on the request: days and moments relative to now, and the requester's account.

package plan

import (
	"strconv"
	"time"

	"example.com/resourceful/framework/auth"
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
	if !f.relative || !relative.Is(text) {
		return text, ""
	}
	t, ok := relative.Parse(text)
	switch {
	case f.moments && !ok:
		return "", "Enter a date/time such as now-2h, today or today-7d."
	case !ok || t.Moment && !f.moments:
		return "", "Enter a date such as today, today-7d or today+1w."
	case t.Moment:
		l.Moment = true
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

// mine returns the value by which a field identifies an account; "" for none. A nil mine is that of a field that
// identifies no accounts.
type mine func(*auth.User) string

// mines are the values of the fields of an account that identify it, by their names in Go.
var mines = map[string]mine{
	"ID":       func(u *auth.User) string { return strconv.FormatInt(u.ID, 10) },
	"Username": func(u *auth.User) string { return u.Username },
	"Email":    func(u *auth.User) string { return u.Email },
}

// mineOf returns the value of the requester's account, if the values of a field identify accounts that the rows of a list
// refer to; else nil.
func mineOf(accounts *schema.Type, by *schema.Field) mine {
	if accounts.Table != schema.AccountsTable {
		return nil
	}
	return mines[by.Go]
}

// alsoAccount describes Me among the values of a field.
func alsoAccount(by *schema.Field) string {
	if by.Go == "ID" {
		return alsoMyKey
	}
	return alsoMe
}

// value returns a value of a filter that identifies an account. It is not known for the account of an anonymous requester,
// which no row refers to.
func (m mine) value(l *Listing, text string) (value string, known bool) {
	switch {
	case m == nil:
	case text == `"`+Me+`"`:
		return Me, true
	case text == Me:
		user := l.Call().User()
		if user == nil {
			return "", false
		}
		value = m(user)
		return value, value != ""
	}
	return text, true
}
