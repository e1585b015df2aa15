// Package mail sends messages: Mailer is what a program sends them by, SMTP one to a mail server, and Log one for
// development.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"
)

// Message is a text for one person.
type Message struct {
	To, Subject string
	Text        string // with \n at the end of each line
}

// Mailer sends messages. Send ends with its context; it may be called by several goroutines at once.
type Mailer interface {
	Send(ctx context.Context, m Message) error
}

// Log writes messages to a log in place of sending them, for development: whoever reads it may use the links that
// they have.
type Log struct {
	Logger *slog.Logger // nil for slog.Default
}

// Send implements Mailer.
func (l Log) Send(ctx context.Context, m Message) error {
	logger := l.Logger
	if logger == nil {
		logger = slog.Default()
	}
	logger.InfoContext(ctx, "mail", "to", m.To, "subject", m.Subject, "text", m.Text)
	return nil
}

// errHeader refuses what would begin another header.
var errHeader = errors.New("a line break in a header of a mail")

// checkAddress is an address as the commands of SMTP take it.
func checkAddress(text string) (*mail.Address, error) {
	if strings.ContainsAny(text, "\r\n\x00") {
		return nil, errHeader
	}
	address, err := mail.ParseAddress(text)
	if err != nil {
		return nil, fmt.Errorf("address of a mail: %w", err)
	}
	return address, nil
}

// encode is a message as it is sent, with CRLF at the end of each line. Whatever stands in the parts of the message, they
// are no headers.
func encode(from, to *mail.Address, m Message, id string, at time.Time) ([]byte, error) {
	if strings.ContainsAny(m.Subject, "\r\n\x00") {
		return nil, errHeader
	}
	var b bytes.Buffer
	for _, h := range [...][2]string{
		{"From", from.String()},
		{"To", to.String()},
		{"Subject", mime.QEncoding.Encode("utf-8", m.Subject)},
		{"Date", at.Format(time.RFC1123Z)},
		{"Message-ID", "<" + id + ">"},
		{"Auto-Submitted", "auto-generated"},
		{"MIME-Version", "1.0"},
		{"Content-Type", "text/plain; charset=utf-8"},
		{"Content-Transfer-Encoding", "quoted-printable"},
	} {
		fmt.Fprintf(&b, "%s: %s\r\n", h[0], h[1])
	}
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(strings.ReplaceAll(m.Text, "\n", "\r\n"))); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
