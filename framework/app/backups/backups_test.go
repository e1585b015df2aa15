package backups

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/webhook"
)

// locked is a log that is read while it is written.
type locked struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Backups are made at their interval, also over restarts; a failed one is tried again, and older ones are removed.
func TestBackupsAtIntervals(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var log locked
		var fails atomic.Bool
		b := &Backups{
			Settings: Settings{BackupEvery: 6 * time.Hour, BackupKeep: 2, BackupFolder: dir},
			Set:      "sheets", Log: slog.New(slog.NewTextHandler(&log, nil)),
			Write: func(_ context.Context, archive string) (backup.Written, error) {
				time.Sleep(time.Minute)
				if fails.Load() {
					return backup.Written{}, errors.New("no space left on device")
				}
				return backup.Written{Size: 5, Duration: time.Minute}, os.WriteFile(archive, []byte("12345"), 0o600)
			},
		}
		others := []string{"sheets-20300101T000000Z.tar.zst", "other-20000101T000000Z.tar.zst", "sheets-20000101T000000Z.tar.zst.bak", "sheets.sqlite"}
		for _, name := range append(others, "sheets-19990101T000000Z.tar.zst.part", "sheets-19990101T000000Z.tar.zst.part.sqlite") {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		has := func(when string, want ...string) {
			t.Helper()
			synctest.Wait()
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, entry := range entries {
				got = append(got, entry.Name())
			}
			want = append(want, others...)
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", when, got, want)
			}
		}
		run := func() (stop func()) {
			ctx, cancel := context.WithCancel(t.Context())
			go b.Run(ctx)
			return func() { cancel(); synctest.Wait() }
		}
		at := func(hour string) string { return "sheets-20000101T" + hour + "00Z.tar.zst" } // when synctest begins
		stop := run()
		time.Sleep(2 * time.Minute)
		has("at the start", at("0000"))
		if got := b.Counts.Stats(); got.Done != 1 || got.Size != 5 || got.Duration != time.Minute || got.Last.Hour() != 0 {
			t.Errorf("got %+v", got)
		}
		stop()
		time.Sleep(time.Hour)
		stop = run()
		time.Sleep(time.Hour)
		has("after a restart", at("0000"))
		time.Sleep(4 * time.Hour)
		has("after 6 h", at("0000"), at("0600"))
		fails.Store(true)
		time.Sleep(6*time.Hour + 8*time.Minute) // tried at 12:00, 12:06 and 12:12
		has("after a failure", at("0000"), at("0600"))
		if got := b.Counts.Stats(); got.Failed != 2 || got.Last.Hour() != 6 || !strings.Contains(log.String(), `msg="backup failed" error="no space left on device" again_in=5m0s`) {
			t.Errorf("got %+v and %s", got, &log)
		}
		fails.Store(false)
		time.Sleep(10 * time.Minute)
		has("later", at("0600"), at("1212"))
		stop()
		again := &Backups{Settings: b.Settings, Set: b.Set}
		if pause := again.next(); pause <= 5*time.Hour || again.Counts.Stats().Size != 5 || again.Counts.Stats().Last.Minute() != 12 {
			t.Errorf("another process waits %v, and knows %+v", pause, again.Counts.Stats())
		}
	})
}

// A failed backup is an event, which is sent signed to the webhook of backups at each attempt; so is the one that succeeds
// after it.
func TestBackupEvents(t *testing.T) {
	const secret = "a secret of the operators"
	var got []string
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || webhook.Verify(secret, r.Header, body, time.Now()) != nil {
			t.Errorf("got %s, error %v, verified: %v", body, err, webhook.Verify(secret, r.Header, body, time.Now()))
		}
		var event struct {
			Type string
			Data map[string]any
		}
		if err := json.Unmarshal(body, &event); err != nil {
			t.Error(err)
		}
		if again, _ := event.Data["again_at"].(string); (again != "") != (event.Type == "backup.failed") {
			t.Errorf("got %s", body)
		}
		got = append(got, fmt.Sprint(event.Type, " ", event.Data["set"], " ", event.Data["attempts"], " ", event.Data["error"], " ", event.Data["bytes"]))
		if len(got) == 2 {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	defer receiver.Close()
	var log bytes.Buffer
	var fails error
	b := &Backups{
		Settings: Settings{BackupEvery: time.Hour, BackupKeep: 2, BackupFolder: t.TempDir(), BackupWebhook: receiver.URL, BackupWebhookSecret: secret},
		Set:      "sheets", Log: slog.New(slog.NewTextHandler(&log, nil)), Sender: webhook.NewSender([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}),
		Write: func(context.Context, string) (backup.Written, error) { return backup.Written{Size: 5}, fails },
	}
	for _, err := range []error{nil, errors.New("no space left"), errors.New("no space left"), nil, nil} {
		fails = err
		b.one(t.Context())
	}
	want := []string{"backup.failed sheets 1 no space left <nil>", "backup.failed sheets 2 no space left <nil>", "backup.recovered sheets 3 <nil> 5"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if n := strings.Count(log.String(), `the webhook of backups was not told" event=backup.failed error="the answer was 500"`); n != 1 {
		t.Errorf("got log %s", log.String())
	}
}
