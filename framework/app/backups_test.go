// Tests of backups at intervals.

package app

import (
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
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/webhook"
)

// Backups are made at their interval, also over restarts; a failed one is tried again, and older ones are removed.
func TestBackupsAtIntervals(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var log output
		fails := false
		b := &backups{
			backupFlags: backupFlags{BackupEvery: 6 * time.Hour, BackupKeep: 2, BackupFolder: dir},
			set:         "sheets", log: slog.New(slog.NewTextHandler(&log, nil)),
			write: func(_ context.Context, archive string) (backup.Written, error) {
				time.Sleep(time.Minute)
				if fails {
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
			go b.run(ctx)
			return func() { cancel(); synctest.Wait() }
		}
		at := func(hour string) string { return "sheets-20000101T" + hour + "00Z.tar.zst" } // when synctest begins
		stop := run()
		time.Sleep(2 * time.Minute)
		has("at the start", at("0000"))
		if got := b.counts.Stats(); got.Done != 1 || got.Size != 5 || got.Duration != time.Minute || got.Last.Hour() != 0 {
			t.Errorf("got %+v", got)
		}
		stop()
		time.Sleep(time.Hour)
		stop = run()
		time.Sleep(time.Hour)
		has("after a restart", at("0000"))
		time.Sleep(4 * time.Hour)
		has("after 6 h", at("0000"), at("0600"))
		fails = true
		time.Sleep(6*time.Hour + 8*time.Minute) // tried at 12:00, 12:06 and 12:12
		has("after a failure", at("0000"), at("0600"))
		if got := b.counts.Stats(); got.Failed != 2 || got.Last.Hour() != 6 || !strings.Contains(log.String(), `msg="backup failed" error="no space left on device" again_in=5m0s`) {
			t.Errorf("got %+v and %s", got, &log)
		}
		fails = false
		time.Sleep(10 * time.Minute)
		has("later", at("0600"), at("1212"))
		stop()
		again := &backups{backupFlags: b.backupFlags, set: b.set}
		if pause := again.next(); pause <= 5*time.Hour || again.counts.Stats().Size != 5 || again.counts.Stats().Last.Minute() != 12 {
			t.Errorf("another process waits %v, and knows %+v", pause, again.counts.Stats())
		}
	})
}

// A service makes the first backup at its start, and says so in its log and its metrics.
func TestServeBackups(t *testing.T) {
	t.Chdir(t.TempDir())
	s := serveSheets(t, "--backup-every=6h", "--backup-folder=backups", "--observe=127.0.0.1:0")
	archive := s.log.await(t, regexp.MustCompile(`msg=backup file=(backups/sheets-\d{8}T\d{6}Z\.tar\.zst) bytes=\d+ files=0`))[1]
	operators := s.stdout.await(t, regexp.MustCompile(`For operators: http://([^/]+)/`))[1]
	metrics := (&running{address: operators}).get(t, "/metrics")
	for _, want := range []string{
		`resourceful_backups_total\{result="success"\} 1`, `resourceful_backups_total\{result="failure"\} 0`,
		`resourceful_backup_last_success_timestamp_seconds 1\.\d+e\+09`,
		`resourceful_backup_last_success_size_bytes \d+`, `resourceful_backup_last_success_duration_seconds 0\.\d+`,
	} {
		if !regexp.MustCompile(`(?m)^` + want).MatchString(metrics) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	s.end(t)
	callSheets(t, 0, "restore", archive, "--database", "y.sqlite")
	s = serveSheets(t, "--observe=127.0.0.1:0")
	operators = s.stdout.await(t, regexp.MustCompile(`For operators: http://([^/]+)/`))[1]
	if metrics := (&running{address: operators}).get(t, "/metrics"); strings.Contains(metrics, "backup") {
		t.Error("a service without backups has metrics of them")
	}
}

// Settings of backups that cannot work are refused at the start.
func TestBackupSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"--backup-every=6h":                                   "backup-every: nothing says where the backups go; write backup-folder, such as /srv/backups",
		"--backup-folder=x":                                   "backup-folder: there are no backups without backup-every, such as 6h",
		"--backup-every=1s --backup-folder=x":                 "backup-every: 1s is less than a minute; write one such as 6h",
		"--backup-every=6h --backup-folder=x --backup-keep=0": "backup-keep: has to be 1 or more",
		"--backup-every=6h --backup-folder=/dev/null/x":       "backup-folder: mkdir /dev/null: not a directory",
	} {
		if _, stderr := callSheets(t, 1, append([]string{"serve"}, strings.Fields(args)...)...); stderr != "resourceful: "+want+"\n" {
			t.Errorf("%s\n got %s\nwant %s", args, stderr, want)
		}
	}
}

// A failed backup is an event, which is sent signed to the webhook of backups at each attempt; so is the one that succeeds
// after it.
func TestBackupEvents(t *testing.T) {
	t.Chdir(t.TempDir())
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
	var log output
	var fails error
	b := &backups{
		backupFlags: backupFlags{BackupEvery: time.Hour, BackupKeep: 2, BackupFolder: t.TempDir(), BackupWebhook: receiver.URL, BackupWebhookSecret: secret},
		set:         "sheets", log: slog.New(slog.NewTextHandler(&log, nil)), sender: webhook.NewSender([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}),
		write: func(context.Context, string) (backup.Written, error) { return backup.Written{Size: 5}, fails },
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
	for _, tt := range []struct {
		flags string
		want  string
	}{
		{"--backup-webhook https://example.com/", "backup-webhook: there are no backups without backup-every"},
		{"--backup-every 6h --backup-folder backups --backup-webhook-secret 0123456789abcdef", "backup-webhook-secret: nothing is signed without backup-webhook"},
		{"--backup-every 6h --backup-folder backups --backup-webhook https://example.com/", "backup-webhook-secret: write 16 bytes or more"},
		{"--backup-every 6h --backup-folder backups --backup-webhook http://10.0.0.1/ --backup-webhook-secret 0123456789abcdef", "backup-webhook: This is not a public internet address. Add a private network to webhook-networks"},
	} {
		_, stderr := callSheets(t, 1, strings.Fields("serve --listen 127.0.0.1:0 --database x.sqlite "+tt.flags)...)
		if !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.flags, stderr, tt.want)
		}
	}
}
