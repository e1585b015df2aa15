// Package mail sends messages. Mailer is the interface of programs; SMTP sends to a mail server, and Log
// writes to a log in development.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
	"time"
)

// Message is a text for one person, in text or HTML, or both.
type Message struct {
	To, Subject string
	Text        string // lines end with \n; "" for none beside HTML: some readers show only text
	HTML        string // the same as a document in HTML, for readers that show it; "" for none
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
	attributes := []any{"to", m.To, "subject", m.Subject, "text", m.Text}
	if m.HTML != "" {
		attributes = append(attributes, "html", m.HTML)
	}
	logger.InfoContext(ctx, "mail", attributes...)
	return nil
}

// errHeader refuses a text that would begin another header.
var errHeader = errors.New("a line break in a header of a mail")

// errLong refuses a word in a header that no line can hold.
var errLong = errors.New("a header of a mail has a word that is longer than a line of mails")

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

// encode returns the bytes of a message, with CRLF line ends. No part of the message can add a header. boundary is a text that
// occurs in no message, with which the ID begins too.
func encode(from, to *mail.Address, m Message, boundary string, at time.Time) ([]byte, error) {
	if strings.ContainsAny(m.Subject, "\r\n\x00") {
		return nil, errHeader
	}
	_, domain, _ := strings.Cut(from.Address, "@")
	var b bytes.Buffer
	for _, h := range [...][2]string{
		{"From", from.String()},
		{"To", to.String()},
		{"Subject", encodeWords(m.Subject, len("Subject: "))},
		{"Date", at.Format(time.RFC1123Z)},
		{"Message-ID", "<" + boundary + "@" + domain + ">"},
		{"Auto-Submitted", "auto-generated"},
		{"MIME-Version", "1.0"},
	} {
		line, err := fold(h[0] + ": " + h[1])
		if err != nil {
			return nil, err
		}
		b.WriteString(line + "\r\n")
	}
	if m.HTML == "" || m.Text == "" {
		kind, text := plainText, m.Text
		if m.HTML != "" {
			kind, text = htmlText, m.HTML
		}
		fmt.Fprintf(&b, "Content-Type: %s\r\nContent-Transfer-Encoding: %s\r\n\r\n", kind, quotedPrintable)
		err := quote(&b, text)
		return b.Bytes(), err
	}
	fmt.Fprintf(&b, "Content-Type: multipart/alternative; boundary=%s\r\n\r\n", boundary)
	parts := multipart.NewWriter(&b)
	if err := parts.SetBoundary(boundary); err != nil {
		return nil, err
	}
	for _, part := range [...][2]string{{plainText, m.Text}, {htmlText, m.HTML}} { // the best one last
		w, err := parts.CreatePart(textproto.MIMEHeader{"Content-Type": {part[0]}, "Content-Transfer-Encoding": {quotedPrintable}})
		if err == nil {
			err = quote(w, part[1])
		}
		if err != nil {
			return nil, err
		}
	}
	err := parts.Close()
	return b.Bytes(), err
}

const (
	plainText       = "text/plain; charset=utf-8"
	htmlText        = "text/html; charset=utf-8"
	quotedPrintable = "quoted-printable"
)

// quote writes a text in lines that every mail server passes on.
func quote(to io.Writer, text string) error {
	w := quotedprintable.NewWriter(to)
	if _, err := w.Write([]byte(strings.NewReplacer("\r\n", "\r\n", "\n", "\r\n").Replace(text))); err != nil {
		return err
	}
	return w.Close()
}
