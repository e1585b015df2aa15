// Certificates of an authority for tests.

package acme_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/resourceful/framework/app"
	"example.com/resourceful/framework/app/acme"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/traffic/certificate/certificatetest"
)

const pebble = "github.com/letsencrypt/pebble/v2/cmd/%s@v2.10.3"

type Book struct {
	ID int64 `rest:"id,readonly"`
}

// asProgram makes this test binary the program of a service.
const asProgram = "ACME_TEST_IS_A_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	app.Program{Name: "books", Certificates: acme.Certificates}.Main(rest.NewSet("books", rest.ViewSet[Book]{Path: "/books/", Access: permission.Anyone}))
}

// authority is pebble, with a name server for which every host is this machine.
type authority struct {
	*testing.T
	dir             string
	directory       string
	roots           *x509.CertPool
	http, tls, none string // addresses of challenges, and one that is not asked
}

// newAuthority starts pebble, whose certificates end after some seconds.
func newAuthority(t *testing.T, seconds int) *authority {
	a := &authority{T: t, dir: t.TempDir()}
	for _, name := range []string{"pebble", "pebble-challtestsrv"} {
		install := exec.Command("go", "install", fmt.Sprintf(pebble, name))
		install.Env = append(os.Environ(), "GOBIN="+a.dir, "GOFLAGS=")
		if out, err := install.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	free := freePorts(t, 7)
	listen, manage, dns, dnsManage := free[0], free[1], free[2], free[3]
	a.http, a.tls, a.none, a.directory = free[4], free[5], free[6], "https://"+listen+"/dir"
	port := func(address string) json.Number {
		_, port, _ := net.SplitHostPort(address)
		return json.Number(port)
	}
	cert, key := certificatetest.New(t, time.Now().Add(time.Hour), "127.0.0.1")
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": listen, "managementListenAddress": manage, "certificate": a.path("cert.pem"), "privateKey": a.path("key.pem"),
		"httpPort": port(a.http), "tlsPort": port(a.tls), "retryAfter": map[string]int{"authz": 1, "order": 1},
		"profiles": map[string]any{"default": map[string]any{"description": "short", "validityPeriod": seconds}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"cert.pem": cert, "key.pem": key, "config.json": config} {
		if err := os.WriteFile(a.path(name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	run(t, a.path("pebble-challtestsrv"), "-defaultIPv6", "", "-dnsserver", dns, "-management", dnsManage, "-http01", "", "-https01", "", "-tlsalpn01", "", "-doh", "")
	run(t, a.path("pebble"), "-config", a.path("config.json"), "-dnsserver", dns)
	a.roots = x509.NewCertPool()
	trusting := x509.NewCertPool()
	trusting.AppendCertsFromPEM(cert)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusting, MinVersion: tls.VersionTLS12}}}
	await(t, "pebble", 30*time.Second, func() bool {
		answer, err := client.Get("https://" + manage + "/roots/0")
		if err != nil {
			return false
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		return err == nil && a.roots.AppendCertsFromPEM(text)
	})
	return a
}

// freePorts returns addresses of this machine that nothing listens on.
func freePorts(t *testing.T, n int) (addresses []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		addresses = append(addresses, l.Addr().String())
	}
	return addresses
}

func (a *authority) path(name string) string { return filepath.Join(a.dir, name) }

// serve starts a service at an address, and returns how to stop it.
func (a *authority) serve(listen, folder, directory string) (stop func()) {
	a.Helper()
	self, err := os.Executable()
	if err != nil {
		a.Fatal(err)
	}
	a.Setenv(asProgram, "yes")
	a.Setenv("SSL_CERT_FILE", a.path("cert.pem"))
	defer os.Unsetenv(asProgram)
	return run(a.T, self, "serve", "--listen", listen, "--redirect-http", a.http, "--base-url", "https://api.example.com", "--database", a.path("books.sqlite"),
		"--acme-folder", folder, "--acme-directory", directory, "--log-level", "debug")
}

// run runs a program until stop is called, or the test ends, and then waits for it.
func run(t *testing.T, program string, args ...string) (stop func()) {
	t.Helper()
	command := exec.Command(program, args...)
	var out lines
	command.Stdout, command.Stderr = &out, &out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	stop = func() {
		if !ended {
			ended = true
			_ = command.Process.Signal(syscall.SIGTERM)
			late := time.AfterFunc(15*time.Second, func() { _ = command.Process.Kill() })
			_ = command.Wait()
			late.Stop()
			if t.Failed() {
				t.Logf("%s:\n%s", filepath.Base(program), out.String())
			}
		}
	}
	t.Cleanup(stop)
	return stop
}

func await(t *testing.T, what string, limit time.Duration, reached func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !reached(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not after %v", what, limit)
		}
	}
}

// serial returns the serial number of the certificate at an address that the authority has issued for the host; "" for none.
func (a *authority) serial(at string) string {
	conn, err := tls.Dial("tcp", at, &tls.Config{RootCAs: a.roots, ServerName: "api.example.com", MinVersion: tls.VersionTLS12})
	if err != nil {
		return ""
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// An authority issues a certificate by either challenge and renews it before it ends. Another start of the service uses it again,
// without the authority.
func TestPebble(t *testing.T) {
	require.Part(t, "own")
	a := newAuthority(t, 60)
	stop := a.serve(a.tls, a.path("first"), a.directory) // by TLS-ALPN-01, which is tried before HTTP-01
	var first string
	await(t, "the first certificate", 20*time.Second, func() bool { first = a.serial(a.tls); return first != "" })
	answer, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Get("http://" + a.http + "/books/?x=1")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if to := answer.Header.Get("Location"); answer.StatusCode != 308 || to != "https://api.example.com/books/?x=1" {
		t.Errorf("HTTP is redirected by %d to %s", answer.StatusCode, to)
	}
	var second string
	await(t, "the renewal", time.Minute, func() bool { second = a.serial(a.tls); return second != first && second != "" })
	stop()
	stop = a.serve(a.tls, a.path("first"), "https://127.0.0.1:1/dir")
	await(t, "the certificate after another start", 10*time.Second, func() bool { return a.serial(a.tls) == second })
	stop()

	a.serve(a.none, a.path("second"), a.directory) // the authority finds nothing at its address for TLS
	await(t, "the certificate by HTTP-01", 30*time.Second, func() bool { return a.serial(a.none) != "" })
	files, err := filepath.Glob(a.path("second/*"))
	if err != nil || len(files) != 2 {
		t.Errorf("the folder has %q, error %v, want the certificate and the account", files, err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || strings.Contains(file, "token") {
			t.Errorf("%s has the mode %v, error %v", file, info.Mode(), err)
		}
	}
}
