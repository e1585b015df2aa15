// Tests of HTTPS at the service's own address.

package app

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/traffic/certificate/certificatetest"
)

// certified writes a certificate for hosts, and returns the settings that name it, and a client that trusts it.
func certified(t *testing.T, until time.Time, hosts ...string) (args []string, client *http.Client) {
	t.Helper()
	cert, key := certificatetest.New(t, until, hosts...)
	dir := t.TempDir()
	args = []string{"--tls-certificate", filepath.Join(dir, "cert.pem"), "--tls-key", filepath.Join(dir, "key.pem")}
	for i, text := range [][]byte{cert, key} {
		if err := os.WriteFile(args[2*i+1], text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(cert)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	return args, &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// With a certificate the service speaks HTTPS: its links and cookies are for it, and an address for HTTP sends clients there,
// whatever host they ask for.
func TestHTTPS(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "alice-password", env(), "user", "add", "alice")
	args, client := certified(t, time.Now().Add(90*24*time.Hour), "127.0.0.1")
	s := start(t, append(args, "--base-url", "https://api.example.com", "--allowed-hosts", "*", "--redirect-http", "127.0.0.1:0", "--max-connections", "4", "--header-timeout", "500ms")...)
	if want := "at https://" + s.address + "/\n"; !strings.Contains(s.stdout.String(), want) {
		t.Errorf("got %q, want %q", s.stdout, want)
	}
	form := url.Values{"username": {"alice"}, "password": {"alice-password"}}
	login, err := client.PostForm("https://"+s.address+"/api-auth/login/", form)
	if err != nil {
		t.Fatal(err)
	}
	login.Body.Close()
	if cookies := login.Cookies(); login.ProtoMajor != 1 || len(cookies) != 1 || !cookies[0].Secure || login.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("got %s with the cookies %v and the headers %v, want HTTP/1.1, a secure cookie and Strict-Transport-Security", login.Proto, cookies, login.Header)
	}
	client.CloseIdleConnections()

	redirecting := s.stdout.await(t, regexp.MustCompile(`Redirecting http://(\S+) to https://api\.example\.com\n`))[1]
	for request, want := range map[string]string{
		"GET /snippets/?page=2 HTTP/1.1":       "308 https://api.example.com/snippets/?page=2",
		"POST //evil.example/%2e%0d HTTP/1.1":  "308 https://api.example.com//evil.example/%2e%0d",
		"GET http://evil.example/a HTTP/1.1":   "308 https://api.example.com/a",
		"OPTIONS * HTTP/1.1":                   "400 ",
		"CONNECT evil.example:443 HTTP/1.1":    "400 ",
		"GET /snippets/\xff HTTP/1.1":          "308 https://api.example.com/snippets/%FF",
		"GET /" + strings.Repeat("a", 100_000): "431 ",
	} {
		conn, err := net.Dial("tcp", redirecting)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "%s\r\nHost: evil.example\r\n\r\n", request)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%d %s", answer.StatusCode, answer.Header.Get("Location")); got != want || !answer.Close {
			t.Errorf("%.40s: got %s, close %t, want %s and the end of the connection", request, got, answer.Close, want)
		}
		conn.Close()
	}

	// Handshakes that do not come count as connections, for as long as headers may.
	begun := time.Now()
	var silent []net.Conn
	for range 2 { // as many as one address may have
		conn, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		silent = append(silent, conn)
	}
	for _, conn := range silent {
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("a connection without a handshake ends with %v after %v", err, time.Since(begun))
		}
	}
	answer, err := client.Get("https://" + s.address + "/snippets/")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	plain, err := http.Get("http://" + s.address + "/snippets/")
	if err != nil {
		t.Fatal(err)
	}
	plain.Body.Close()
	if plain.StatusCode != 400 {
		t.Errorf("HTTP at the address for HTTPS: got %d, want 400", plain.StatusCode)
	}
	s.stop()
	s.wait(t)
	if _, err := net.Dial("tcp", redirecting); err == nil {
		t.Error("the address for HTTP is still open after the stop")
	}
	if log := s.log.String(); strings.Contains(log, "handshake") {
		t.Errorf("what strangers send is logged: %s", log)
	}
}

