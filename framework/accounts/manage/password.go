// Passwords, reset by a link, changed, or set by an administrator; and activation of accounts.

package manage

import (
	"cmp"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

type resetRequest struct {
	Email string `rest:"email" validate:"email,max=150"`
}

// reset mails a link to the address of an account, or mails that there is none. As in Django, an account
// without a password, or an inactive one, has nothing to reset; the mail explains which.
func (m *manager) reset(c *rest.Call, in resetRequest) (answer, error) {
	email := fold(in.Email)
	return done("If there is an account of this address, a link to set another password was sent there.", c.Atomic(func() error {
		matching, err := ofAddress(c, email)
		if err != nil {
			return err
		}
		list, err := rest.Rows[auth.User](c).Order("id").Limit(accountsOfAddress).All(matching)
		if err != nil {
			return err
		}
		l, of := link{kind: noLink, email: email, at: "/"}, accountMail{Mail: unknownMail}
		slices.SortStableFunc(list, func(a, b *auth.User) int { return cmp.Compare(mailed(b, email), mailed(a, email)) })
		for _, u := range list {
			if !u.Active && mailed(u, email) > 0 {
				of.Mail = inactiveMail // unless there is an active one
			}
			if u.Active && u.Password != "" && mailed(u, email) > 0 {
				l, of.Mail = link{kind: resetLink, account: u.ID, email: email, secret: fingerprint(u)}, resetMail
				if fold(u.Username) != email && auth.ValidUsername(u.Username) {
					of.Account = u.Username
				}
				break
			}
		}
		return m.send(c, l, of)
	}))
}

// mailed ranks how an address matches an account: 2 by its address, 1 by its name if it has no address,
// else 0.
func mailed(u *auth.User, email string) int {
	switch {
	case fold(u.Email) == email:
		return 2
	case u.Email == "":
		return 1
	}
	return 0
}

type resetConfirmation struct {
	Token       string `rest:"token"`
	NewPassword string `rest:"new_password,writeonly,multiline" validate:"max=4096"`
}

func (m *manager) confirmReset(c *rest.Call, in resetConfirmation) (answer, error) {
	l, err := m.find(c, resetLink, in.Token)
	if err != nil {
		return answer{}, err
	}
	u, err := rest.Rows[auth.User](c).Get(l.account)
	if e := problem.As(err); e != nil && e.Code == problem.NotFound {
		err = errInvalidLink()
	}
	var hash string
	if err == nil {
		hash, err = hashNew(c, in.NewPassword, u)
	}
	if err != nil {
		return answer{}, err
	}
	return done("The password is set. Log in with it.", m.use(c, in.Token, func() error {
		u, err := m.owner(c, l)
		if err != nil {
			return err
		}
		return m.replacePassword(c, u, hash, "")
	}))
}

// hashNew returns the hash of a new password for an account, if it follows the rules.
func hashNew(c *rest.Call, password string, of *auth.User) (string, error) {
	if err := checkPassword(c, "new_password", password, of); err != nil {
		return "", err
	}
	return c.HashPassword(password)
}

type passwordChange struct {
	OldPassword string `rest:"old_password,writeonly,multiline" validate:"max=4096"`
	NewPassword string `rest:"new_password,writeonly,multiline" validate:"max=4096"`
}

// changePassword ends all other sessions and tokens of the account.
func (m *manager) changePassword(c *rest.Call, in passwordChange) (answer, error) {
	checked, err := m.requester(c, "old_password", in.OldPassword)
	var hash string
	if err == nil {
		hash, err = hashNew(c, in.NewPassword, checked)
	}
	if err != nil {
		return answer{}, err
	}
	var u *auth.User
	err = c.Atomic(func() (err error) {
		if u, err = m.unchanged(c, checked); err != nil {
			return err
		}
		if err := m.replacePassword(c, u, hash, keptToken(c)); err != nil {
			return err
		}
		u, err = rest.Rows[auth.User](c).Get(u.ID) // with its new generation
		return err
	})
	if err == nil {
		err = c.RenewSession(u)
	}
	return done("The password is changed.", err)
}

// keptToken returns the name of the request's token, "" for none. The token of OpenID Connect is no row of
// tokens: its name there is a client.
func keptToken(c *rest.Call) string {
	if who := c.Credentials(); who.Scheme == (token.Scheme{}).Name() {
		return who.Token
	}
	return ""
}

type deactivation struct {
	Password string `rest:"password,writeonly,multiline" validate:"max=4096"`
}

func (m *manager) deactivate(c *rest.Call, in deactivation) (answer, error) {
	checked, err := m.requester(c, "password", in.Password)
	if err != nil {
		return answer{}, err
	}
	return done("The account is deactivated.", c.Atomic(func() error {
		u, err := m.unchanged(c, checked)
		if err != nil {
			return err
		}
		u.Active = false
		if err := rest.Rows[auth.User](c).Update(u, &u.Active); err != nil {
			return err
		}
		return end(c, u.ID, "")
	}))
}

type passwordOf struct {
	Username    string `rest:"username" validate:"max=150"`
	NewPassword string `rest:"new_password,writeonly,multiline" validate:"max=4096"`
}

func (m *manager) setPassword(c *rest.Call, in passwordOf) (answer, error) {
	u, err := named(c, in.Username)
	var hash string
	if err == nil {
		hash, err = hashNew(c, in.NewPassword, u)
	}
	if err != nil {
		return answer{}, err
	}
	return done("The password is set.", c.Atomic(func() error {
		u, err := rest.Rows[auth.User](c).Lock(u.ID)
		if err != nil {
			return err
		}
		return m.replacePassword(c, u, hash, "")
	}))
}

type activation struct {
	Username string `rest:"username" validate:"max=150"`
	Active   bool   `rest:"active"`
}

func (m *manager) setActive(c *rest.Call, in activation) (answer, error) {
	detail := "The account is deactivated."
	if in.Active {
		detail = "The account is active."
	}
	return done(detail, c.Atomic(func() error {
		u, err := named(c, in.Username)
		if err != nil {
			return err
		}
		if u.ID == c.User().ID && !in.Active {
			var fields problem.Fields
			fields.Add("username", "This is your own account.")
			return fields.Err()
		}
		u.Active = in.Active
		if err := rest.Rows[auth.User](c).Update(u, &u.Active); err != nil {
			return err
		}
		return end(c, u.ID, "")
	}))
}

// named returns the account with a name, for administrators, who may know that it exists.
func named(c *rest.Call, name string) (*auth.User, error) {
	u, err := rest.Rows[auth.User](c).First(predicate.Eq("username", name))
	if e := problem.As(err); e != nil && e.Code == problem.NotFound {
		var fields problem.Fields
		fields.Add("username", "There is no account with this name.")
		err = fields.Err()
	}
	return u, err
}

// requester returns the account of the requester, who has sent its password in a field.
func (m *manager) requester(c *rest.Call, name, password string) (*auth.User, error) {
	u, err := c.CheckPassword(c.User().Username, password)
	if err == nil && u == nil {
		var fields problem.Fields
		fields.Add(name, "Your %s was entered incorrectly. Please enter it again.", strings.ReplaceAll(name, "_", " "))
		err = fields.Err()
	}
	return u, err
}

// unchanged returns an account, locked, whose password was right a moment ago. If it has changed meanwhile,
// the request is refused as for a wrong password.
func (m *manager) unchanged(c *rest.Call, checked *auth.User) (*auth.User, error) {
	u, err := rest.Rows[auth.User](c).Lock(checked.ID)
	if err == nil && (u.Password != checked.Password || !u.Active) {
		err = problem.New(problem.Conflict, "The account was changed meanwhile. Please try again.")
	}
	return u, err
}

// replacePassword stores a hash, and ends all sessions and tokens except one token. Links to reset the
// password end too, because their fingerprints change.
func (m *manager) replacePassword(c *rest.Call, u *auth.User, hash, token string) error {
	u.Password = hash
	if err := rest.Rows[auth.User](c).Update(u, &u.Password); err != nil {
		return err
	}
	return end(c, u.ID, token)
}

// end ends the sessions and tokens of an account, except for a token with some name. The store has already
// ended the sessions by the account's generation; this removes their rows.
func end(c *rest.Call, account int64, token string) error {
	if err := audit(c, "Session", "DELETE FROM sessions WHERE account = $1 RETURNING token_hash", account); err != nil {
		return err
	}
	return audit(c, "Token", "UPDATE tokens SET revoked = $1 WHERE account = $2 AND name <> $3 AND revoked IS NULL RETURNING token_hash",
		c.Now().UnixMilli(), account, token)
}

// audit runs a statement that ends sessions or tokens and returns their hashes, and writes audit entries
// about them.
func audit(c *rest.Call, resource, statement string, args ...any) error {
	var keys []string
	for row, err := range c.Query(statement, args...) {
		var t auth.Token
		if err == nil {
			err = row.Scan(&t.Hash)
		}
		if err != nil {
			return err
		}
		keys = append(keys, t.ID())
	}
	slices.Sort(keys) // the databases return them in no order
	for _, key := range keys {
		if err := c.Audit("delete", resource, key); err != nil {
			return err
		}
	}
	return nil
}
