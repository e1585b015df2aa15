// A mailer that uses a mail server.

package mail

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"net/url"
	"time"
)

// SMTP sends each message over a new connection to a mail server, with STARTTLS or implicit TLS (RFC 8314),
// and logs in if Username is set. It refuses a server without STARTTLS unless Plain is set, because
// messages may contain one-time links.
type SMTP struct {
	Address            string // host:port
	From               string // "Shelf <shelf@example.com>"
	Username, Password string
	ImplicitTLS        bool          // the connection begins with TLS, as at port 465
	Plain              bool          // also without TLS, for a server on this machine
	Timeout            time.Duration // for one message; 10 seconds if 0
	TLS                *tls.Config   // nil checks the name of the host
}

const defaultTimeout = 10 * time.Second

// Parse returns a Mailer for an address: "log:", or
// "smtp://user:password@mail.example.com:587?from=Shelf%20%3Cshelf@example.com%3E", with plain=true for a
// server without TLS. "smtps://…" uses implicit TLS. The default port is 587, and 465 for smtps. Errors
// do not quote the address, because it has a password.
func Parse(address string) (Mailer, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("mail: the address is not a URL; write smtp://user:password@host:587?from=name@example.com")
	case u.Scheme == "log":
		return Log{}, nil
	case u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.Fragment != "":
		return nil, errors.New("mail: the address is none of log:, smtp://host:port and smtps://host:port; write smtp://user:password@host:587?from=name@example.com")
	}
	q, err := url.ParseQuery(u.RawQuery)
	for name := range q {
		if name != "from" && name != "plain" || len(q[name]) > 1 {
			return nil, fmt.Errorf("mail: the address has the parameter %q; known are from and plain, each once", name)
		}
	}
	plain := q.Get("plain")
	switch {
	case err != nil:
		return nil, errors.New("mail: the parameters of the address cannot be read; write ?from=name@example.com")
	case plain != "" && plain != "true" && plain != "false":
		return nil, errors.New("mail: plain is neither true nor false; write plain=true for a server on this machine, or leave it out")
	case plain == "true" && u.Scheme == "smtps":
		return nil, errors.New("mail: plain=true beside smtps, which is never without TLS; leave one out")
	}
	s := SMTP{Address: u.Host, From: q.Get("from"), Username: u.User.Username(), ImplicitTLS: u.Scheme == "smtps", Plain: plain == "true"}
	s.Password, _ = u.User.Password()
	if u.Port() == "" {
		s.Address = net.JoinHostPort(u.Hostname(), map[bool]string{false: "587", true: "465"}[s.ImplicitTLS])
	}
	if _, err := checkAddress(s.From); err != nil {
		return nil, errors.New("mail: from is not an address; write ?from=name@example.com")
	}
	return s, nil
}

// Send implements Mailer. It fails if the server does not accept the message in time.
func (s SMTP) Send(ctx context.Context, m Message) error {
	if err := s.send(ctx, m); err != nil {
		return fmt.Errorf("send mail by %s: %w", s.Address, err)
	}
	return nil
}

func (s SMTP) send(ctx context.Context, m Message) error {
	from, err := checkAddress(s.From)
	if err != nil {
		return err
	}
	to, err := checkAddress(m.To)
	if err != nil {
		return err
	}
	text, err := encode(from, to, m, rand.Text(), time.Now())
	if err != nil {
		return err
	}
	timeout := s.Timeout
	if timeout <= 0 {
		timeout = defaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", s.Address)
	if err != nil {
		return err
	}
	defer conn.Close()
	deadline, _ := ctx.Deadline()
	if err := conn.SetDeadline(deadline); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()
	err = s.deliver(conn, from.Address, to.Address, text)
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return err
}

// deliver sends a message over a connection.
func (s SMTP) deliver(conn net.Conn, from, to string, text []byte) error {
	host, _, err := net.SplitHostPort(s.Address)
	if err != nil {
		return err
	}
	if s.ImplicitTLS {
		conn = tls.Client(conn, s.config(host))
	}
	c, err := smtp.NewClient(conn, host)
	if err != nil {
		return err
	}
	if err := s.secure(c, host); err != nil {
		return err
	}
	if s.Username != "" { // PlainAuth refuses a connection without TLS to another machine
		if err := c.Auth(smtp.PlainAuth("", s.Username, s.Password, host)); err != nil {
			return err
		}
	}
	if err := c.Mail(from); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	_ = c.Quit() // the server has accepted the message
	return nil
}

func (s SMTP) secure(c *smtp.Client, host string) error {
	if s.ImplicitTLS {
		return nil
	}
	if ok, _ := c.Extension("STARTTLS"); !ok {
		if s.Plain {
			return nil
		}
		return errors.New("the server has no STARTTLS; set Plain for one on this machine")
	}
	return c.StartTLS(s.config(host))
}

// config returns the TLS configuration for a host.
func (s SMTP) config(host string) *tls.Config {
	config := s.TLS.Clone()
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	if config.ServerName == "" {
		config.ServerName = host
	}
	return config
}
