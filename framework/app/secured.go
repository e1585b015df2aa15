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
	"slices"
	"strings"

	"example.com/resourceful/framework/traffic/certificate"
)

// secured holds the settings for HTTPS without a proxy.
type secured struct {
	TLSCertificate string `name:"tls-certificate" setting:"" alone:"" placeholder:"FILE" help:"PEM file with the certificate of the service and those of its issuers: the service then speaks HTTPS. It is read again when it changes. Default: none, and HTTP."`
	TLSKey         string `name:"tls-key" setting:"" alone:"" placeholder:"FILE" help:"PEM file with the key of tls-certificate."`
	ACMEFolder     string `name:"acme-folder" setting:"" alone:"" placeholder:"FOLDER" help:"Folder for certificates that the program obtains itself, for the host of base-url and those of allowed-hosts: the service then speaks HTTPS. Default: none."`
	ACMEDirectory  string `name:"acme-directory" setting:"" alone:"" placeholder:"URL" help:"Directory of the authority for acme-folder, whose terms of service you accept. Default: that of Let's Encrypt."`
	RedirectHTTP   string `name:"redirect-http" setting:"" alone:"" placeholder:"ADDRESS" help:"Address and port where HTTP is redirected to base-url, such as :80. Default: none."`
}

// Certificates supplies the certificates of a service that speaks HTTPS without a proxy.
type Certificates interface {
	// TLS returns the settings of the listener, for HTTP/1.1. It is called once, when the service is about to listen.
	TLS() *tls.Config
	// Challenge answers what an authority asks at the address of redirect-http, and passes other requests on.
	Challenge(next http.Handler) http.Handler
}

// Authority says where a program obtains certificates, and for what.
type Authority struct {
	Hosts     []string // one certificate for each
	Folder    string   // for what has to survive a restart
	Directory string   // URL of the authority; "" for Let's Encrypt
	Log       *slog.Logger
}

// check refuses settings that do not go together.
func (s secured) check(base string) error {
	secure := strings.HasPrefix(base, "https://")
	switch {
	case (s.TLSCertificate == "") != (s.TLSKey == ""):
		return errors.New("tls-certificate and tls-key: set both, or none")
	case s.TLSCertificate != "" && s.ACMEFolder != "":
		return errors.New("acme-folder and tls-certificate: set one of them")
	case s.ACMEFolder == "" && s.ACMEDirectory != "":
		return errors.New("acme-directory: no certificates are obtained without acme-folder, such as /var/lib/resourceful/acme")
	case s.ACMEFolder != "" && (!secure || !isPublicName(hostOf(base))):
		return errors.New("acme-folder: needs a base-url with https and the name of a host that the authority can reach, such as https://api.example.com")
	case s.TLSCertificate != "" && base != "" && !secure:
		return fmt.Errorf("base-url: the service speaks HTTPS by tls-certificate; write https:%s", strings.TrimPrefix(base, "http:"))
	case s.RedirectHTTP != "" && !secure:
		return errors.New("redirect-http: needs a base-url with https, where it sends clients")
	}
	return nil
}

// scheme returns the scheme of the service's own address.
func (s secured) scheme() string {
	if s.TLSCertificate != "" || s.ACMEFolder != "" {
		return "https"
	}
	return "http"
}

// hostOf returns the host of a base address, without its port.
func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// isPublicName reports whether a host is a name that an authority may issue a certificate for, not an address or a pattern.
func isPublicName(host string) bool {
	_, err := netip.ParseAddr(host)
	return err != nil && strings.Contains(strings.Trim(host, "."), ".") && !strings.HasPrefix(host, ".") && !strings.Contains(host, ":")
}

// certificates returns the certificates of the service; nil for none.
func (c *serveCmd) certificates(p *program) (Certificates, error) {
	switch {
	case c.ACMEFolder == "":
		pair, err := c.secured.open(p.log())
		if pair == nil {
			return nil, err
		}
		return pair, nil
	case p.own.Certificates == nil:
		return nil, errors.New("acme-folder: this program obtains no certificates; list acme.Certificates in its app.Program, or take tls-certificate")
	}
	hosts := []string{hostOf(c.BaseURL)}
	for _, host := range list(c.AllowedHosts) {
		if isPublicName(host) && !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	certificates, err := p.own.Certificates(p.ctx, Authority{Hosts: hosts, Folder: c.ACMEFolder, Directory: c.ACMEDirectory, Log: p.log()})
	if err != nil {
		return nil, fmt.Errorf("acme-folder: %w", err)
	}
	return certificates, nil
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

// encrypted returns the listener of the service with its certificates, if it has some. Connections count from their first byte on,
// and have header-timeout for the handshake.
func encrypted(inner net.Listener, certificates Certificates) net.Listener {
	if certificates == nil {
		return inner
	}
	return tls.NewListener(inner, certificates.TLS())
}

// redirects starts to redirect HTTP at an address, and answers challenges for certificates there. It keeps few connections, and
// none open.
func (c *serveCmd) redirects(at *side, certificates Certificates, address func(net.Addr) netip.Addr, log *slog.Logger) {
	limits := c.Limits.Serve().Traffic
	limits.Connections = maxRedirects
	paths := redirect(c.BaseURL)
	if certificates != nil {
		paths = certificates.Challenge(paths)
	}
	server := limits.Server(paths, log)
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
