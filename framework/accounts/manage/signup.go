// Signing up, and changing the email address.

package manage

import (
	"strings"
	"unicode"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// The texts of the mails. Each has one placeholder for the address of the link.
const (
	welcomeText = `Somebody, probably you, has asked for an account with this address at %[2]s.

To confirm the address and choose the password of the account, open this page:

%[1]s

If it was not you, do nothing: there is no account then.
`
	knownText = `Somebody, probably you, has asked for an account with this address at %[2]s.

There is one already. If you have forgotten its password, ask for another here:

%[1]s
`
	newAddressText = `Somebody, probably you, wants to use this address for an account at %[2]s.

To confirm it, open this page:

%[1]s

If it was not you, do nothing: the account keeps the address that it has.
`
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
	email := fold(in.Email)
	return done(signUpAnswer, c.Atomic(func() error {
		taken, err := countOfAddress(c, email)
		if err != nil {
			return err
		}
		l, subject, text := link{kind: signUpLink, email: email}, "Your account at "+m.Service, welcomeText
		if taken > 0 {
			l, text = link{kind: knownLink, email: email, at: m.Path + "password-reset/"}, knownText
		}
		return m.send(c, l, m.VerifyLifetime, subject, m.name(text))
	}))
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
	l, err := m.find(c, signUpLink, in.Token)
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
	return done("The account is there. Log in with the address and the password.", c.Atomic(func() error {
		if err := m.use(c, in.Token); err != nil {
			return err
		}
		taken, err := countOfAddress(c, l.email)
		if err != nil {
			return err
		}
		if taken > 0 { // by another link
			return errInvalidLink()
		}
		return rest.Rows[auth.User](c).Create(&auth.User{Username: l.email, Email: l.email, Password: hash, Active: true})
	}))
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
		return m.send(c, l, m.VerifyLifetime, "Your address at "+m.Service, m.name(newAddressText))
	}))
}

// confirmEmail changes the address, and the name of an account if its name is the address. If another
// account has the address, the link is invalid: only the reader of its mail learns that.
func (m *manager) confirmEmail(c *rest.Call, in confirmation) (answer, error) {
	return done("The address is changed.", c.Atomic(func() error {
		l, err := m.find(c, emailLink, in.Token)
		if err == nil {
			err = m.use(c, in.Token)
		}
		if err != nil {
			return err
		}
		u, err := m.owner(c, l)
		if err != nil {
			return err
		}
		taken, err := countOfAddress(c, l.email, predicate.Ne("id", u.ID))
		if err != nil {
			return err
		}
		if taken > 0 {
			return errInvalidLink()
		}
		if u.Username == u.Email {
			u.Username = l.email
		}
		u.Email = l.email
		return rest.Rows[auth.User](c).Update(u, &u.Username, &u.Email)
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

// name puts the name of the service into the text of a mail, and keeps the placeholder for its link.
func (m *manager) name(text string) string {
	service := strings.ReplaceAll(m.Service, "%", "%%")
	return strings.NewReplacer("%[2]s", service, "%[1]s", "%s").Replace(text)
}
