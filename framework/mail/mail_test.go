package mail_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http/httptest"
	gomail "net/mail"
	"net/textproto"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/mail/mailtest"
)

// A message goes over TLS, says who it is from, and reads as it was written.
func TestSMTP(t *testing.T) {
	t.Run("STARTTLS", func(t *testing.T) { testSMTP(t, false) })
	t.Run("implicit TLS", func(t *testing.T) { testSMTP(t, true) })
}

func testSMTP(t *testing.T, implicit bool) {
	cert := httptest.NewUnstartedServer(nil)
	cert.StartTLS()
	defer cert.Close()
	roots := x509.NewCertPool()
	roots.AddCert(cert.Certificate())
	s := mailtest.New(t, mailtest.Options{TLS: &tls.Config{Certificates: cert.TLS.Certificates}, Implicit: implicit})
	m := mail.SMTP{
		Address: s.Address, From: "Shelf <shelf@example.com>", Username: "shelf", Password: "secret", ImplicitTLS: implicit,
		TLS: &tls.Config{RootCAs: roots, ServerName: "example.com"},
	}
	const text = "Grüße\n.\nhttps://example.com/?token=A=B\n" + "a very long line, a very long line, a very long line, a very long line, a very long line\n"
	const page = "<p>Grüße\n</p>"
	sent := mail.Message{To: "alice@example.com", Subject: "Grüße", Text: text}
	if implicit {
		sent.HTML = page
	}
	if err := m.Send(t.Context(), sent); err != nil {
		t.Fatal(err)
	}
	got := <-s.Got
	commands := strings.Join(got[:len(got)-2], "\n")
	if strings.Contains(commands, "STARTTLS") == implicit {
		t.Errorf("got %s", commands)
	}
	for _, want := range []string{"AUTH PLAIN ", "MAIL FROM:<shelf@example.com>", "RCPT TO:<alice@example.com>"} {
		if !strings.Contains(commands, want) {
			t.Errorf("%q is not among %s", want, commands)
		}
	}
	if tlsAt, authAt := strings.Index(commands, "STARTTLS"), strings.Index(commands, "AUTH"); authAt < tlsAt {
		t.Error("the password went before TLS")
	}
	message, err := gomail.ReadMessage(strings.NewReader(strings.ReplaceAll(got[len(got)-2], "\r\n..", "\r\n.")))
	if err != nil {
		t.Fatal(err)
	}
	if message.Header.Get("Subject") != "=?utf-8?q?Gr=C3=BC=C3=9Fe?=" || message.Header.Get("From") != `"Shelf" <shelf@example.com>` {
		t.Errorf("got the headers %v", message.Header)
	}
	want := []string{"text/plain; charset=utf-8\n" + text}
	if implicit { // from the poorest to the best
		want = []string{want[0], "text/html; charset=utf-8\n" + page}
	}
	if got := parts(t, message); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// parts returns the types and the texts of a message: one, or those of its alternatives.
func parts(t *testing.T, m *gomail.Message) (list []string) {
	t.Helper()
	add := func(header textproto.MIMEHeader, from io.Reader) {
		if header.Get("Content-Transfer-Encoding") == "quoted-printable" {
			from = quotedprintable.NewReader(from)
		}
		text, err := io.ReadAll(from)
		if err != nil {
			t.Error(err)
		}
		list = append(list, header.Get("Content-Type")+"\n"+strings.ReplaceAll(string(text), "\r\n", "\n"))
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	if kind != "multipart/alternative" {
		add(textproto.MIMEHeader(m.Header), m.Body)
		return list
	}
	for all := multipart.NewReader(m.Body, params["boundary"]); ; {
		part, err := all.NextRawPart()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		add(part.Header, part)
	}
}

// Nothing goes to a server without TLS, nor to one with a certificate of somebody else; one that is silent is left.
func TestSMTPRefuses(t *testing.T) {
	cert := httptest.NewUnstartedServer(nil)
	cert.StartTLS()
	defer cert.Close()
	for name, tt := range map[string]struct {
		server *mailtest.Server
		plain  bool
		want   string // "" for success
	}{
		"no TLS":                 {mailtest.New(t, mailtest.Options{}), false, "has no STARTTLS"},
		"no TLS, and none asked": {mailtest.New(t, mailtest.Options{}), true, ""},
		"another certificate":    {mailtest.New(t, mailtest.Options{TLS: &tls.Config{Certificates: cert.TLS.Certificates}}), true, "certificate"},
		"silence":                {mailtest.New(t, mailtest.Options{Silent: true}), true, "timeout"},
	} {
		m := mail.SMTP{Address: tt.server.Address, From: "shelf@example.com", Plain: tt.plain, Timeout: 300 * time.Millisecond}
		begun := time.Now()
		err := m.Send(t.Context(), mail.Message{To: "alice@example.com", Subject: "a", Text: "b\n"})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
		if time.Since(begun) > 5*time.Second {
			t.Errorf("%s: took %v", name, time.Since(begun))
		}
	}
}

// Headers are in lines of at most 76 bytes, if their words permit, and never longer than mail servers accept. They read as they were
// written.
func TestLongHeaders(t *testing.T) {
	for name, tt := range map[string]struct {
		subject, from string
		longest       int // line; 0 for a refusal
	}{
		"short":              {"Your account", "shelf@example.com", 76},
		"German":             {strings.Repeat("Ihre Einladung zum Bücherregal für größere Bücher ", 30) + "🙂", "shelf@example.com", 76},
		"German in one word": {strings.Repeat("Bücherregalübergrößen", 40), "shelf@example.com", 76},
		"English":            {strings.Repeat("an invitation, ", 100), "shelf@example.com", 76},
		"English, one word":  {strings.Repeat("a", 2000), "shelf@example.com", 76},
		"an encoded word":    {"=?utf-8?q?a?= b", "shelf@example.com", 76},
		"spaces":             {"  a   b" + strings.Repeat(" ", 100) + "c ", "shelf@example.com", 76},
		"letters of Q":       {"a_b?c=d" + strings.Repeat(" é", 40), "shelf@example.com", 76},
		"no UTF-8":           {strings.Repeat("caf\xe9 ", 30), "shelf@example.com", 76},
		"long names":         {"a", `"` + strings.Repeat("The Shelf of Books, ", 20) + `" <shelf@example.com>`, 76},
		"long German names":  {"a", strings.TrimSpace((&gomail.Address{Name: strings.Repeat("Bücher ", 60), Address: "shelf@example.com"}).String()), 90},
		"a long name":        {"a", `"` + strings.Repeat("a", 900) + `" <shelf@example.com>`, 998},
		"a name too long":    {"a", `"` + strings.Repeat("a", 999) + `" <shelf@example.com>`, 0},
	} {
		s := mailtest.New(t, mailtest.Options{})
		err := (mail.SMTP{Address: s.Address, From: tt.from, Plain: true}).Send(t.Context(), mail.Message{To: "alice@example.com", Subject: tt.subject})
		if (err == nil) != (tt.longest > 0) {
			t.Errorf("%s: got the error %v", name, err)
		}
		if err != nil {
			continue
		}
		got := <-s.Got
		text := got[len(got)-2]
		head, _, _ := strings.Cut(text, "\r\n\r\n")
		for _, line := range strings.Split(head, "\r\n") {
			if len(line) > tt.longest || strings.TrimSpace(line) == "" {
				t.Errorf("%s: got a line of %d bytes: %q", name, len(line), line)
			}
		}
		message, err := gomail.ReadMessage(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v in %q", name, err, head)
		}
		subject, err := (&mime.WordDecoder{}).DecodeHeader(message.Header.Get("Subject"))
		if want := strings.ToValidUTF8(tt.subject, "\ufffd"); err != nil || strings.ReplaceAll(subject, "\xe9", "\ufffd") != want {
			t.Errorf("%s: got the subject %q, %v, want %q", name, subject, err, want)
		}
		from, err := gomail.ParseAddress(message.Header.Get("From"))
		want, _ := gomail.ParseAddress(tt.from)
		if err != nil || *from != *want {
			t.Errorf("%s: got the sender %v, %v, want %v", name, from, err, want)
		}
	}
}

// A message in HTML only has no empty text, which readers might show instead.
func TestHTMLOnly(t *testing.T) {
	s := mailtest.New(t, mailtest.Options{})
	if err := (mail.SMTP{Address: s.Address, From: "shelf@example.com", Plain: true}).Send(t.Context(), mail.Message{To: "alice@example.com", HTML: "<p>Grüße"}); err != nil {
		t.Fatal(err)
	}
	got := <-s.Got
	message, err := gomail.ReadMessage(strings.NewReader(got[len(got)-2]))
	if err != nil {
		t.Fatal(err)
	}
	if list := parts(t, message); len(list) != 1 || !strings.HasPrefix(list[0], "text/html; charset=utf-8\n<p>Grüße") {
		t.Errorf("got %q", list)
	}
}

// What stands in a message makes no header and no second recipient.
func TestInjection(t *testing.T) {
	for _, m := range []mail.Message{
		{To: "alice@example.com\r\nBcc: eve@example.com", Subject: "a"},
		{To: "alice@example.com, eve@example.com", Subject: "a"},
		{To: "alice@example.com>\r\nRCPT TO:<eve@example.com", Subject: "a"},
		{To: "alice@example.com", Subject: "a\r\nBcc: eve@example.com"},
		{To: "alice@example.com", Subject: "a\nBcc: eve@example.com"},
		{To: "", Subject: "a"},
	} {
		s := mailtest.New(t, mailtest.Options{})
		if err := (mail.SMTP{Address: s.Address, From: "shelf@example.com", Plain: true}).Send(t.Context(), m); err == nil {
			t.Errorf("%+v was sent: %q", m, <-s.Got)
		}
	}
}

func TestParse(t *testing.T) {
	for address, want := range map[string]string{
		"log:": "", "smtp://u:p@mail.example.com?from=a@example.com": "", "smtp://127.0.0.1:25?from=A%20%3Ca@example.com%3E&plain=true": "",
		"smtps://u:p@mail.example.com?from=a@example.com&plain=false": "",
		"": "none of", "smtp://": "none of", "https://example.com": "none of", "smtps://h?from=a@b.c&plain=true": "never without TLS", "smtp://h?from=a@b.c&plain=1": "neither true nor false",
		"smtp://h?from=a@b.c&tls=no": `parameter "tls"`, "smtp://h?from=a@b.c&from=d@e.f": `parameter "from"`, "smtp://h?from=%zz": "cannot be read", "smtp://h/x?from=a@b.c": "none of", "smtp://mail.example.com": "from", "smtp://h?from=a%0d%0aBcc:b": "from", "%": "not a URL",
	} {
		m, err := mail.Parse(address)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || (err == nil) != (m != nil) {
			t.Errorf("%q: got %v, %v, want %q", address, m, err, want)
		}
	}
}

// The log has the whole message.
func TestLog(t *testing.T) {
	var b bytes.Buffer
	l := mail.Log{Logger: slog.New(slog.NewTextHandler(&b, nil))}
	for page, want := range map[string]string{"": `text="link\n"` + "\n", "<p>": `text="link\n" html=<p>` + "\n"} {
		b.Reset()
		if err := l.Send(context.Background(), mail.Message{To: "a@example.com", Subject: "s", Text: "link\n", HTML: page}); err != nil || !strings.HasSuffix(b.String(), want) {
			t.Errorf("got %q, %v, want %q", b.String(), err, want)
		}
	}
}
