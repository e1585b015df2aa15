// The mails and their texts.

package manage

import (
	"fmt"
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
	Validity string        // the sentence about Lifetime, in the language; "" for 0. It is among After too
	Language string        // the tag, such as "de"
	// The built-in text, in the language: the subject, and the paragraphs before and after the link.
	Subject       string
	Before, After []string

	say func(message string) string
}

// Say returns a message in the language of the mail, by the catalogues of the set; the message itself without an entry, and in a
// Mail that is not of this package.
func (m Mail) Say(message string) string {
	if m.say == nil {
		return message
	}
	return m.say(message)
}

// The mails, by the names of their templates.
const (
	signUpMail         = "sign-up"
	signUpKnownMail    = "sign-up-known"    // the address has an account
	signUpInactiveMail = "sign-up-inactive" // the account of the address is deactivated
	inviteMail         = "invite"
	inviteKnownMail    = "invite-known"
	inviteInactiveMail = "invite-inactive"
	resetMail          = "password-reset"
	unknownMail        = "password-reset-unknown" // the address has no account with a password
	inactiveMail       = "password-reset-inactive"
	emailMail          = "email-change"
)

// mailNames are the names of all mails.
func mailNames() []string {
	return []string{
		signUpMail, signUpKnownMail, signUpInactiveMail, inviteMail, inviteKnownMail, inviteInactiveMail,
		resetMail, unknownMail, inactiveMail, emailMail,
	}
}

// text is the built-in text of a mail. The link is between its paragraphs.
type text struct {
	Subject       string
	Before, After []string
}

const (
	knownAddress    = "There is one already. If you have forgotten its password, ask for another here:"
	inactiveAddress = "The account of this address is deactivated. Ask those who run the service to activate it. The service is here:"
)

// textOf returns the text of a mail of a service. Each of its sentences is a message of catalogues.
func textOf(name, service string) (text, error) {
	asked := "Somebody, probably you, has asked for an account with this address at " + service + "."
	invited := "You are invited to have an account with this address at " + service + "."
	reset := "Somebody, probably you, has asked for another password at " + service + "."
	switch name {
	case signUpMail:
		return text{
			Subject: "Your account at " + service,
			Before:  []string{asked, "To confirm the address and choose the password of the account, open this page:"},
			After:   []string{"If it was not you, do nothing: there is no account then."},
		}, nil
	case signUpKnownMail:
		return text{Subject: "Your account at " + service, Before: []string{asked, knownAddress}}, nil
	case signUpInactiveMail:
		return text{Subject: "Your account at " + service, Before: []string{asked, inactiveAddress}}, nil
	case inviteMail:
		return text{
			Subject: "Invitation to " + service,
			Before:  []string{invited, "To choose its password, open this page:"},
			After:   []string{"If you do not want an account, do nothing: there is none then."},
		}, nil
	case inviteKnownMail:
		return text{Subject: "Invitation to " + service, Before: []string{invited, knownAddress}}, nil
	case inviteInactiveMail:
		return text{Subject: "Invitation to " + service, Before: []string{invited, inactiveAddress}}, nil
	case resetMail:
		return text{
			Subject: "Your password at " + service,
			Before:  []string{"Somebody, probably you, has forgotten the password of the account with this address at " + service + ".", "To set another, open this page:"},
			After:   []string{"If it was not you, do nothing: the password stays."},
		}, nil
	case unknownMail:
		return text{
			Subject: "Your password at " + service,
			Before:  []string{reset, "No account with a password has this address. You may have used another address. The service is here:"},
		}, nil
	case inactiveMail:
		return text{Subject: "Your password at " + service, Before: []string{reset, inactiveAddress}}, nil
	case emailMail:
		return text{
			Subject: "Your address at " + service,
			Before:  []string{"Somebody, probably you, wants to use this address for an account at " + service + ".", "To confirm it, open this page:"},
			After:   []string{"If it was not you, do nothing: the account keeps the address that it has."},
		}, nil
	}
	return text{}, fmt.Errorf("there is no mail %q", name)
}

// validity returns the sentence about the lifetime of a link, in whole days, hours or minutes: rounded down, and at least a minute.
func validity(d time.Duration) string {
	minutes := max(int64(d/time.Minute), 1)
	const day, hour = 24 * 60, 60
	switch {
	case minutes == day:
		return "The link works once, within a day."
	case minutes == hour:
		return "The link works once, within an hour."
	case minutes == 1:
		return "The link works once, within a minute."
	case minutes%day == 0:
		return "The link works once, within " + strconv.FormatInt(minutes/day, 10) + " days."
	case minutes%hour == 0:
		return "The link works once, within " + strconv.FormatInt(minutes/hour, 10) + " hours."
	}
	return "The link works once, within " + strconv.FormatInt(minutes, 10) + " minutes."
}

// mailOf returns the data of a mail, with the built-in text in its language.
func (m *manager) mailOf(of accountMail, link string, say func(string) string) (Mail, error) {
	built, err := textOf(of.Mail, m.Service)
	if err != nil {
		return Mail{}, err
	}
	if of.Account != "" {
		built.After = append([]string{"The name of the account is " + of.Account + "."}, built.After...)
	}
	valid := ""
	if of.Lifetime > 0 {
		valid = say(validity(of.Lifetime))
	}
	for _, list := range [][]string{built.Before, built.After} {
		for i := range list {
			list[i] = say(list[i])
		}
	}
	if valid != "" {
		built.After = append([]string{valid}, built.After...)
	}
	return Mail{
		Service: m.Service, To: of.To, Account: of.Account, Link: link, Lifetime: of.Lifetime, Validity: valid, Language: of.Language,
		Subject: say(built.Subject), Before: built.Before, After: built.After, say: say,
	}, nil
}
