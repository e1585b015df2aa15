// Package manage lets people have and keep accounts by themselves: they sign up, change and reset their
// passwords, change their addresses and deactivate their accounts, and administrators set passwords. Each is an
// endpoint with a page, and a set lists all of them by Endpoints.
//
// No answer tells whether there is an account of an address. Facts for its owner go only by mail, and a request
// without an account takes the work of one with an account. So somebody who signs up is known by the address:
// that another name is taken could not be kept secret.
package manage

import (
	"slices"
	"time"

	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Options say what people may do with accounts. The zero value but for Mailer is useful.
type Options struct {
	// Mailer sends the one-time links; nil for that of the program (the setting mailer). Without either they go to the log, for
	// development: where the service is at an address of another machine, what would send one fails.
	Mailer mail.Mailer
	// Service is what mails call the service; "" for "Resourceful".
	Service string
	// Path is what the paths of the endpoints begin with; "" for "/accounts/".
	Path string
	// Closed takes no new accounts.
	Closed bool
	// ResetLifetime is for how long a link is good that resets a password, an hour if 0, and VerifyLifetime for how long one
	// that verifies an address, three days if 0.
	ResetLifetime, VerifyLifetime time.Duration
	// Rates are how often one requester may do something with accounts; nil for 10 in a minute and 60 in an hour.
	Rates []rest.Rate
}

func (o *Options) fill() {
	if o.Service == "" {
		o.Service = "Resourceful"
	}
	if o.Path == "" {
		o.Path = "/accounts/"
	}
	if o.ResetLifetime <= 0 {
		o.ResetLifetime = time.Hour
	}
	if o.VerifyLifetime <= 0 {
		o.VerifyLifetime = 72 * time.Hour
	}
	if o.Rates == nil {
		o.Rates = []rest.Rate{{Requests: 10, Per: time.Minute}, {Requests: 60, Per: time.Hour}}
	}
}

// answer is what every endpoint says.
type answer struct {
	Detail string `rest:"detail"`
}

// Endpoints are those of accounts, for Set.Include:
//
//	rest.NewSet("shelf", shelf.Books()).Include(manage.Endpoints(manage.Options{Mailer: mailer})...)
//
// Each takes a POST, and a GET says what it is for and has a page with the form. They are below "/accounts/":
//
//	sign-up/                 email                      sends a link
//	sign-up/confirm/         token, password            makes the account, whose name is the address
//	password-reset/          email                      sends a link
//	password-reset/confirm/  token, new_password        ends all sessions and tokens of the account
//	password-change/         old_password, new_password ends all others
//	email-change/            email, password            sends a link to the new address
//	email-change/confirm/    token
//	deactivate/              password                   ends all sessions and tokens
//	set-password/            username, new_password     for administrators
//	set-active/              username, active           for administrators
func Endpoints(options Options) []rest.Resource {
	options.fill()
	m := &manager{options}
	var list []rest.Resource
	if !options.Closed {
		list = slices.Concat(
			page(m, "sign-up/", permission.Anyone, "Makes an account. A link to confirm the address is sent there.", m.signUp),
			page(m, "sign-up/confirm/", permission.Anyone, "Makes the account whose address is confirmed by a link, with a password.", m.confirmSignUp))
	}
	return slices.Concat(list,
		page(m, "password-reset/", permission.Anyone, "Sends a link to set a new password where the old one is forgotten.", m.reset),
		page(m, "password-reset/confirm/", permission.Anyone, "Sets a new password by a link.", m.confirmReset),
		page(m, "password-change/", permission.SignedIn, "Changes the password. All other sessions and tokens of the account end.", m.changePassword),
		page(m, "email-change/", permission.SignedIn, "Changes the address. A link to confirm the new one is sent there.", m.changeEmail),
		page(m, "email-change/confirm/", permission.Anyone, "Changes the address to one that is confirmed by a link.", m.confirmEmail),
		page(m, "deactivate/", permission.SignedIn, "Deactivates the account. All of its sessions and tokens end.", m.deactivate),
		page(m, "set-password/", permission.Admin, "Sets the password of an account. All of its sessions and tokens end.", m.setPassword),
		page(m, "set-active/", permission.Admin, "Activates or deactivates an account.", m.setActive))
}

// manager is what the endpoints have in common.
type manager struct{ Options }

// page is an operation of accounts with its page.
func page[In any](m *manager, path string, rule permission.Rule, about string, run func(*rest.Call, In) (answer, error)) []rest.Resource {
	path = m.Path + path
	get := func(*rest.Call, rest.None) (answer, error) { return answer{about}, nil }
	throttled := rest.Throttled(rest.Throttle{Scope: "accounts", Rates: m.Rates})
	return []rest.Resource{
		rest.Endpoint(path, get, rest.GET, rest.Allow(rule), rest.Describe(about), rest.Card()),
		rest.Endpoint(path, run, rest.Allow(rule), rest.NonAtomic(), throttled, rest.Describe(about), rest.Card()),
	}
}
