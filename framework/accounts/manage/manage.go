// Package manage lets people manage their accounts: they sign up, change and reset their passwords, change
// their addresses and deactivate their accounts. Administrators invite people and set passwords. Each is an endpoint with a
// page, and a set lists all of them by Endpoints.
//
// No response reveals whether an address has an account. Facts for its owner go only by mail, and requests
// take the same time with and without an account. So the address becomes the name of a new account: a free
// choice would reveal which names are taken.
package manage

import (
	"io/fs"
	"slices"
	"time"

	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Options configure the endpoints of accounts. The zero value is useful with a Mailer.
type Options struct {
	// Mailer sends the one-time links; nil for the program's mailer (the setting mailer). Without either
	// the links are logged, for development: for a service at an address of another machine, sending fails.
	Mailer mail.Mailer
	// Jobs makes each mail a job of the set, which then lists rest.Jobs, in a program that lists background.Jobs: a mail that the
	// mail server does not accept is sent later, also after a restart. Without it such a mail is lost and logged.
	Jobs bool
	// Service is the name of the service in mails; "" for "Resourceful".
	Service string
	// Templates are the files of your own mails, in one folder, as embed.FS and fs.Sub give it; nil for the built-in mails. A mail
	// has a template of text and one of HTML, of packages text/template and html/template, whose data is a [Mail]:
	//
	//	password-reset.txt, password-reset.html        in every language
	//	password-reset.de.txt, password-reset.de.html  in German, if the set has a German catalogue
	//	mail.txt, mail.html, mail.de.txt, …            for every mail without its own
	//	_layout.html                                   a part that others include: {{template "_layout.html" .}}
	//
	// The mails are sign-up, sign-up-known, sign-up-inactive, invite, invite-known, invite-inactive, password-reset,
	// password-reset-unknown, password-reset-inactive and email-change: "known" is for an address with an account, "inactive" for
	// one with a deactivated account, and "unknown" for one without, or without a password. {{define "subject"}}…{{end}} in the
	// text is the subject; without it that is built in. Without the text beside it, a mail of a template of HTML has the built-in
	// text; without HTML, a mail is text only. Set.Compile reports mistakes. If a template fails for a request nevertheless, the
	// error is logged and the mail is the built-in one.
	Templates fs.FS
	// Path is the prefix of the endpoints' paths; "" for "/accounts/".
	Path string
	// Closed refuses new accounts, except those of invitations.
	Closed bool
	// ResetLifetime is the lifetime of a link that resets a password, an hour if 0. VerifyLifetime is that
	// of a link that verifies an address, three days if 0. InviteLifetime is that of an invitation, seven days if 0.
	ResetLifetime, VerifyLifetime, InviteLifetime time.Duration
	// Rates limit one requester's requests about accounts; nil for 10 in a minute and 60 in an hour.
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
	if o.InviteLifetime <= 0 {
		o.InviteLifetime = 7 * 24 * time.Hour
	}
	if o.Rates == nil {
		o.Rates = []rest.Rate{{Requests: 10, Per: time.Minute}, {Requests: 60, Per: time.Hour}}
	}
}

// answer is the output of every endpoint.
type answer struct {
	Detail string `rest:"detail"`
}

// Endpoints returns the endpoints of accounts, for Set.Include:
//
//	rest.NewSet("shelf", shelf.Books()).Include(manage.Endpoints(manage.Options{Mailer: mailer})...)
//
// Each accepts a POST, and a GET describes it and has a page with the form. They are below "/accounts/":
//
//	sign-up/                 email                      sends a link
//	sign-up/confirm/         token, password            makes the account, whose name is the address
//	password-reset/          email                      sends a link
//	password-reset/confirm/  token, new_password        ends all sessions and tokens of the account
//	password-change/         old_password, new_password ends all others
//	email-change/            email, password            sends a link to the new address
//	email-change/confirm/    token
//	deactivate/              password                   ends all sessions and tokens
//	invite/                  email                      for administrators: sends a link
//	invite/confirm/          token, password            makes the account, whose name is the address
//	set-password/            username, new_password     for administrators
//	set-active/              username, active           for administrators
func Endpoints(options Options) []rest.Resource {
	options.fill()
	m := &manager{Options: options, standard: readTemplates(standardFiles()), templates: &templates{}}
	var list []rest.Resource
	if options.Templates != nil {
		m.templates = readTemplates(options.Templates)
		list = append(list, rest.Verify(m.verifyTemplates))
	}
	if options.Jobs {
		m.mails = &rest.Job[accountMail]{Name: "account-mail", Run: m.sendMail, Timeout: time.Minute, Priority: rest.HighPriority}
		list = append(list, m.mails)
	}
	if !options.Closed {
		list = slices.Concat(list,
			page(m, "sign-up/", permission.Anyone, "Makes an account. A link to confirm the address is sent there.", m.signUp, rest.MailsLinks()),
			page(m, "sign-up/confirm/", permission.Anyone, "Makes the account whose address is confirmed by a link, with a password.", m.confirmSignUp))
	}
	return slices.Concat(list,
		page(m, "password-reset/", permission.Anyone, "Sends a link to set a new password where the old one is forgotten.", m.reset, rest.MailsLinks()),
		page(m, "password-reset/confirm/", permission.Anyone, "Sets a new password by a link.", m.confirmReset),
		menuPage(m, "Password", "password-change/", permission.SignedIn, "Changes the password. All other sessions and tokens of the account end.", m.changePassword),
		menuPage(m, "Email address", "email-change/", permission.SignedIn, "Changes the address. A link to confirm the new one is sent there.", m.changeEmail, rest.MailsLinks()),
		page(m, "email-change/confirm/", permission.Anyone, "Changes the address to one that is confirmed by a link.", m.confirmEmail),
		page(m, "deactivate/", permission.SignedIn, "Deactivates the account. All of its sessions and tokens end.", m.deactivate),
		page(m, "invite/", permission.Admin, "Invites somebody to have an account. A link to choose its password is sent to the address.", m.invite, rest.MailsLinks()),
		page(m, "invite/confirm/", permission.Anyone, "Makes the account that an invitation is about, with a password.", m.confirmInvite),
		page(m, "set-password/", permission.Admin, "Sets the password of an account. All of its sessions and tokens end.", m.setPassword),
		page(m, "set-active/", permission.Admin, "Activates or deactivates an account.", m.setActive))
}

// manager is the state that the endpoints share.
type manager struct {
	Options
	mails     *rest.Job[accountMail] // nil without Jobs
	templates *templates             // of the team
	standard  *templates
}

// page returns an operation of accounts with its page.
func page[In any](m *manager, path string, rule permission.Rule, about string, run func(*rest.Call, In) (answer, error), options ...rest.Option) []rest.Resource {
	return pageWith(m, path, rule, about, run, options)
}

// menuPage returns an operation of accounts with its page, which the account menu lists under a name.
func menuPage[In any](m *manager, name, path string, rule permission.Rule, about string, run func(*rest.Call, In) (answer, error), options ...rest.Option) []rest.Resource {
	return pageWith(m, path, rule, about, run, options, rest.InAccountMenu(name))
}

// pageWith returns an operation of accounts with options, and its page with others.
func pageWith[In any](m *manager, path string, rule permission.Rule, about string, run func(*rest.Call, In) (answer, error), options []rest.Option, ofPage ...rest.Option) []rest.Resource {
	path = m.Path + path
	get := func(*rest.Call, rest.None) (answer, error) { return answer{about}, nil }
	throttled := rest.Throttled(rest.Throttle{Scope: "accounts", Rates: m.Rates})
	return []rest.Resource{
		rest.Endpoint(path, get, append(ofPage, rest.GET, rest.Allow(rule), rest.Describe(about), rest.Card())...),
		rest.Endpoint(path, run, append(options, rest.Allow(rule), rest.NonAtomic(), throttled, rest.Describe(about), rest.Card())...),
	}
}
