// Package mail sends messages. Mailer is the interface of programs; SMTP sends to a mail server, and Log
// writes to a log in development.
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
	Text        string // lines end with \n
}

// Mailer sends messages. Send stops when its context ends; goroutines may call it concurrently.
type Mailer interface {
	Send(ctx context.Context, m Message) error
}

// Log writes messages to a log instead of sending them, for development: readers of the log can follow the
// links in them.
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

// errHeader refuses a text that would begin another header.
var errHeader = errors.New("a line break in a header of a mail")

// checkAddress parses an address for the commands of SMTP.
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

// encode returns the bytes of a message, with CRLF line ends. No part of the message can add a header.
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
