// HTTPS at the service's address, and the way there from HTTP.

package app

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"example.com/resourceful/framework/traffic/certificate"
)

// secured holds the settings for HTTPS without a proxy.
type secured struct {
	TLSCertificate string `name:"tls-certificate" setting:"" alone:"" placeholder:"FILE" help:"PEM file with the certificate of the service and those of its issuers: the service then speaks HTTPS. It is read again when it changes. Default: none, and HTTP."`
	TLSKey         string `name:"tls-key" setting:"" alone:"" placeholder:"FILE" help:"PEM file with the key of tls-certificate."`
	RedirectHTTP   string `name:"redirect-http" setting:"" alone:"" placeholder:"ADDRESS" help:"Address and port where HTTP is redirected to base-url, such as :80. Default: none."`
}

// check refuses settings that do not go together.
func (s secured) check(base string) error {
	secure := strings.HasPrefix(base, "https://")
	switch {
	case (s.TLSCertificate == "") != (s.TLSKey == ""):
		return errors.New("tls-certificate and tls-key: set both, or none")
	case s.TLSCertificate != "" && base != "" && !secure:
		return fmt.Errorf("base-url: the service speaks HTTPS by tls-certificate; write https:%s", strings.TrimPrefix(base, "http:"))
	case s.RedirectHTTP != "" && !secure:
		return errors.New("redirect-http: needs a base-url with https, where it sends clients")
	}
	return nil
}

// scheme returns the scheme of the service's own address.
func (s secured) scheme() string {
	if s.TLSCertificate != "" {
		return "https"
	}
	return "http"
}

// open reads the certificate; nil for none.
func (s secured) open(log *slog.Logger) (*certificate.Pair, error) {
	if s.TLSCertificate == "" {
		return nil, nil
	}
	pair, err := certificate.Open(s.TLSCertificate, s.TLSKey, log)
	if err != nil {
		return nil, fmt.Errorf("tls-certificate: %w", err)
	}
	return pair, nil
}

// encrypted returns the listener of the service with its certificate, if it has one. Connections count from their first byte on,
// and have header-timeout for the handshake.
func encrypted(inner net.Listener, pair *certificate.Pair) net.Listener {
	if pair == nil {
		return inner
	}
	return tls.NewListener(inner, pair.TLS())
}

// redirects starts to redirect HTTP at an address. It keeps few connections, and none open.
func (c *serveCmd) redirects(at *side, address func(net.Addr) netip.Addr, log *slog.Logger) {
	limits := c.Limits.Serve().Traffic
	limits.Connections = maxRedirects
	server := limits.Server(redirect(c.BaseURL), log)
	server.SetKeepAlivesEnabled(false)
	at.start(server, func(inner net.Listener, server *http.Server) net.Listener {
		return limits.Listener(inner, server, address)
	}, log)
}

// maxRedirects is the number of connections that are redirected at once.
const maxRedirects = 100

// redirect sends clients to the same path and query at the host of a base address. The Host of the request is not asked: it may
// be that of a stranger.
func redirect(base string) http.Handler {
	u, err := url.Parse(base)
	if err != nil {
		panic(err) // the setting was checked
	}
	to := u.Scheme + "://" + u.Host
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/") { // "*", and CONNECT
			http.Error(w, "This address only redirects to "+base+".", http.StatusBadRequest)
			return
		}
		http.Redirect(w, r, to+r.URL.RequestURI(), http.StatusPermanentRedirect)
	})
}
