// Tests of the calls of tasks.

package serve_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type reading struct {
	ID    int64  `rest:"id,readonly"`
	Meter string `rest:"meter" validate:"max=20"`
	Value int64  `rest:"value"`
}

// meters has readings with a history and an audit.
func meters() *rest.Set {
	return rest.NewSet("meters", rest.ViewSet[reading]{Path: "/readings/", Access: permission.Anyone, History: &rest.History{}}, rest.Audit{Path: "/audit/"})
}

// A task writes in transactions of its own, which history and audit name by the task. An error rolls one back.
func TestTaskWrites(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var logged bytes.Buffer
		s := server.New(t, server.Config{Set: meters, Accounts: server.Accounts(), Options: serve.Options{Logger: slog.New(slog.NewTextHandler(&logged, nil))}}, address)
		call := s.Task(t, "read-meters").Call
		rows := rest.Rows[reading](call)
		if err := rows.Create(&reading{Meter: "a"}); err == nil {
			t.Error("a row was stored outside of a transaction")
		}
		after := 0
		err := call.Atomic(func() error {
			row := reading{Meter: "a", Value: 1}
			if err := rows.Create(&row); err != nil {
				return err
			}
			_ = call.AfterCommit(func(context.Context) error { after++; return nil })
			_ = call.AfterCommit(func(context.Context) error { panic("afterwards") })
			_ = call.AfterCommit(func(context.Context) error { after++; return nil })
			row.Value = 2
			return rows.Update(&row, &row.Value)
		})
		if err != nil || after != 2 {
			t.Errorf("Atomic: got %v, and %d functions ran after the commit", err, after)
		}
		if !strings.Contains(logged.String(), `msg="after commit" task=read-meters error="panic: afterwards`) {
			t.Errorf("the log is\n%s", &logged)
		}
		failed := errors.New("no")
		err = call.Atomic(func() error {
			if err := rows.Create(&reading{Meter: "b"}); err != nil {
				return err
			}
			_ = call.AfterCommit(func(context.Context) error { after++; return nil })
			return failed
		})
		if !errors.Is(err, failed) || after != 2 {
			t.Errorf("Atomic with an error: got %v, and %d functions ran after the commit", err, after)
		}
		for path, want := range map[string]string{
			"/readings/": `[{"id":1,"meter":"a","value":2}]`, "/readings/1/": `"value":2`,
			"/readings/1/history/": `"by":null,"operation":"read-meters","before":null,"after":{"meter":"a","value":2}`,
			"/audit/":              `"operation":"read-meters"`,
		} {
			if w := server.SendAs(s, "admin", "GET", path, ""); !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: got %d %s, want %s", path, w.Code, w.Body, want)
			}
		}
	})
}

// The call of a task says what it does not have, and panics nowhere.
func TestTaskCall(t *testing.T) {
	s := server.New(t, server.Config{Set: meters, Accounts: server.Accounts()}, t.TempDir()+"/test.sqlite")
	call := s.Task(t, "read-meters").Call
	if call.User() != nil || call.Credentials() != nil || call.Mailer() != nil || call.DryRun() || call.Sent("meter") {
		t.Error("the call has a requester, input or a mailer")
	}
	if got := call.Operation().Name; got != "read-meters" || call.TimeZone() != time.UTC || !call.Now().Equal(s.Now()) {
		t.Errorf("the call is of %q in %v at %v", got, call.TimeZone(), call.Now())
	}
	if parent, err := rest.Parent[reading](call); parent != nil || err != nil {
		t.Errorf("Parent: got %v, %v", parent, err)
	}
	if before := rest.Before[reading](call); before != nil {
		t.Errorf("Before: got %v", before)
	}
	_, obtained := call.ObtainToken("alice", "alice")
	_, checked := call.CheckPassword("alice", "alice")
	_, address := call.Address("/readings/1/")
	_, changed := call.Exec("DELETE FROM readings")
	for name, err := range map[string]error{
		"ObtainToken": obtained, "CheckPassword": checked, "RenewSession": call.RenewSession(nil), "Address": address, "Exec": changed,
		"AfterCommit": call.AfterCommit(func(context.Context) error { return nil }), "Audit": call.Audit("create", "reading", "1"),
	} {
		if err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	if hash, err := call.HashPassword("correct horse"); hash == "" || err != nil {
		t.Errorf("HashPassword: got %q, %v", hash, err)
	}
	count := 0
	for row, err := range call.Query("SELECT count(*) FROM readings") {
		if err == nil {
			err = row.Scan(&count)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// Links of a task begin with the base address of the service.
func TestTaskAddress(t *testing.T) {
	s := server.New(t, server.Config{Set: meters, Options: serve.Options{BaseURL: "https://example.org/api"}}, t.TempDir()+"/test.sqlite")
	if got, err := s.Task(t, "send").Call.Address("/readings/1/"); got != "https://example.org/api/readings/1/" || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
	s = server.New(t, server.Config{Set: meters, Options: serve.Options{AllowedHosts: []string{"example.org"}}}, t.TempDir()+"/test.sqlite")
	if got, err := s.TaskAt(t, "send", "http://127.0.0.1:8000").Address("/readings/1/"); err == nil {
		t.Errorf("of a service with host names: got %s", got)
	}
}
