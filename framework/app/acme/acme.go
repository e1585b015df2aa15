// Package acme obtains the certificates of a service from an authority, such as Let's Encrypt, and renews them.
package acme

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
	"golang.org/x/net/idna"

	"example.com/resourceful/framework/app"
	"example.com/resourceful/framework/traffic/certificate"
)

// The pauses after a failure: authorities allow few failures an hour.
const (
	firstPause   = 5 * time.Minute
	longestPause = time.Hour
)

// lookEvery is the time between two looks at the end of a certificate.
const lookEvery = 12 * time.Hour

// Certificates obtains a certificate for each host, by challenges TLS-ALPN-01 at the service's address and HTTP-01 at that of
// redirect-http. It keeps them, their keys and the account in the folder, which several processes may share. They are renewed when
// a third of their time is left, or 30 days. It is for the field Certificates of an app.Program.
func Certificates(ctx context.Context, from app.Authority) (app.Certificates, error) {
	if err := os.MkdirAll(from.Folder, 0o700); err != nil {
		return nil, err
	}
	probe, err := os.CreateTemp(from.Folder, ".probe")
	if err != nil {
		return nil, err
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return nil, err
	}
	if u, err := url.Parse(from.Directory); from.Directory != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
		return nil, fmt.Errorf("%q is not the https address of an authority's directory", from.Directory)
	}
	from.Hosts = slices.Clone(from.Hosts)
	for i, host := range from.Hosts { // as clients name them
		ascii, err := idna.Lookup.ToASCII(strings.TrimSuffix(host, "."))
		if err != nil || strings.ContainsAny(ascii, "*/") {
			return nil, fmt.Errorf("%q is not the name of a host that an authority issues a certificate for", host)
		}
		from.Hosts[i] = ascii
	}
	c := &certificates{ctx: ctx, from: from}
	c.manager = autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(filepath.Clean(from.Folder)), HostPolicy: autocert.HostWhitelist(from.Hosts...),
		Client: &acme.Client{DirectoryURL: from.Directory, UserAgent: "resourceful"},
	}
	return c, nil
}

// certificates are those of the hosts of an authority's orders.
type certificates struct {
	ctx     context.Context
	from    app.Authority
	manager autocert.Manager
	have    sync.Map // hosts whose certificate was obtained
}

// TLS implements app.Certificates. It begins to obtain the certificates: the service is about to listen.
func (c *certificates) TLS() *tls.Config {
	for _, host := range c.from.Hosts {
		go c.keep(host)
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"http/1.1", acme.ALPNProto},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			if len(hello.SupportedProtos) == 1 && hello.SupportedProtos[0] == acme.ALPNProto { // the authority's challenge
				return c.manager.GetCertificate(hello)
			}
			host := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
			if _, has := c.have.Load(host); !has { // strangers start no orders, which the authority counts
				return nil, fmt.Errorf("there is no certificate for %q", host)
			}
			return c.get(host)
		},
	}
}

// Challenge implements app.Certificates.
func (c *certificates) Challenge(next http.Handler) http.Handler {
	manager := c.manager.HTTPHandler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host, _, err := net.SplitHostPort(r.Host); err == nil { // the manager compares hosts without ports
			of := *r
			of.Host, r = host, &of
		}
		manager.ServeHTTP(w, r)
	})
}

// get returns the certificate of a host, and orders it if there is none. It is always of the same kind.
func (c *certificates) get(host string) (*tls.Certificate, error) {
	return c.manager.GetCertificate(&tls.ClientHelloInfo{ServerName: host, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}})
}

// keep obtains the certificate of a host, again after failures, and then warns before it ends, in spite of the renewals.
func (c *certificates) keep(host string) {
	log := c.from.Log.With("host", host)
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		got, err := c.get(host)
		if err == nil {
			log.Info("the service has a certificate", "ends", got.Leaf.NotAfter)
			c.have.Store(host, true)
			break
		}
		log.Error("there is no certificate", "error", err, "again_in", pause.String())
		if !c.wait(pause) {
			return
		}
	}
	for c.wait(lookEvery) {
		if got, err := c.get(host); err == nil && time.Until(got.Leaf.NotAfter) < min(certificate.Soon, got.Leaf.NotAfter.Sub(got.Leaf.NotBefore)/4) {
			log.Warn("the certificate ends soon, or has ended, and could not be renewed", "ends", got.Leaf.NotAfter)
		}
	}
}

// wait waits, and reports whether the program still runs.
func (c *certificates) wait(pause time.Duration) bool {
	select {
	case <-c.ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}
