// Tests of the digests and reminders of the tracker.

package tracker_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/resources/tracker"
)

// office is the tracker with a mail box in memory, and a clock that the test moves. alice owns the project p, and all others are its
// editors; carol has no mail address.
type office struct {
	*server.Server
	now    time.Time
	box    []mail.Message
	refuse error
}

// Send implements mail.Mailer.
func (o *office) Send(_ context.Context, m mail.Message) error {
	if o.refuse != nil {
		return o.refuse
	}
	o.box = append(o.box, m)
	return nil
}

func newOffice(t *testing.T, address string, mailer func(*office) mail.Mailer) *office {
	o := &office{now: server.Clock()}
	o.Server = server.New(t, server.Config{
		Set:     config.Tracker,
		Options: serve.Options{Mailer: mailer(o), BaseURL: "https://example.com", Now: func() time.Time { return o.now }},
		Accounts: []server.Account{
			{Name: "admin", Password: "admin-password", Admin: true},
			{Name: "alice", Email: "alice@example.com", Password: "alice-password"},
			{Name: "bob", Email: "bob@example.com", Password: "bob-password"},
			{Name: "carol", Password: "carol-password"},
			{Name: "dave", Email: "dave@example.com", Password: "dave-password"},
		},
	}, address)
	o.write(t, "POST", "/projects/", `{"slug":"p","name":"P"}`)
	for _, name := range []string{"bob", "carol", "dave"} {
		o.write(t, "POST", "/projects/p/members/", fmt.Sprintf(`{"username":%q,"role":"editor"}`, name))
	}
	return o
}

// withBox is the mailer of an office.
func withBox(o *office) mail.Mailer { return o }

func (o *office) write(t *testing.T, method, path, body string) {
	t.Helper()
	if w := server.SendAs(o, "alice", method, path, body, "Content-Type", "application/json"); w.Code >= 300 {
		t.Fatalf("%s %s %s: %d %s", method, path, body, w.Code, w.Body)
	}
}

// enqueue runs a task of the tracker at a moment of January 2026.
func (o *office) enqueue(t *testing.T, name, at string) {
	t.Helper()
	var err error
	if o.now, err = time.Parse("2006-01-02 15:04", "2026-01-"+at); err != nil {
		t.Fatal(err)
	}
	for _, task := range tracker.Tasks() {
		if task.Name == name {
			err = task.Run(o.Task(t, name))
		}
	}
	if err != nil {
		t.Fatalf("%s at %s: %v", name, at, err)
	}
}

// want fails unless the jobs that are due send some mails: receivers with subjects.
func (o *office) want(t *testing.T, want ...string) {
	t.Helper()
	o.box = nil
	if _, err := o.RunJobs(t); err != nil {
		t.Error(err)
	}
	var got []string
	for _, m := range o.box {
		got = append(got, m.To+" "+m.Subject)
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("at %s: got mails %q, want %q", o.now.Format("02 15:04"), got, want)
	}
}

// Everybody with a mail address and open tickets gets a list of those, once a day.
func TestDigest(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		o := newOffice(t, address, withBox)
		o.enqueue(t, "digests", "02 06:00")
		o.want(t)
		for _, body := range []string{
			`{"project":"p","title":"Roof","assignee":"bob"}`,
			`{"project":"p","title":"Door","assignee":"bob","status":"doing","due":"2026-01-04"}`,
			`{"project":"p","title":"Wall","assignee":"bob","status":"closed"}`,
			`{"project":"p","title":"Path","assignee":"alice","status":"closed"}`,
			`{"project":"p","title":"Lamp","assignee":"carol"}`,
			`{"project":"p","title":"Bell","assignee":"dave"}`,
			`{"project":"p","title":"Gate"}`,
		} {
			o.write(t, "POST", "/tickets/", body)
		}

		o.enqueue(t, "digests", "03 06:00")
		o.want(t, "bob@example.com 2 open tickets", "dave@example.com 1 open ticket")
		const want = `Hello bob, these tickets are assigned to you:

p 2: Door, due on 2026-01-04
https://example.com/tickets/2/

p 1: Roof
https://example.com/tickets/1/
`
		if i := slices.IndexFunc(o.box, func(m mail.Message) bool { return m.To == "bob@example.com" }); i < 0 || o.box[i].Text != want {
			t.Errorf("got %+v, want\n%s", o.box, want)
		}
		o.want(t)

		// What has happened since the digest was enqueued counts.
		o.enqueue(t, "digests", "04 06:00")
		o.write(t, "POST", "/tickets/1/close/", "{}")
		o.write(t, "DELETE", "/projects/p/members/4/", "") // dave
		o.want(t, "bob@example.com 1 open ticket")

		// A digest that could not be sent is tried again, until there is another.
		o.refuse = errors.New("no connection")
		o.enqueue(t, "digests", "05 06:00")
		if _, err := o.RunJobs(t); err == nil || !strings.Contains(err.Error(), "no connection") {
			t.Errorf("without a mail server: got %v", err)
		}
		o.refuse, o.now = nil, o.now.Add(time.Minute)
		o.want(t, "bob@example.com 1 open ticket")
		o.enqueue(t, "digests", "06 06:00")
		o.now = o.now.AddDate(0, 0, 1)
		o.want(t)

		for range 50 {
			o.write(t, "POST", "/tickets/", `{"project":"p","title":"Nail","assignee":"bob"}`)
		}
		o.enqueue(t, "digests", "08 06:00")
		o.want(t, "bob@example.com More than 50 open tickets")
		if n := strings.Count(o.box[0].Text, "https:"); n != 50 || !strings.HasSuffix(o.box[0].Text, "\n\nThese are the first ones.\n") {
			t.Errorf("%d tickets in %s", n, o.box[0].Text)
		}
	})
}

