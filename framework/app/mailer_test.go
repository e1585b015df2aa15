package app

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/mail/mailtest"
	"example.com/resourceful/framework/rest"
)

// managed is a service whose people keep their accounts, without a mailer of its own.
func managed() []*rest.Set {
	return []*rest.Set{rest.NewSet("managed").Include(manage.Endpoints(manage.Options{})...)}
}

// askReset asks for a link to set another password, and returns the status.
func askReset(t *testing.T, s *running, email string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+s.address+"/accounts/password-reset/", strings.NewReader(`{"email":"`+email+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	w.Body.Close()
	return w.StatusCode
}

// outbox is what a program opens for addresses that the framework does not know.
type outbox chan mail.Message

func (o outbox) Send(_ context.Context, m mail.Message) error {
	o <- m
	return nil
}

// Mails go by what the setting says: to a mail server, to one of the program's own, or nowhere.
func TestMailer(t *testing.T) {
	box := make(outbox, 1)
	own := ours()
	own.Mailer = func(_ context.Context, address string) (mail.Mailer, error) {
		if address != "box:alice" {
			t.Errorf("got the address %q", address)
		}
		return box, nil
	}
	const base = "https://shelf.example.com"
	t.Run("SMTP by the settings file", func(t *testing.T) {
		server := mailtest.New(t, mailtest.Options{})
		path := filepath.Join(t.TempDir(), "settings.yaml")
		if err := os.WriteFile(path, []byte("mailer: smtp://"+server.Address+"?plain=true&from=shelf@example.com\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		s := startOf(t, own, managed(), "--base-url", base, "--allowed-hosts", "*", "--settings", path)
		if code := askReset(t, s, "nobody@example.com"); code != 200 {
			t.Fatalf("got %d", code)
		}
		got := strings.Join(<-server.Got, "\n")
		for _, want := range []string{"MAIL FROM:<shelf@example.com>", "RCPT TO:<nobody@example.com>", base + "/"} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is not in\n%s", want, got)
			}
		}
	})
	t.Run("one of the program", func(t *testing.T) {
		s := startOf(t, own, managed(), "--base-url", base, "--allowed-hosts", "*", "--mailer", "box:alice")
		if code := askReset(t, s, "nobody@example.com"); code != 200 {
			t.Fatalf("got %d", code)
		}
		if m := <-box; m.To != "nobody@example.com" {
			t.Errorf("got %+v", m)
		}
	})
	t.Run("the log", func(t *testing.T) {
		s := startOf(t, own, managed(), "--base-url", base, "--allowed-hosts", "*", "--mailer", "log:")
		if code := askReset(t, s, "nobody@example.com"); code != 200 {
			t.Fatalf("got %d", code)
		}
		s.stop()
		<-s.ended
		if got := s.log.String(); !strings.Contains(got, "to=nobody@example.com") {
			t.Errorf("the log has no mail:\n%s", got)
		}
	})
	t.Run("none", func(t *testing.T) {
		s := startOf(t, own, managed(), "--base-url", base, "--allowed-hosts", "*")
		if code := askReset(t, s, "nobody@example.com"); code != 503 {
			t.Errorf("got %d", code)
		}
	})
	for address, want := range map[string]string{
		"smtp://u:sesame@h":  "mailer: mail: from is not an address",
		"smtp://u:sesame@h:": "mailer: mail: from is not an address",
		"mail.example.com":   "mailer: mail: the address is none of",
		"%sesame":            "mailer: mail: the address is not a URL",
	} {
		s := beginOf(t, ours(), managed(), env(), "--database", ":memory:", "--mailer", address)
		<-s.ended
		if got := s.log.String(); s.code == 0 || !strings.Contains(got, want) || strings.Contains(got, "sesame") {
			t.Errorf("%s: got %d %s, want %q", address, s.code, got, want)
		}
	}
}

// How long the audit is kept is a setting of one deployment, which a service without an audit refuses.
func TestAuditKeep(t *testing.T) {
	audited := []*rest.Set{rest.NewSet("audited", rest.Audit{Path: "/audit/"})}
	for _, tt := range []struct {
		sets []*rest.Set
		keep string
		want string
	}{
		{managed(), "8760h", "audit-keep: configuration managed has no audit"},
		{audited, "30m", "audit-keep: 30m0s is less than an hour"},
	} {
		s := beginOf(t, ours(), tt.sets, env(), "--database", ":memory:", "--audit-keep", tt.keep)
		<-s.ended
		if got := s.log.String(); s.code == 0 || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %d %s, want %q", tt.keep, s.code, got, tt.want)
		}
	}
	p, err := audited[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	with, err := (&serveCmd{AuditKeep: 48 * time.Hour}).withAuditKeep(p)
	if err != nil || with.Audit.Keep != 48*time.Hour || p.Audit.Keep != 0 {
		t.Errorf("got an audit that is kept for %v, %v", with.Audit.Keep, err)
	}
}
