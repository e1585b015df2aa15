// Package clientcert authenticates clients by TLS certificates. A trusted proxy verifies them and passes
// them on in a header (RFC 9440), or this process verifies them itself, if it terminates TLS.
package clientcert

import (
	"cmp"
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

// Scheme accepts client certificates. The zero value reads the header Client-Cert of trusted proxies (the
// setting trusted-proxies; without any, it ignores the header), and the account named by the subject's
// common name.
//
// The proxy must overwrite the clients' header, and set it only for certificates that it has verified.
type Scheme struct {
	// Header is the header that the proxy sets: "Client-Cert" if empty. Its value is the certificate as in
	// RFC 9440, or in PEM with percent escapes, such as nginx's $ssl_client_escaped_cert.
	Header string
	// Roots are the authorities that sign client certificates, to verify them again; nil trusts the proxy.
	Roots *x509.CertPool
	// Account returns the account name for a certificate, "" for none; nil uses the subject's common name.
	Account func(*x509.Certificate) string
}

// maxHeader is the largest size of a certificate in a header, in bytes.
const maxHeader = 16 << 10

// Name implements auth.Scheme.
func (Scheme) Name() string { return "client-cert" }

// Challenge implements auth.Scheme. Certificates have none.
func (Scheme) Challenge() string { return "" }

// Vary implements auth.Scheme.
func (s Scheme) Vary() string { return s.header() }

func (s Scheme) header() string { return cmp.Or(s.Header, "Client-Cert") }

// SecurityScheme implements auth.DescribedScheme: clients need a certificate, whatever the proxy does with
// it.
func (Scheme) SecurityScheme() map[string]any { return map[string]any{"type": "mutualTLS"} }

// Check implements auth.Checker.
func (s Scheme) Check() error {
	if name := s.header(); slices.Contains(otherHeaders[:], strings.ToLower(name)) || strings.HasPrefix(strings.ToLower(name), "x-forwarded-") {
		return fmt.Errorf("the header %q, which says something else; write the one that the proxy puts the certificate in, such as Client-Cert", name)
	}
	if s.Roots != nil && s.Roots.Equal(x509.NewCertPool()) {
		return errors.New("the field Roots without a certificate, so that nobody can log in; add those of the authority that signs client certificates, or leave them out to trust the proxy")
	}
	return nil
}

// otherHeaders are headers with other meanings.
var otherHeaders = [...]string{"authorization", "cookie", "host", "origin", "accept", "content-type", "content-length", "forwarded", "referer", "user-agent"}

// Reports implements auth.Reporter.
func (s Scheme) Reports() []auth.Event {
	return auth.EventsOf(s.Name(), auth.LoginFailedEvent, auth.CrossOriginEvent)
}

// Bind implements auth.Scheme.
func (s Scheme) Bind(services auth.Services) (auth.Verifier, error) {
	if services.Accounts == nil {
		return nil, errors.New("the program keeps no accounts")
	}
	return &verifier{services, s}, nil
}

type verifier struct {
	auth.Services
	scheme Scheme
}

// Authenticate implements auth.Verifier. Browsers send certificates automatically, so the cross-origin rule
// applies as for cookies. It ignores a header that does not come from a trusted proxy.
func (v *verifier) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	certificate, err := v.find(r)
	if err != nil || certificate == nil {
		return nil, err
	}
	if !v.good(certificate) {
		return nil, v.refused(ctx, r, nil)
	}
	name := certificate.Subject.CommonName
	if v.scheme.Account != nil {
		name = v.scheme.Account(certificate)
	}
	if name == "" {
		return nil, v.refused(ctx, r, nil)
	}
	u, found, err := v.Accounts.UserByName(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("find the account of a certificate: %w", err)
	}
	if !found || !u.Active {
		return nil, v.refused(ctx, r, &u)
	}
	u.Password = ""
	return &auth.Credentials{User: u, Scheme: v.scheme.Name(), Cookie: true}, nil
}

// refused returns the refusal of a certificate, the same for every mistake.
func (v *verifier) refused(ctx context.Context, r *http.Request, u *auth.User) error {
	e := auth.Event{Kind: auth.LoginFailedEvent, Scheme: v.scheme.Name()}
	if u != nil && u.ID != 0 {
		e = e.By(u)
	}
	v.Report(ctx, r, e)
	return problem.New(problem.Unauthorized, "Invalid client certificate.")
}

// find returns the certificate of a request, nil for none. It ignores the certificate of a trusted proxy's
// own connection.
func (v *verifier) find(r *http.Request) (*x509.Certificate, error) {
	if !v.Clients.Proxied(r) {
		if r.TLS != nil && len(r.TLS.VerifiedChains) > 0 && len(r.TLS.VerifiedChains[0]) > 0 {
			return r.TLS.VerifiedChains[0][0], nil
		}
		return nil, nil
	}
	values := r.Header.Values(v.scheme.header())
	if len(values) == 0 || len(values) == 1 && values[0] == "" {
		return nil, nil
	}
	if len(values) > 1 {
		return nil, v.refused(r.Context(), r, nil)
	}
	certificate, err := parse(values[0])
	if err != nil {
		return nil, v.refused(r.Context(), r, nil)
	}
	return certificate, nil
}

// good reports whether a certificate is valid now, and signed by the scheme's authorities.
func (v *verifier) good(c *x509.Certificate) bool {
	now := v.Now()
	if now.Before(c.NotBefore) || now.After(c.NotAfter) {
		return false
	}
	if v.scheme.Roots == nil {
		return true
	}
	_, err := c.Verify(x509.VerifyOptions{Roots: v.scheme.Roots, CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
	return err == nil
}

var errCertificate = errors.New("no certificate")

// parse parses a certificate in a header.
func parse(value string) (*x509.Certificate, error) {
	if len(value) > maxHeader {
		return nil, errCertificate
	}
	if len(value) > 2 && value[0] == ':' && value[len(value)-1] == ':' { // a byte sequence of RFC 8941
		der, err := base64.StdEncoding.DecodeString(value[1 : len(value)-1])
		if err != nil {
			return nil, errCertificate
		}
		return x509.ParseCertificate(der)
	}
	text, err := url.PathUnescape(value)
	if err != nil {
		return nil, errCertificate
	}
	block, rest := pem.Decode([]byte(text))
	if block == nil || block.Type != "CERTIFICATE" || strings.TrimSpace(string(rest)) != "" {
		return nil, errCertificate
	}
	return x509.ParseCertificate(block.Bytes)
}
