// Package webhook sends signed messages to addresses that strangers name, as Standard Webhooks
// (https://www.standardwebhooks.com) define them. Slow addresses do not hold up others, and no message
// reaches the network of the service itself.
package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// secretPrefix begins secrets, so that they are known where they leak.
	secretPrefix = "whsec_"
	// Timeout is how long one message may take, from the look-up of the name to the end of the answer.
	Timeout = 10 * time.Second
	// maxAnswer is how much of an answer is read.
	maxAnswer = 16 << 10
	// tolerance is how old or new a message may be for Verify.
	tolerance = 5 * time.Minute
)

// NewSecret returns a secret that nobody can guess.
func NewSecret() string {
	key := make([]byte, 24)
	_, _ = rand.Read(key) // it never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

// Sign is the signature of a message, for the header webhook-signature. The secret is one of NewSecret.
func Sign(secret, id string, at time.Time, body []byte) string {
	text, _ := strings.CutPrefix(secret, secretPrefix)
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		key = []byte(text)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Verify returns why a message that was received is not one of who has the secret, or nil. It is for those who receive.
func Verify(secret string, h http.Header, body []byte, now time.Time) error {
	seconds, err := strconv.ParseInt(h.Get("Webhook-Timestamp"), 10, 64)
	if err != nil {
		return errors.New("the header webhook-timestamp is not a time")
	}
	at := time.Unix(seconds, 0)
	if now.Sub(at).Abs() > tolerance {
		return errors.New("the message is too old, or of the future")
	}
	want := []byte(Sign(secret, h.Get("Webhook-Id"), at, body))
	matches := func(s string) bool { return hmac.Equal([]byte(s), want) }
	if !slices.ContainsFunc(strings.Fields(h.Get("Webhook-Signature")), matches) {
		return errors.New("no signature of the message is one with this secret")
	}
	return nil
}

// Message is a sent message.
type Message struct {
	URL, Secret, ID string
	Body            []byte // JSON
}

// Sender sends messages.
type Sender struct{ client *http.Client }

// NewSender returns a sender that connects to addresses of the internet, and of the networks in allowed. It follows no
// redirects and uses no proxy.
func NewSender(allowed []netip.Prefix) *Sender {
	dialer := &net.Dialer{Timeout: Timeout, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		switch {
		case err != nil || !mayConnect(to.Addr(), allowed):
			return fmt.Errorf("%w: %s", errPrivate, address)
		case !mayUse(to.Port()):
			return fmt.Errorf("%w: %s", errPort, address)
		}
		return nil
	}}
	return &Sender{&http.Client{
		Timeout:       Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: Timeout, ResponseHeaderTimeout: Timeout,
			MaxResponseHeaderBytes: maxAnswer, MaxIdleConns: 16, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute, DisableCompression: true,
		},
	}}
}

var (
	errPrivate = errors.New("this is not a public internet address")
	errPort    = errors.New("this port belongs to another service than HTTP")
)

// reserved are networks that are not of the internet, beside those that package netip knows: see the registries of special
// purpose addresses of IANA.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("::/96"), netip.MustParsePrefix("::ffff:0:0:0/96"), netip.MustParsePrefix("3fff::/20"), netip.MustParsePrefix("5f00::/16"),
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("fec0::/10"),
}

// mayConnect reports whether an address is one of the internet, or of a network that is allowed.
func mayConnect(to netip.Addr, allowed []netip.Prefix) bool {
	to = to.Unmap().WithZone("")
	in := func(p netip.Prefix) bool { return p.Contains(to) }
	if slices.ContainsFunc(allowed, in) {
		return true
	}
	return to.IsGlobalUnicast() && !to.IsPrivate() && !to.IsLoopback() && !slices.ContainsFunc(reserved, in)
}

// mayUse reports whether a port may belong to HTTP: of the low ones, which belong to well-known services, 80 and 443.
func mayUse(port uint16) bool { return port >= 1024 || port == 80 || port == 443 }

// Refuse says why nothing can be sent to a URL, as a message for who has named it; "" where it can be tried. What a name
// leads to is looked at when something is sent.
func Refuse(address string, allowed []netip.Prefix) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "Enter a URL of http or https."
	}
	if u.User != nil {
		return "Leave the user name and the password out of the URL: messages are signed with the secret."
	}
	if to, err := netip.ParseAddr(u.Hostname()); err == nil && !mayConnect(to, allowed) {
		return "This is not a public internet address."
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || !mayUse(uint16(n)) {
			return "Use port 80 or 443, or one from 1024 to 65535."
		}
	}
	return ""
}

// Send sends a message, and returns the status of the answer, 0 for none. An answer that is no success is an error, which
// says nothing of what stands in it.
func (s *Sender) Send(ctx context.Context, m Message, at time.Time) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL, bytes.NewReader(m.Body))
	if err != nil || r.URL.Scheme != "http" && r.URL.Scheme != "https" {
		return 0, errors.New("the URL is none of http or https")
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "resourceful-webhook")
	r.Header["webhook-id"] = []string{m.ID}
	r.Header["webhook-timestamp"] = []string{strconv.FormatInt(at.Unix(), 10)}
	r.Header["webhook-signature"] = []string{Sign(m.Secret, m.ID, at, m.Body)}
	answer, err := s.client.Do(r)
	switch {
	case errors.Is(err, errPrivate):
		return 0, errPrivate
	case errors.Is(err, errPort):
		return 0, errPort
	case err != nil && ctx.Err() != nil:
		return 0, errors.New("there was no answer in time")
	case err != nil:
		return 0, errors.New("no connection could be made, or it was lost")
	}
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer)
	answer.Body.Close()
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return answer.StatusCode, fmt.Errorf("the answer was %d", answer.StatusCode)
	}
	return answer.StatusCode, nil
}
