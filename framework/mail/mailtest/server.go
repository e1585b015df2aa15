// Package mailtest runs a mail server for tests, which keeps the messages that it receives.
package mailtest

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	"strings"
	"testing"
)

// Server is a mail server in a test's process. It ends with the test.
type Server struct {
	Address string // host:port
	// Got receives the lines of each connection at its end; the last but one is the message as received.
	Got chan []string

	options Options
}

// Options configure a server; the zero value has no TLS.
type Options struct {
	TLS      *tls.Config // for STARTTLS; nil for none
	Implicit bool        // connections begin with TLS
	Silent   bool        // the server never answers
}

// New starts a server.
func New(t testing.TB, options Options) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &Server{Address: l.Addr().String(), Got: make(chan []string, 100), options: options}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return s
}

// serve handles one connection.
func (s *Server) serve(conn net.Conn) {
	if s.options.Implicit {
		conn = tls.Server(conn, s.options.TLS)
	}
	defer func() { conn.Close() }()
	if s.options.Silent {
		_, _ = io.Copy(io.Discard, conn)
		return
	}
	var got []string
	defer func() { s.Got <- got }()
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
			if _, encrypted := conn.(*tls.Conn); s.options.TLS != nil && !encrypted {
				say("250-here\r\n250 STARTTLS")
			} else {
				say("250-here\r\n250 AUTH PLAIN")
			}
		case "STARTTLS":
			say("220 go")
			conn = tls.Server(conn, s.options.TLS)
			r = bufio.NewReader(conn)
		case "AUTH":
			say("235 welcome")
		case "DATA":
			say("354 go")
			text, err := readMessage(r)
			if err != nil {
				return
			}
			got = append(got, text)
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

// readMessage reads up to a line with only a dot.
func readMessage(r *bufio.Reader) (string, error) {
	var text strings.Builder
	for line := ""; line != ".\r\n"; {
		text.WriteString(line)
		var err error
		if line, err = r.ReadString('\n'); err != nil {
			return "", err
		}
	}
	return text.String(), nil
}
