// Package certificate reads the certificate of a service from files, and reads them again when they change.
package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// Soon is the time before its end in which a certificate should have been renewed.
	Soon = 14 * 24 * time.Hour
	// again is the least time between two looks at the files.
	again = 10 * time.Second
)

// Pair is a certificate and its key in two files.
type Pair struct {
	certificate, key string
	log              *slog.Logger
	current          atomic.Pointer[tls.Certificate]

	mu     sync.Mutex // of what follows
	looked time.Time
	text   string    // of both files, as they were used
	fault  string    // of the files now, "" for none; it is logged once
	warned time.Time // of the end of the certificate
}

// Open reads the PEM files of a certificate, with those of its issuers behind it, and of its key. A certificate that has ended is
// used and logged, because a service that does not start is worse.
func Open(certificate, key string, log *slog.Logger) (*Pair, error) {
	p := &Pair{certificate: certificate, key: key, log: log}
	if err := p.read(); err != nil {
		return nil, err
	}
	p.looked = time.Now()
	p.warn()
	return p, nil
}

// Current returns the certificate of the files; its Leaf is parsed.
func (p *Pair) Current() *tls.Certificate { return p.current.Load() }

// TLS returns the settings of a listener for HTTP/1.1, from TLS 1.2 on. Handshakes look at the files every ten seconds. While
// the files are no pair, such as between the writing of the two, the last good pair stays.
func (p *Pair) TLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			if p.mu.TryLock() { // a slow disk holds up one handshake, not all
				p.look()
				p.mu.Unlock()
			}
			return p.Current(), nil
		},
	}
}

// Challenge returns next: nobody asks for a proof of hosts.
func (p *Pair) Challenge(next http.Handler) http.Handler { return next }

// look reads the files again if it is time to.
func (p *Pair) look() {
	if time.Since(p.looked) < again {
		return
	}
	p.looked = time.Now()
	fault := ""
	if err := p.read(); err != nil {
		fault = err.Error()
	}
	if fault != p.fault && fault != "" {
		p.log.Error("the new certificate cannot be used, and the old one stays", "error", fault)
	}
	p.fault = fault
	p.warn()
}

// read reads the files, and uses them if they have changed.
func (p *Pair) read() error {
	certificate, err := os.ReadFile(p.certificate)
	if err != nil {
		return err
	}
	key, err := os.ReadFile(p.key)
	if err != nil {
		return err
	}
	text := string(certificate) + "\x00" + string(key)
	if text == p.text {
		return nil
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return fmt.Errorf("%s and %s: %w", p.certificate, p.key, err)
	}
	if p.text != "" {
		p.log.Info("the certificate was replaced", "ends", pair.Leaf.NotAfter)
	}
	p.text, p.warned = text, time.Time{}
	p.current.Store(&pair)
	return nil
}

// warn logs once a day that the certificate ends soon, or has ended.
func (p *Pair) warn() {
	ends := p.Current().Leaf.NotAfter
	if time.Until(ends) > Soon || time.Since(p.warned) < 24*time.Hour {
		return
	}
	p.warned = time.Now()
	p.log.Warn("the certificate ends soon, or has ended; renew it", "file", p.certificate, "ends", ends)
}
