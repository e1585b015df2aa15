// Tests of client certificates.

package clientcert

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// people are accounts by name.
type people struct{ auth.Accounts }

func (people) UserByName(_ context.Context, name string) (auth.User, bool, error) {
	switch name {
	case "ann":
		return auth.User{ID: 1, Username: name, Password: "hash", Active: true}, true, nil
	case "ivan":
		return auth.User{ID: 2, Username: name}, true, nil
	}
	return auth.User{}, false, nil
}

// authority signs certificates of clients.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newAuthority(t testing.TB) *authority {
	a := &authority{}
	a.cert, a.key = (&authority{}).sign(t, "authority", time.Hour)
	return a
}

func (a *authority) sign(t testing.TB, name string, life time.Duration) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: time.Now().Add(life),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}, IsCA: a.cert == nil, BasicConstraintsValid: true,
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return c, key
}

func rfc9440(c *x509.Certificate) string { return ":" + base64.StdEncoding.EncodeToString(c.Raw) + ":" }

func escaped(c *x509.Certificate) string {
	return url.PathEscape(string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})))
}

// A certificate counts only from a trusted proxy, and names an active account.
func TestAuthenticate(t *testing.T) {
	ours, theirs := newAuthority(t), newAuthority(t)
	roots := x509.NewCertPool()
	roots.AddCert(ours.cert)
	cert := func(a *authority, name string, life time.Duration) *x509.Certificate {
		c, _ := a.sign(t, name, life)
		return c
	}
	ann := cert(ours, "ann", time.Hour)
	const proxy, refused, nobody = "10.0.0.1:443", "Invalid client certificate.", ""
	for _, tt := range []struct {
		about  string
		from   string
		header []string
		want   string // the name of the account, or what the refusal says
	}{
		{"RFC 9440", proxy, []string{rfc9440(ann)}, "ann"},
		{"PEM", proxy, []string{escaped(ann)}, "ann"},
		{"not from a proxy", "192.0.2.7:443", []string{rfc9440(ann)}, nobody},
		{"none", proxy, nil, nobody},
		{"empty", proxy, []string{""}, nobody},
		{"twice", proxy, []string{rfc9440(ann), rfc9440(ann)}, refused},
		{"two in one", proxy, []string{escaped(ann) + escaped(ann)}, refused},
		{"oversized", proxy, []string{":" + strings.Repeat("A", 20<<10) + ":"}, refused},
		{"nonsense", proxy, []string{"alice"}, refused},
		{"no base64", proxy, []string{":!:"}, refused},
		{"a key", proxy, []string{url.PathEscape("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")}, refused},
		{"expired", proxy, []string{rfc9440(cert(ours, "ann", -time.Hour))}, refused},
		{"of another authority", proxy, []string{rfc9440(cert(theirs, "ann", time.Hour))}, refused},
		{"of nobody", proxy, []string{rfc9440(cert(ours, "zoe", time.Hour))}, refused},
		{"without a name", proxy, []string{rfc9440(cert(ours, "", time.Hour))}, refused},
		{"inactive", proxy, []string{rfc9440(cert(ours, "ivan", time.Hour))}, refused},
	} {
		v := bind(t, Scheme{Roots: roots})
		r := &http.Request{RemoteAddr: tt.from, Header: http.Header{"Client-Cert": tt.header}}
		c, err := v.Authenticate(t.Context(), r)
		got := ""
		if p := problem.As(err); p != nil && p.Code == problem.Unauthorized {
			got = p.Detail
		} else if c != nil {
			got = c.User.Username
		}
		if got != tt.want || c != nil && (!c.Cookie || c.User.Password != "") {
			t.Errorf("%s: got %q, %+v, %v, want %q", tt.about, got, c, err, tt.want)
		}
	}
	named := Scheme{Header: "X-Cert", Account: func(*x509.Certificate) string { return "ann" }}
	r := &http.Request{RemoteAddr: proxy, Header: http.Header{"X-Cert": {rfc9440(cert(theirs, "x", time.Hour))}}}
	if c, err := bind(t, named).Authenticate(t.Context(), r); err != nil || c == nil || c.User.Username != "ann" {
		t.Errorf("a header and an account of one's own: got %+v, %v", c, err)
	}
	r = &http.Request{RemoteAddr: "192.0.2.7:443", Header: http.Header{}, TLS: &tls.ConnectionState{VerifiedChains: [][]*x509.Certificate{{ann, ours.cert}}}}
	if c, err := bind(t, Scheme{}).Authenticate(t.Context(), r); err != nil || c == nil || c.User.Username != "ann" {
		t.Errorf("over TLS: got %+v, %v", c, err)
	}
	r.RemoteAddr = proxy
	if c, err := bind(t, Scheme{}).Authenticate(t.Context(), r); err != nil || c != nil {
		t.Errorf("the certificate of a proxy: got %+v, %v", c, err)
	}
	r.Header.Set("Client-Cert", rfc9440(cert(ours, "ivan", time.Hour)))
	if c, err := bind(t, Scheme{}).Authenticate(t.Context(), r); c != nil || problem.As(err) == nil {
		t.Errorf("that of a client by a proxy with one: got %+v, %v", c, err)
	}
	r.RemoteAddr = "192.0.2.7:443"
	r.TLS = &tls.ConnectionState{PeerCertificates: []*x509.Certificate{ann}}
	if c, err := bind(t, Scheme{}).Authenticate(t.Context(), r); err != nil || c != nil {
		t.Errorf("over TLS, not verified: got %+v, %v", c, err)
	}
}

func bind(t testing.TB, s Scheme) auth.Verifier {
	t.Helper()
	v, err := s.Bind(auth.Services{Accounts: people{}, Now: time.Now, Clients: auth.Clients{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Whatever stands in the header, it is a certificate or none, and never a panic.
func FuzzParse(f *testing.F) {
	c, _ := newAuthority(f).sign(f, "ann", time.Hour)
	for _, seed := range []string{"", ":", "::", ":AAAA:", rfc9440(c), escaped(c), "%", "-----BEGIN CERTIFICATE-----"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		defer stopwatch.Input(t)()
		if c, err := parse(value); (c == nil) == (err == nil) {
			t.Errorf("%q: got %v, %v", value, c, err)
		}
	})
}
