// Signing up, by oneself or invited, and changing the email address.

package manage

import (
	"slices"
	"strings"
	"unicode"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

type signUp struct {
	Email string `rest:"email" validate:"email,max=150"`
}

// signUpConfirmation contains the password, because the requester of a link may not own the address, and
// must not choose anything of the account.
type signUpConfirmation struct {
	Token    string `rest:"token"`
	Password string `rest:"password,writeonly,multiline" validate:"max=4096"`
}

type confirmation struct {
	Token string `rest:"token"`
}

// fold returns an address in the form of account names.
func fold(email string) string { return strings.ToLower(email) }

const signUpAnswer = "A link to confirm the address was sent there. It makes the account."

func (m *manager) signUp(c *rest.Call, in signUp) (answer, error) {
	return done(signUpAnswer, c.Atomic(func() error {
		return m.sendAccount(c, link{kind: signUpLink, email: fold(in.Email)}, signUpMail)
	}))
}

// invite mails a link to an address, in the name of an administrator, whose fingerprint it depends on. They learn of the limit of
// mails.
func (m *manager) invite(c *rest.Call, in signUp) (answer, error) {
	email := fold(in.Email)
	return done("An invitation was sent to the address.", c.Atomic(func() error {
		by, err := rest.Rows[auth.User](c).Get(c.User().ID)
		if err != nil {
			return err
		}
		if err := c.Audit("create", "Invitation", email); err != nil {
			return err
		}
		return m.sendAccount(c, link{kind: inviteLink, account: by.ID, email: email, secret: fingerprint(by), refuse: true}, inviteMail)
	}))
}

// knownMails returns the kind of links, and the mails to an address that has an account, active or not, instead of a mail whose link
// makes an account.
func knownMails(name string) (of kind, active, inactive string) {
	if name == inviteMail {
		return invitedLink, inviteKnownMail, inviteInactiveMail
	}
	return knownLink, signUpKnownMail, signUpInactiveMail
}

// sendAccount mails a link that makes an account; or another mail, by another kind of link, if there is an account of the address.
func (m *manager) sendAccount(c *rest.Call, l link, name string) error {
	of, err := ofAddress(c, l.email)
	if err != nil {
		return err
	}
	list, err := rest.Rows[auth.User](c).Order("id").Limit(accountsOfAddress).All(of)
	if err != nil {
		return err
	}
	if len(list) > 0 {
		known, active, inactive := knownMails(name)
		l, name = link{kind: known, email: l.email, at: "/", refuse: l.refuse}, inactive
		if slices.ContainsFunc(list, func(u *auth.User) bool { return u.Active }) {
			l.at, name = m.Path+"password-reset/", active
		}
	}
	return m.send(c, l, accountMail{Mail: name})
}

// accountsOfAddress is the largest number of accounts that are read for an address.
const accountsOfAddress = 10

// ofAddress selects the accounts with an address as their name or address, in any letter case. An index
// finds those of an ASCII address, in one statement and another for their rows, whether or not there are
// any.
func ofAddress(c *rest.Call, email string) (predicate.Expr, error) {
	if strings.ContainsFunc(email, func(r rune) bool { return r > unicode.MaxASCII }) {
		return predicate.Or(predicate.IExact("username", email), predicate.IExact("email", email)), nil
	}
	ids := []any{int64(0)}
	for row, err := range c.Query(byAddress, email, email, accountsOfAddress) {
		var id int64
		if err == nil {
			err = row.Scan(&id)
		}
		if err != nil {
			return predicate.Expr{}, err
		}
		ids = append(ids, id)
	}
	return predicate.In("id", ids...), nil
}

// countOfAddress counts the accounts with an address that meet conditions, among the first ones.
func countOfAddress(c *rest.Call, email string, where ...predicate.Expr) (int64, error) {
	of, err := ofAddress(c, email)
	if err != nil {
		return 0, err
	}
	return rest.Rows[auth.User](c).Count(append(where, of)...)
}

// byAddress finds accounts by an address in lower case.
const byAddress = "SELECT id FROM users WHERE lower(email) = $1 OR lower(username) = $2 ORDER BY id LIMIT $3"

func (m *manager) confirmSignUp(c *rest.Call, in signUpConfirmation) (answer, error) {
	return m.makeAccount(c, signUpLink, in)
}

func (m *manager) confirmInvite(c *rest.Call, in signUpConfirmation) (answer, error) {
	return m.makeAccount(c, inviteLink, in)
}

// makeAccount makes the account of the address that a link of some kind was sent to. Invitations end when the account of those who
// have sent them changes, or its rights.
func (m *manager) makeAccount(c *rest.Call, of kind, in signUpConfirmation) (answer, error) {
	l, err := m.find(c, of, in.Token)
	if err == nil {
		err = checkPassword(c, "password", in.Password, &auth.User{Email: l.email})
	}
	if err != nil {
		return answer{}, err
	}
	hash, err := c.HashPassword(in.Password)
	if err != nil {
		return answer{}, err
	}
	return done("The account is there. Log in with the address and the password.", m.use(c, in.Token, func() error {
		if of == inviteLink {
			by, err := m.owner(c, l)
			if err != nil {
				return err
			}
			if !by.Admin {
				return errRefusedLink
			}
		}
		taken, err := countOfAddress(c, l.email)
		if err != nil {
			return err
		}
		if taken > 0 { // by another link
			return errRefusedLink
		}
		err = rest.Rows[auth.User](c).Create(&auth.User{Username: l.email, Email: l.email, Password: hash, Active: true})
		return nameTaken(err)
	}))
}

// nameTaken returns the error of a link whose address another link has made a name at the same time; other errors as they are.
func nameTaken(err error) error {
	if e := problem.As(err); e != nil && slices.ContainsFunc(e.Fields, func(f problem.Field) bool { return f.Path == "username" || f.Path == "email" }) {
		return errInvalidLink()
	}
	return err
}

type emailChange struct {
	Email    string `rest:"email" validate:"email,max=150"`
	Password string `rest:"password,writeonly,multiline" validate:"max=4096"`
}

func (m *manager) changeEmail(c *rest.Call, in emailChange) (answer, error) {
	u, err := m.requester(c, "password", in.Password)
	if err != nil {
		return answer{}, err
	}
	email := fold(in.Email)
	return done("A link to confirm the address was sent there.", c.Atomic(func() error {
		l := link{kind: emailLink, account: u.ID, email: email, secret: fingerprint(u)}
		return m.send(c, l, accountMail{Mail: emailMail})
	}))
}

// confirmEmail changes the address, and the name of an account if its name is the address. If another
// account has the address, the link is invalid: only the reader of its mail learns that.
func (m *manager) confirmEmail(c *rest.Call, in confirmation) (answer, error) {
	l, err := m.find(c, emailLink, in.Token)
	if err != nil {
		return answer{}, err
	}
	return done("The address is changed.", m.use(c, in.Token, func() error {
		u, err := m.owner(c, l)
		if err != nil {
			return err
		}
		taken, err := countOfAddress(c, l.email, predicate.Ne("id", u.ID))
		if err != nil {
			return err
		}
		if taken > 0 {
			return errRefusedLink
		}
		if u.Username == u.Email {
			u.Username = l.email
		}
		u.Email = l.email
		return nameTaken(rest.Rows[auth.User](c).Update(u, &u.Username, &u.Email))
	}))
}

// checkPassword returns the mistakes in a new password, under the name of its field.
func checkPassword(c *rest.Call, name, password string, of *auth.User) error {
	var fields problem.Fields
	for _, message := range c.PasswordMistakes(password, of) {
		fields.Add(name, "%s", message)
	}
	return fields.Err()
}

// done returns the output of an endpoint, or its error.
func done(detail string, err error) (answer, error) { return answer{detail}, err }
