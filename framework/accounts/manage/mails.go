// The mails and their texts.

package manage

import (
	"strconv"
	"time"
)

// Mail is the data of a mail's templates: see Options.Templates.
type Mail struct {
	Service  string        // Options.Service
	To       string        // the address of the mail
	Account  string        // the name of the account, if it is not the address; else ""
	Link     string        // the address to open
	Lifetime time.Duration // of the link, from the request on; 0 for a page of the service, which stays
	Language string        // the tag, such as "de"
	// The built-in text, in the language: the subject, and the paragraphs before and after the link.
	Subject       string
	Before, After []string

	say func(message string) string
}

// Say returns a message in the language of the mail, by the catalogues of the set; the message itself without an entry.
func (m Mail) Say(message string) string { return m.say(message) }

// The mails, by the names of their templates.
const (
	signUpMail      = "sign-up"
	signUpKnownMail = "sign-up-known" // the address has an account
	inviteMail      = "invite"
	inviteKnownMail = "invite-known"
	resetMail       = "password-reset"
	unknownMail     = "password-reset-unknown" // the address has no account with a password
	inactiveMail    = "password-reset-inactive"
	emailMail       = "email-change"
)

// mailNames are the names of all mails.
func mailNames() []string {
	return []string{signUpMail, signUpKnownMail, inviteMail, inviteKnownMail, resetMail, unknownMail, inactiveMail, emailMail}
}

// text is the built-in text of a mail. The link is between its paragraphs.
type text struct {
	Subject       string
	Before, After []string
}

const knownAddress = "There is one already. If you have forgotten its password, ask for another here:"

// textOf returns the text of a mail of a service. Each of its sentences is a message of catalogues.
func textOf(name, service string) text {
	switch name {
	case signUpMail:
		return text{
			Subject: "Your account at " + service,
			Before:  []string{"Somebody, probably you, has asked for an account with this address at " + service + ".", "To confirm the address and choose the password of the account, open this page:"},
			After:   []string{"If it was not you, do nothing: there is no account then."},
		}
	case signUpKnownMail:
		return text{
			Subject: "Your account at " + service,
			Before:  []string{"Somebody, probably you, has asked for an account with this address at " + service + ".", knownAddress},
		}
	case inviteMail:
		return text{
			Subject: "Invitation to " + service,
			Before:  []string{"You are invited to have an account with this address at " + service + ".", "To choose its password, open this page:"},
			After:   []string{"If you do not want an account, do nothing: there is none then."},
		}
	case inviteKnownMail:
		return text{
			Subject: "Invitation to " + service,
			Before:  []string{"You are invited to have an account with this address at " + service + ".", knownAddress},
		}
	case resetMail:
		return text{
			Subject: "Your password at " + service,
			Before:  []string{"Somebody, probably you, has forgotten the password of the account with this address at " + service + ".", "To set another, open this page:"},
			After:   []string{"If it was not you, do nothing: the password stays."},
		}
	case unknownMail:
		return text{
			Subject: "Your password at " + service,
			Before:  []string{"Somebody, probably you, has asked for another password at " + service + ".", "No account with a password has this address. You may have used another address. The service is here:"},
		}
	case inactiveMail:
		return text{
			Subject: "Your password at " + service,
			Before:  []string{"Somebody, probably you, has asked for another password at " + service + ".", "The account of this address is deactivated. Ask those who run the service to activate it. The service is here:"},
		}
	default: // emailMail
		return text{
			Subject: "Your address at " + service,
			Before:  []string{"Somebody, probably you, wants to use this address for an account at " + service + ".", "To confirm it, open this page:"},
			After:   []string{"If it was not you, do nothing: the account keeps the address that it has."},
		}
	}
}

// validity returns the sentence about the lifetime of a link, in whole days, hours or minutes.
func validity(d time.Duration) string {
	minutes := int64(d.Round(time.Minute) / time.Minute)
	const day, hour = 24 * 60, 60
	switch {
	case minutes == day:
		return "The link works once, within a day."
	case minutes == hour:
		return "The link works once, within an hour."
	case minutes == 1:
		return "The link works once, within a minute."
	case minutes > 0 && minutes%day == 0:
		return "The link works once, within " + strconv.FormatInt(minutes/day, 10) + " days."
	case minutes > 0 && minutes%hour == 0:
		return "The link works once, within " + strconv.FormatInt(minutes/hour, 10) + " hours."
	}
	return "The link works once, within " + strconv.FormatInt(minutes, 10) + " minutes."
}

// mailOf returns the data of a mail, with the built-in text in its language.
func (m *manager) mailOf(of accountMail, link string, say func(string) string) Mail {
	built := textOf(of.Mail, m.Service)
	if of.Account != "" {
		built.After = append([]string{"The name of the account is " + of.Account + "."}, built.After...)
	}
	if of.Lifetime > 0 {
		built.After = append([]string{validity(of.Lifetime)}, built.After...)
	}
	for _, list := range [][]string{built.Before, built.After} {
		for i := range list {
			list[i] = say(list[i])
		}
	}
	return Mail{
		Service: m.Service, To: of.To, Account: of.Account, Link: link, Lifetime: of.Lifetime, Language: of.Language,
		Subject: say(built.Subject), Before: built.Before, After: built.After, say: say,
	}
}
