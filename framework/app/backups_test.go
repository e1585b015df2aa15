// Tests of backups at intervals.

package app

import (
	"regexp"
	"strings"
	"testing"
)

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

// Settings of the webhook of backups that cannot work are refused too.
func TestBackupWebhookSettings(t *testing.T) {
	t.Chdir(t.TempDir())
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
