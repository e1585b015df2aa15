// One-time links: created, mailed and used.

package manage

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// kind is the purpose of a link.
type kind string

const (
	signUpLink kind = "sign-up"
	knownLink  kind = "sign-up-known" // in the mail about an existing account; it confirms nothing
	resetLink  kind = "password-reset"
	noLink     kind = "none" // in the mail about a missing account; it confirms nothing
	emailLink  kind = "email-change"
	inviteLink kind = "invite"
	// invitedLink is in the mail about an invited account that exists; it confirms nothing.
	invitedLink kind = "invite-known"
)

// link is a one-time link, a row of the table account_links under the hash of its token.
type link struct {
	kind    kind
	account int64  // 0 for none
	email   string // address of the mail
	// secret is a fingerprint of the account when the link was sent: a change of the account ends the link.
	// "" for no account.
	secret string
	// at is the path in the mail; "" for the page that accepts the token.
	at string
	// refuse means that the requester is refused at the limit of mails, and not answered as ever.
	refuse bool
}

const (
	// mailsAnHour is the largest number of mails of a kind to an address in an hour. Further requests get
	// the usual response, except those of administrators. Kinds count separately, so that a sign-up with an address cannot block its
	// password resets.
	mailsAnHour = 5
	// maxToken is the largest length of a token that is looked up.
	maxToken = 64
)

const invalidLink = "This link is invalid, or has expired, or was used."

func errInvalidLink() error {
	var fields problem.Fields
	fields.Add("token", invalidLink)
	return fields.Err()
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte("link\x00" + token))
	return hex.EncodeToString(sum[:])
}

// fingerprint returns the properties of an account that a link depends on.
func fingerprint(u *auth.User) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "account\x00%d\x00%s\x00%s\x00%t", u.ID, u.Password, u.Email, u.Active))
	return hex.EncodeToString(sum[:])
}

// send stores a link in the transaction, and mails it after the commit, in the language of the request. The work is the same
// with and without an account, and the mail is composed behind the response.
func (m *manager) send(c *rest.Call, l link, of accountMail) error {
	token, now, linked := rand.Text(), c.Now(), l.at == ""
	lifetime := m.lifetime(l.kind)
	if linked {
		l.at = m.Path + string(l.kind) + "/confirm/?token="
	}
	address, err := c.Address(l.at)
	if err != nil {
		return err
	}
	mailer, err := m.mailer(c, address)
	if err != nil {
		return err
	}
	var recent, first int64
	for row, err := range c.Query("SELECT count(*), coalesce(min(created), 0) FROM account_links WHERE email = $1 AND kind = $2 AND created > $3", l.email, string(l.kind), now.Add(-time.Hour).UnixMilli()) {
		if err != nil {
			return err
		}
		if err := row.Scan(&recent, &first); err != nil {
			return err
		}
	}
	if l.refuse && recent >= mailsAnHour {
		refusal := problem.New(problem.Throttled, "This address got %d mails of this kind within an hour. Please try again later.", mailsAnHour)
		refusal.Wait = max(time.UnixMilli(first).Add(time.Hour).Sub(now), time.Second)
		return refusal
	}
	if _, err := c.Exec("DELETE FROM account_links WHERE expires <= $1", now.UnixMilli()); err != nil {
		return err
	}
	_, err = c.Exec("INSERT INTO account_links (link_hash, kind, email, secret, account, created, expires) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		hashToken(token), string(l.kind), l.email, l.secret, l.account, now.UnixMilli(), now.Add(lifetime).UnixMilli())
	if err != nil || recent >= mailsAnHour {
		return err
	}
	of.To, of.Language, of.Address = l.email, cmp.Or(c.Language(), problem.DefaultLanguage), address
	if linked {
		of.Lifetime = lifetime
	}
	if m.mails != nil {
		if linked {
			of.Link = hashToken(token)
		}
		return rest.Enqueue(c, m.mails, of)
	}
	if linked {
		address += url.QueryEscape(token)
	}
	say := c.Translator(of.Language)
	return c.AfterCommit(func(ctx context.Context) error {
		message, mistake, err := m.compose(of, address, say)
		if err == nil {
			err = mailer.Send(ctx, message)
		}
		return errors.Join(mistake, err)
	})
}

// mailer returns the mailer for links to an address of the service: the declared one, or the program's.
// Without either it logs the links, but only if the address is on this machine.
func (m *manager) mailer(c *rest.Call, address string) (mail.Mailer, error) {
	if m.Mailer != nil {
		return m.Mailer, nil
	}
	if mailer := c.Mailer(); mailer != nil {
		return mailer, nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if !auth.IsLocal(u.Hostname()) {
		return nil, problem.New(problem.Unavailable, "The service cannot send mails. Its operator sets a mailer.")
	}
	return mail.Log{}, nil
}

// find reads the link of a token, and does not use it up.
func (m *manager) find(c *rest.Call, of kind, token string) (l link, err error) {
	found := false
	if len(token) <= maxToken {
		for row, err := range c.Query("SELECT account, email, secret FROM account_links WHERE link_hash = $1 AND kind = $2 AND expires > $3",
			hashToken(token), string(of), c.Now().UnixMilli()) {
			if err != nil {
				return link{}, err
			}
			l.kind, found = of, true
			if err := row.Scan(&l.account, &l.email, &l.secret); err != nil {
				return link{}, err
			}
		}
	}
	if !found {
		return link{}, errInvalidLink()
	}
	return l, nil
}

// errRefusedLink is the error of a purpose whose link has ended. The link stays used, whatever changes later.
var errRefusedLink = errors.New("the link has ended")

// use removes the link of a token, in the transaction of its purpose: only one of two concurrent requests
// succeeds.
func (m *manager) use(c *rest.Call, token string, purpose func() error) error {
	refused := false
	err := c.Atomic(func() error {
		n, err := c.Exec("DELETE FROM account_links WHERE link_hash = $1", hashToken(token))
		if err == nil && n == 0 {
			return errInvalidLink()
		}
		if err == nil {
			err = purpose()
		}
		if refused = errors.Is(err, errRefusedLink); refused {
			return nil
		}
		return err
	})
	if err == nil && refused {
		return errInvalidLink()
	}
	return err
}

// lifetime returns the lifetime of links of a kind.
func (m *manager) lifetime(of kind) time.Duration {
	switch of {
	case resetLink, noLink:
		return m.ResetLifetime
	case inviteLink, invitedLink:
		return m.InviteLifetime
	}
	return m.VerifyLifetime
}

// owner returns the account of a link, locked, if it has not changed since the link was sent.
func (m *manager) owner(c *rest.Call, l link) (*auth.User, error) {
	u, err := rest.Rows[auth.User](c).Lock(l.account)
	if e := problem.As(err); e != nil && e.Code == problem.NotFound || err == nil && (!u.Active || fingerprint(u) != l.secret) {
		return nil, errRefusedLink
	}
	return u, err
}
