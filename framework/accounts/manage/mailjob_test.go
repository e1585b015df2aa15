package manage_test

import (
	"context"
	"errors"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// failing is a mail server that fails with an error, unless that is nil.
type failing struct {
	*box
	err error
}

func (f *failing) Send(ctx context.Context, m mail.Message) error {
	if f.err != nil {
		return f.err
	}
	return f.box.Send(ctx, m)
}

// A mail that the mail server does not take is sent later, with a link of its own. The jobs have no token. A refusal for good is
// not repeated.
func TestMailJobs(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		mails := &failing{&box{}, errors.New("nobody is there")}
		s := &service{box: mails.box, now: server.Clock()}
		s.Server = server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("shelf", rest.Jobs{Path: "/jobs/"}).Include(manage.Endpoints(manage.Options{Mailer: mails, Service: "100 % Shelf", Jobs: true, Rates: []rest.Rate{{Requests: 1000, Per: time.Second}}})...)
		}, Options: serve.Options{BaseURL: "https://shelf.example.com", Now: func() time.Time { return s.now }}, Accounts: []server.Account{
			{Name: "admin", Password: "admin-password", Admin: true}, {Name: "alice", Email: "alice@example.com", Password: "alice-password"},
		}, Basic: true}, address)
		ask := func(email string) {
			t.Helper()
			check(t, s.call("", "/accounts/password-reset/", `{"email":"`+email+`"}`), 200, "")
		}
		run := func(failed bool) {
			t.Helper()
			if n, err := s.RunJobs(t); n != 1 || (err != nil) != failed {
				t.Fatalf("got %d runs, error %v", n, err)
			}
		}
		ask("alice@example.com")
		run(true)
		run = func(failed bool) {
			t.Helper()
			s.now = s.now.Add(20 * time.Second)
			if n, err := s.RunJobs(t); n != 1 || (err != nil) != failed {
				t.Fatalf("got %d runs, error %v", n, err)
			}
		}
		run(true)
		mails.err = nil
		run(false)
		path, token := s.box.link(t, "alice@example.com")
		if list := s.send("admin:admin-password", "GET", "/jobs/", "").Body.String(); !strings.Contains(list, "alice@example.com") || strings.Contains(list, token) {
			t.Errorf("the jobs are %s", list)
		}
		if path != "/accounts/password-reset/confirm/?token="+token || !strings.Contains(s.box.last(t, "alice@example.com").Text, "100 % Shelf") {
			t.Errorf("the mail has %s and %q", path, s.box.last(t, "alice@example.com").Text)
		}
		check(t, s.call("", "/accounts/password-reset/confirm/", `{"token":"`+token+`","new_password":"correct-horse"}`), 200, "")
		check(t, s.call("", "/accounts/password-reset/confirm/", `{"token":"`+token+`","new_password":"staple-horse"}`), 400, badLink)

		ask("nobody@example.com") // its mail has no token
		run(false)
		if text := s.box.last(t, "nobody@example.com").Text; !strings.Contains(text, "https://shelf.example.com/\n") {
			t.Errorf("got %q", text)
		}
		mails.err = &textproto.Error{Code: 535, Msg: "wrong password"} // of the service itself, for a while
		ask("carol@example.com")
		run(true)
		mails.err = nil
		run(false)
		mails.err = &textproto.Error{Code: 550, Msg: "no such user"}
		ask("carol@example.com")
		run(true)
		if list := s.send("admin:admin-password", "GET", "/jobs/?state=dead", "").Body.String(); !strings.Contains(list, `550 \"no such user\"`) {
			t.Errorf("the dead jobs are %s", list)
		}

		mails.err = nil
		for range 6 { // five mails an hour
			ask("alice@example.com")
		}
		if n, err := s.RunJobs(t); n != 4 || err != nil {
			t.Errorf("got %d mails, error %v, want 4 more", n, err)
		}
		ask("alice@example.com")
		s.now = s.now.Add(2 * time.Hour)
		ask("alice@example.com")
		s.now = s.now.Add(2 * time.Hour) // the link has expired
		sent := len(s.box.list)
		if n, err := s.RunJobs(t); n != 1 || err == nil || !strings.Contains(err.Error(), "its link has expired") || len(s.box.list) != sent {
			t.Errorf("got %d runs, error %v, and %d mails", n, err, len(s.box.list)-sent)
		}
	})
}

// Runs that a former release has enqueued are mails too. A mail that is unknown is an error of its run.
func TestFormerMailJobs(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := &service{box: &box{}, now: server.Clock()}
		s.Server = server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("shelf", rest.Jobs{Path: "/jobs/"}).Include(manage.Endpoints(manage.Options{Mailer: s.box, Jobs: true})...)
		}, Options: serve.Options{BaseURL: "https://shelf.example.com", Now: func() time.Time { return s.now }}}, address)
		for args, want := range map[string]string{
			`{"to":"carol@example.com","subject":"Hello","text":"100 %% here:\n\n%s\n","address":"https://shelf.example.com/"}`: "",
			`{"mail":"welcome","to":"carol@example.com","language":"en","address":"https://shelf.example.com/"}`:                `there is no mail "welcome"`,
		} {
			check(t, s.call("", "/accounts/password-reset/", `{"email":"carol@example.com"}`), 200, "")
			databasetest.Exec(t, s.DB, "UPDATE jobs SET args = '"+args+"' WHERE state = 'waiting'")
			if n, err := s.RunJobs(t); n != 1 || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %d runs, error %v, want %q", args, n, err, want)
			}
			if want == "" {
				if got := s.box.last(t, "carol@example.com"); got.Subject != "Hello" || got.Text != "100 % here:\n\nhttps://shelf.example.com/\n" {
					t.Errorf("got %+v", got)
				}
			}
			databasetest.Exec(t, s.DB, "DELETE FROM jobs")
		}
	})
}