// Settings that do not go together, and a pair that is none, are mistakes before anything is made.
func TestHTTPSMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	args, _ := certified(t, time.Now().Add(time.Hour), "a.example")
	const unreached = "acme-folder: needs a base-url with https and the name of a host that the authority can reach, such as https://api.example.com"
	for _, tt := range []struct {
		args []string
		want string
	}{
		{args[:2], "tls-certificate and tls-key: set both, or none"},
		{append([]string{"--base-url", "http://a.example"}, args...), "base-url: the service speaks HTTPS by tls-certificate; write https://a.example"},
		{append([]string{"--redirect-http", ":80"}, args...), "redirect-http: needs a base-url with https, where it sends clients"},
		{append([]string{"--base-url", "https://a.example", "--acme-folder", "acme"}, args...), "acme-folder and tls-certificate: set one of them"},
		{[]string{"--acme-directory", "https://ca.example/dir"}, "acme-directory: no certificates are obtained without acme-folder, such as /var/lib/resourceful/acme"},
		{[]string{"--acme-folder", "acme"}, unreached},
		{[]string{"--acme-folder", "acme", "--base-url", "http://a.example"}, unreached},
		{[]string{"--acme-folder", "acme", "--base-url", "https://localhost"}, unreached},
		{[]string{"--acme-folder", "acme", "--base-url", "https://10.0.0.1:8000"}, unreached},
		{[]string{"--acme-folder", "acme", "--base-url", "https://a.example"}, "acme-folder: this program obtains no certificates; list acme.Certificates in its app.Program, or take tls-certificate"},
		{[]string{"--tls-certificate", "none.pem", "--tls-key", "none.pem"}, "tls-certificate: open none.pem: no such file or directory"},
	} {
		if _, got := call(t, 1, "", env(), append([]string{"serve", "--listen", "127.0.0.1:0"}, tt.args...)...); got != "resourceful: "+tt.want+"\n" {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) != 0 {
		t.Errorf("the starts left %v, error %v", left, err)
	}
}

// Certificates are ordered for the host of base-url and for the names in allowed-hosts, not for addresses and patterns. The
// authority's questions at the address for HTTP are answered there.
func TestOrders(t *testing.T) {
	var got Authority
	own := ours()
	own.Certificates = func(_ context.Context, from Authority) (Certificates, error) {
		got = from
		cert, key := certificatetest.New(t, time.Now().Add(time.Hour), "b.example")
		pair, err := tls.X509KeyPair(cert, key)
		return issued{pair}, err
	}
	s := startOf(t, own, []*rest.Set{tasks("tasks")}, "--base-url", "https://b.example:8443/api", "--allowed-hosts", "10.0.0.1, .example.com,localhost, www.b.example,b.example", "--acme-folder", "acme", "--acme-directory", "https://ca.example/dir", "--redirect-http", "127.0.0.1:0")
	if want := (Authority{[]string{"b.example", "www.b.example"}, "acme", "https://ca.example/dir", got.Log}); !reflect.DeepEqual(got, want) || got.Log == nil {
		t.Errorf("got %+v, want %+v", got, want)
	}
	conn, err := tls.Dial("tcp", strings.TrimSuffix(s.address, "/api"), &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	at := s.stdout.await(t, regexp.MustCompile(`Redirecting http://(\S+) to`))[1]
	if status, body := fetch(t, "http://"+at+"/.well-known/acme-challenge/x"); status != 200 || body != "challenge" {
		t.Errorf("the challenge is answered by %d %s", status, body)
	}
}

// issued is a certificate of an authority.
type issued struct{ pair tls.Certificate }

func (i issued) TLS() *tls.Config { return &tls.Config{Certificates: []tls.Certificate{i.pair}} }

func (i issued) Challenge(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/.well-known/acme-challenge/") {
			fmt.Fprint(w, "challenge")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Doctor says how long the certificate lasts, and whether it is for the host of the links.
func TestDoctorOfCertificates(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		until time.Duration
		host  string
		want  string
	}{
		{90 * 24 * time.Hour, "example.com", "ok       certificate: it ends at "},
		{13 * 24 * time.Hour, "example.com", "warning  certificate: it ends at "},
		{-time.Hour, "example.com", "problem  certificate: it is valid from "},
		{90 * 24 * time.Hour, "a.example.com", "problem  certificate: it is not for example.com; "},
	} {
		args, _ := certified(t, time.Now().Add(tt.until), tt.host)
		says(t, doctorOf(t, 1, "none.sqlite", args...), tt.want, "")
	}
	says(t, doctorOf(t, 1, "none.sqlite", "--tls-certificate", "none.pem", "--tls-key", "none.pem"), "problem  certificate: tls-certificate: open none.pem: no such file", "; see that the files")
}