// The assignee of a ticket is reminded once for each day on which it is due.
func TestReminder(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		o := newOffice(t, address, withBox)
		ticket := func(title, more string) {
			o.write(t, "POST", "/tickets/", fmt.Sprintf(`{"project":"p","title":%q,%s}`, title, more))
		}
		const roof, bell = "bob@example.com Due: Roof", "dave@example.com Due: Bell"
		ticket("Roof", `"assignee":"bob","due":"2026-01-10","remind_at":"09:30"`)
		ticket("Bell", `"assignee":"dave","due":"2026-01-10"`)
		ticket("Lamp", `"assignee":"carol","due":"2026-01-10"`)
		ticket("Gate", `"due":"2026-01-10"`)
		ticket("Wall", `"assignee":"bob","due":"2026-01-10","status":"closed"`)
		ticket("Path", `"assignee":"bob"`)
		for _, step := range []struct {
			at   string
			want []string
		}{
			{"09 23:59", nil},
			{"10 00:00", []string{bell}},
			{"10 00:00", nil},
			{"10 09:29", nil},
			{"10 09:30", []string{roof}},
			{"10 10:00", nil},
			{"11 10:00", nil},
		} {
			o.enqueue(t, "reminders", step.at)
			o.want(t, step.want...)
		}

		// A ticket that is due on another day has another reminder.
		o.write(t, "PATCH", "/tickets/1/", `{"due":"2026-01-12"}`)
		o.enqueue(t, "reminders", "12 10:00")
		o.enqueue(t, "reminders", "12 11:00")
		o.want(t, roof)
		const want = "Hello bob, this ticket is assigned to you:\n\np 1: Roof, due on 2026-01-12\nhttps://example.com/tickets/1/\n"
		if o.box[0].Text != want {
			t.Errorf("got %s, want %s", o.box[0].Text, want)
		}

		// Times that were missed are caught up, for a week.
		o.write(t, "PATCH", "/tickets/1/", `{"due":"2026-01-13"}`)
		o.write(t, "PATCH", "/tickets/2/", `{"due":"2026-01-14"}`)
		o.enqueue(t, "reminders", "21 09:00")
		o.want(t, bell)

		// What has happened since the reminders were enqueued counts.
		for i, change := range []struct{ method, path, body string }{
			{"POST", "/tickets/7/close/", "{}"},
			{"PATCH", "/tickets/8/", `{"due":"2026-02-01"}`},
			{"PATCH", "/tickets/9/", `{"assignee":null}`},
			{"DELETE", "/tickets/10/", ""},
			{"DELETE", "/projects/p/members/2/", ""}, // bob
		} {
			day := fmt.Sprint(22 + i)
			ticket("Roof", `"assignee":"bob","due":"2026-01-`+day+`"`)
			o.enqueue(t, "reminders", day+" 00:00")
			o.write(t, change.method, change.path, change.body)
			if n, err := o.RunJobs(t); n != 1 || err != nil || len(o.box) != 1 {
				t.Errorf("%s %s: got %d jobs, mails %q, %v", change.method, change.path, n, o.box, err)
			}
		}
	})
}

// Without a mailer there are no jobs. The runs are for administrators.
func TestNoMailer(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		o := newOffice(t, address, func(*office) mail.Mailer { return nil })
		o.write(t, "POST", "/tickets/", `{"project":"p","title":"Roof","assignee":"bob","due":"2026-01-02"}`)
		o.enqueue(t, "digests", "02 06:00")
		o.enqueue(t, "reminders", "02 06:00")
		if n, err := o.RunJobs(t); n != 0 || err != nil {
			t.Errorf("got %d jobs, %v", n, err)
		}
		for user, want := range map[string]int{"": 401, "alice": 403, "admin": 200} {
			if got := server.SendAs(o, user, "GET", "/jobs/", "").Code; got != want {
				t.Errorf("jobs for %q: got %d, want %d", user, got, want)
			}
		}
	})
}
