package mail_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log/slog"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	gomail "net/mail"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/mail"
)

// server is a mail server for one message.
type server struct {
	listener net.Listener
	cert     *tls.Config // nil for one without STARTTLS
	silent   bool
	got      chan []string // commands, and the message
}

func newServer(t *testing.T, cert *tls.Config, silent bool) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &server{l, cert, silent, make(chan []string, 1)}
	go s.serve()
	return s
}

func (s *server) serve() {
	conn, err := s.listener.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	if s.silent {
		_, _ = io.Copy(io.Discard, conn)
		return
	}
	var got []string
	defer func() { s.got <- got }()
	say := func(text string) { _, _ = io.WriteString(conn, text+"\r\n") }
	say("220 here")
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSpace(line)
		got = append(got, line)
		switch verb, _, _ := strings.Cut(line, " "); verb {
		case "EHLO":
			_, encrypted := conn.(*tls.Conn)
			if s.cert != nil && !encrypted {
				say("250-here\r\n250 STARTTLS")
			} else {
				say("250-here\r\n250 AUTH PLAIN")
			}
		case "STARTTLS":
			say("220 go")
			conn = tls.Server(conn, s.cert)
			r = bufio.NewReader(conn)
		case "AUTH":
			say("235 welcome")
		case "DATA":
			say("354 go")
			var text strings.Builder
			for line := ""; line != ".\r\n"; {
				text.WriteString(line)
				if line, err = r.ReadString('\n'); err != nil {
					return
				}
			}
			got = append(got, text.String())
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

// A message goes over TLS, says who it is from, and reads as it was written.
func TestSMTP(t *testing.T) {
	cert := httptest.NewUnstartedServer(nil)
	cert.StartTLS()
	defer cert.Close()
	roots := x509.NewCertPool()
	roots.AddCert(cert.Certificate())
	s := newServer(t, &tls.Config{Certificates: cert.TLS.Certificates}, false)
	m := mail.SMTP{
		Address: s.listener.Addr().String(), From: "Shelf <shelf@example.com>", Username: "shelf", Password: "secret",
		TLS: &tls.Config{RootCAs: roots, ServerName: "example.com"},
	}
	const text = "Grüße\n.\nhttps://example.com/?token=A=B\n" + "a very long line, a very long line, a very long line, a very long line, a very long line\n"
	if err := m.Send(t.Context(), mail.Message{To: "alice@example.com", Subject: "Grüße", Text: text}); err != nil {
		t.Fatal(err)
	}
	got := <-s.got
	commands := strings.Join(got[:len(got)-2], "\n")
	for _, want := range []string{"STARTTLS", "AUTH PLAIN ", "MAIL FROM:<shelf@example.com>", "RCPT TO:<alice@example.com>"} {
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
	body, err := io.ReadAll(quotedprintable.NewReader(message.Body))
	if err != nil || strings.ReplaceAll(string(body), "\r\n", "\n") != text {
		t.Errorf("got %q, %v, want %q", body, err, text)
	}
}

// Nothing goes to a server without TLS, nor to one with a certificate of somebody else; one that is silent is left.
func TestSMTPRefuses(t *testing.T) {
	cert := httptest.NewUnstartedServer(nil)
	cert.StartTLS()
	defer cert.Close()
	for name, tt := range map[string]struct {
		server *server
		plain  bool
		want   string // "" for success
	}{
		"no TLS":                 {newServer(t, nil, false), false, "has no STARTTLS"},
		"no TLS, and none asked": {newServer(t, nil, false), true, ""},
		"another certificate":    {newServer(t, &tls.Config{Certificates: cert.TLS.Certificates}, false), true, "certificate"},
		"silence":                {newServer(t, nil, true), true, "timeout"},
	} {
		m := mail.SMTP{Address: tt.server.listener.Addr().String(), From: "shelf@example.com", Plain: tt.plain, Timeout: 300 * time.Millisecond}
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
		s := newServer(t, nil, false)
		if err := (mail.SMTP{Address: s.listener.Addr().String(), From: "shelf@example.com", Plain: true}).Send(t.Context(), m); err == nil {
			t.Errorf("%+v was sent: %q", m, <-s.got)
		}
	}
}

func TestParse(t *testing.T) {
	for address, want := range map[string]string{
		"log:": "", "smtp://u:p@mail.example.com?from=a@example.com": "", "smtp://127.0.0.1:25?from=A%20%3Ca@example.com%3E&plain=true": "",
		"": "neither", "smtp://": "neither", "https://example.com": "neither", "smtp://mail.example.com": "from", "smtp://h?from=a%0d%0aBcc:b": "from", "%": "no URL",
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
	if err := l.Send(context.Background(), mail.Message{To: "a@example.com", Subject: "s", Text: "link\n"}); err != nil || !strings.Contains(b.String(), `text="link\n"`) {
		t.Errorf("got %q, %v", b.String(), err)
	}
}
