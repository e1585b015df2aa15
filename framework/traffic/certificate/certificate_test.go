package certificate_test

import (
	"bytes"
	"crypto/tls"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/traffic/certificate"
	"example.com/resourceful/framework/traffic/certificate/certificatetest"
)

// Handshakes get the certificate of the files: a new one within ten seconds, and the last good one while the files are no pair.
// Each fault is logged once, and an end that is near once a day.
func TestReload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		dir := t.TempDir()
		cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
		write := func(path string, text []byte) {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		first, firstKey := certificatetest.New(t, time.Now().Add(20*24*time.Hour), "a.example")
		second, secondKey := certificatetest.New(t, time.Now().Add(90*24*time.Hour), "b.example")
		write(cert, first)
		write(key, firstKey)
		pair, err := certificate.Open(cert, key, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		expect := func(name string, lines ...string) {
			t.Helper()
			got, err := pair.TLS().GetCertificate(&tls.ClientHelloInfo{})
			if err != nil || got.Leaf.DNSNames[0] != name {
				t.Fatalf("got the certificate of %q, error %v, want %s", got.Leaf.DNSNames, err, name)
			}
			text := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
			log.Reset()
			if strings.Join(lines, "") == "" && strings.Join(text, "") == "" {
				return
			}
			if len(text) != len(lines) {
				t.Fatalf("got the lines %q, want %q", text, lines)
			}
			for i := range lines {
				if !strings.Contains(text[i], lines[i]) {
					t.Fatalf("got the lines %q, want %q", text, lines)
				}
			}
		}
		expect("a.example")
		write(cert, second) // the key is still the old one
		expect("a.example")
		time.Sleep(10 * time.Second)
		expect("a.example", "private key does not match public key")
		time.Sleep(10 * time.Second)
		expect("a.example") // said already
		os.Remove(key)
		time.Sleep(10 * time.Second)
		expect("a.example", "no such file or directory")
		write(key, secondKey)
		time.Sleep(10 * time.Second)
		expect("b.example", "was replaced")
		write(cert, []byte("nothing"))
		time.Sleep(10 * time.Second)
		expect("b.example", "failed to find any PEM data")
		write(cert, first)
		write(key, firstKey)
		time.Sleep(6*24*time.Hour + time.Minute)
		expect("a.example", "was replaced", "ends soon")
		time.Sleep(time.Hour)
		expect("a.example")
		time.Sleep(24 * time.Hour)
		expect("a.example", "ends soon")
		time.Sleep(30 * 24 * time.Hour)
		expect("a.example", "or has ended") // clients refuse it themselves
	})
}

// A pair that cannot be used from the start is an error that names its files, and nothing of the key.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	cert, key := certificatetest.New(t, time.Now().Add(time.Hour), "a.example")
	_, otherKey := certificatetest.New(t, time.Now().Add(time.Hour), "a.example")
	for name, text := range map[string][]byte{"cert.pem": cert, "key.pem": key, "other.pem": otherKey, "empty.pem": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ cert, key, want string }{
		{"cert.pem", "other.pem", "private key does not match public key"},
		{"empty.pem", "key.pem", "failed to find any PEM data in certificate input"},
		{"cert.pem", "empty.pem", "failed to find any PEM data in key input"},
		{"key.pem", "key.pem", "PEM inputs may have been switched"},
		{"none.pem", "key.pem", "none.pem: no such file or directory"},
		{"cert.pem", ".", ": is a directory"},
	} {
		_, err := certificate.Open(filepath.Join(dir, tt.cert), filepath.Join(dir, tt.key), slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s with %s: got %v, want %s", tt.cert, tt.key, err, tt.want)
		}
	}
}
