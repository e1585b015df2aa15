// Mails as jobs.

package manage

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/textproto"
	"net/url"
	"time"

	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/rest"
)

// accountMail is a mail to be sent. Its address gets a token from the job: the arguments of jobs are stored, and a token is stored
// nowhere.
type accountMail struct {
	Mail     string        `json:"mail"` // the name of its template
	To       string        `json:"to"`
	Account  string        `json:"account,omitempty"`  // see Mail
	Language string        `json:"language"`           // of the request
	Lifetime time.Duration `json:"lifetime,omitempty"` // of the link
	Address  string        `json:"address"`
	// Link is the hash of the link that the request has stored and that nobody knows the token of; "" for an address without
	// a token.
	Link string `json:"link,omitempty"`
	// Subject and Text are of runs that the releases before the mails in HTML have enqueued: the text has a place for the address.
	Subject string `json:"subject,omitempty"`
	Text    string `json:"text,omitempty"`
}

// sendMail sends a mail. A repeated run sends another token; the former ones stay valid until one is used.
func (m *manager) sendMail(c *rest.Call, in accountMail) error {
	if in.Link != "" {
		token := rand.Text()
		stored, err := m.storeToken(c, in.Link, token)
		if err != nil {
			return err
		}
		if !stored {
			return rest.GiveUp(errors.New("its link has expired"))
		}
		in.Address += url.QueryEscape(token)
	}
	mailer, err := m.mailer(c, in.Address)
	if err != nil {
		return err
	}
	message, err := m.messageOf(c, in)
	if err == nil {
		err = mailer.Send(c.Context(), message)
	}
	if refused, is := errors.AsType[*textproto.Error](err); is && refused.Code >= 550 { // of the recipient or the text, for good
		return rest.GiveUp(err)
	}
	return err
}

// messageOf returns the message of a run. A mistake in the team's templates is logged.
func (m *manager) messageOf(c *rest.Call, in accountMail) (mail.Message, error) {
	if in.Text != "" {
		return mail.Message{To: in.To, Subject: in.Subject, Text: fmt.Sprintf(in.Text, in.Address)}, nil
	}
	message, mistake, err := m.compose(in, in.Address, c.Translator(in.Language))
	if err == nil && mistake != nil {
		err = c.Atomic(func() error {
			return c.AfterCommit(func(context.Context) error { return mistake })
		})
	}
	return message, err
}

// storeToken stores a token as that of a link of a request, and reports whether the link is still valid. Its row has no time of
// its own, so that one request counts once: see mailsAnHour.
func (m *manager) storeToken(c *rest.Call, link, token string) (stored bool, err error) {
	err = c.Atomic(func() error {
		n, err := c.Exec("INSERT INTO account_links (link_hash, kind, email, secret, account, created, expires) "+
			"SELECT $1, kind, email, secret, account, 0, expires FROM account_links WHERE link_hash = $2 AND expires > $3", hashToken(token), link, c.Now().UnixMilli())
		stored = n > 0
		return err
	})
	return stored, err
}
