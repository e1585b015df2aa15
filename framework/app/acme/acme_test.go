package acme_test

import (
	"bytes"
	"crypto/tls"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/app"
	"example.com/resourceful/framework/app/acme"
)

// lines is a log that several goroutines write.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// An order that fails is logged and repeated later. Until then handshakes are refused and start no orders, whatever host strangers
// name.
func TestRefused(t *testing.T) {
	var log lines
	folder := filepath.Join(t.TempDir(), "new")
	got, err := acme.Certificates(t.Context(), app.Authority{
		Hosts: []string{"API.example.com.", "bücher.example.com"}, Folder: folder, Directory: "https://127.0.0.1:1/dir", Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	config := got.TLS()
	for range 1000 {
		if strings.Count(log.String(), "connection refused") == 2 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	for _, host := range []string{"api.example.com", "API.example.com.", "evil.example", "", "a\x00b"} {
		if got, err := config.GetCertificate(&tls.ClientHelloInfo{ServerName: host}); got != nil || err == nil || !strings.Contains(err.Error(), "there is no certificate for ") {
			t.Errorf("%q: got error %v", host, err)
		}
	}
	for _, want := range []string{`"there is no certificate" host=api.example.com error=`, `"there is no certificate" host=xn--bcher-kva.example.com error=`, "again_in=5m0s"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("got the log %s, want %s", log.String(), want)
		}
	}
	if n := strings.Count(log.String(), "\n"); n != 2 {
		t.Errorf("got %d orders, want 2: %s", n, log.String())
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder of the keys is %v, error %v", info, err)
	}
}

// A folder that cannot be written and an address that is none are mistakes before the service starts.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ folder, directory, want string }{
		{os.DevNull + "/x", "", "not a directory"},
		{t.TempDir(), "http://ca.example/dir", `"http://ca.example/dir" is not the https address of an authority's directory`},
		{t.TempDir(), "https:", `"https:" is not the https address`},
	} {
		_, err := acme.Certificates(t.Context(), app.Authority{Hosts: []string{"api.example.com"}, Folder: tt.folder, Directory: tt.directory})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s, %s: got %v, want %s", tt.folder, tt.directory, err, tt.want)
		}
	}
}
