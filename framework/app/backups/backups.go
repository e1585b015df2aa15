// Package backups makes backups of the database of a service at intervals.
package backups

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/webhook"
)

// Settings are the settings of backups at intervals, as flags of a program.
type Settings struct {
	BackupEvery  time.Duration `setting:"" default:"0s" placeholder:"TIME" help:"Interval of backups of the SQLite database with its files, such as 6h; 0 makes none."`
	BackupKeep   int           `setting:"" default:"14" placeholder:"N" help:"Backups that are kept; older ones are removed (14)."`
	BackupFolder string        `setting:"" placeholder:"FOLDER" help:"Folder of the backups, best on another disk; each service needs its own."`

	BackupWebhook       string `setting:"" placeholder:"URL" help:"URL of a webhook that is sent when a backup fails, and when one succeeds again. Default: none."`
	BackupWebhookSecret string `setting:"" placeholder:"SECRET" help:"Secret that signs these webhooks; 16 bytes or more."`
}

// Check refuses settings that cannot work.
func (f Settings) Check() error {
	switch {
	case f.BackupEvery == 0 && f.BackupFolder != "":
		return errors.New("backup-folder: there are no backups without backup-every, such as 6h")
	case f.BackupEvery == 0 && f.BackupWebhook != "":
		return errors.New("backup-webhook: there are no backups without backup-every, such as 6h")
	case f.BackupWebhook == "" && f.BackupWebhookSecret != "":
		return errors.New("backup-webhook-secret: nothing is signed without backup-webhook, the URL of who receives the events")
	case f.BackupWebhook != "" && len(f.BackupWebhookSecret) < minWebhookSecret:
		return fmt.Errorf("backup-webhook-secret: write %d bytes or more, such as the output of `openssl rand -base64 24`", minWebhookSecret)
	case f.BackupEvery == 0:
		return nil
	case f.BackupEvery < time.Minute:
		return fmt.Errorf("backup-every: %v is less than a minute; write one such as 6h", f.BackupEvery)
	case f.BackupKeep < 1:
		return errors.New("backup-keep: has to be 1 or more")
	case f.BackupFolder == "":
		return errors.New("backup-every: nothing says where the backups go; write backup-folder, such as /srv/backups")
	}
	return nil
}

// minWebhookSecret is the length that a guess takes too long for.
const minWebhookSecret = 16

// Backups makes backups of a database in a folder. Its archives have the name of the set and the time.
type Backups struct {
	Settings
	Set    string
	Write  func(ctx context.Context, archive string) (backup.Written, error)
	Counts observe.Backups
	Log    *slog.Logger
	Sender *webhook.Sender // of events; nil for none

	failed int // attempts since the last success
}

// maxRetry is the longest time until a failed backup is tried again.
const maxRetry = 5 * time.Minute

// Run makes backups until ctx ends, and gives up one that is being written then. The first is due an interval after the newest
// in the folder, so that restarts of the service neither skip nor add one.
func (b *Backups) Run(ctx context.Context) {
	for ctx.Err() == nil {
		pause := b.next()
		if pause <= 0 {
			pause = b.one(ctx)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// next returns the time until the next backup is due.
func (b *Backups) next() time.Duration {
	all, err := b.List()
	if err != nil || len(all) == 0 {
		return 0
	}
	newest := all[len(all)-1]
	if b.Counts.Stats().Last.IsZero() {
		b.Counts.Found(newest.Made, newest.Size)
	}
	return time.Until(newest.Made.Add(b.BackupEvery))
}

// one makes a backup, and removes old ones. It returns the time until the next attempt.
func (b *Backups) one(ctx context.Context) (pause time.Duration) {
	began := time.Now().UTC().Truncate(time.Second)
	archive := filepath.Join(b.BackupFolder, Name(b.Set, began))
	done, err := b.Write(ctx, archive)
	switch {
	case ctx.Err() != nil:
		return 0
	case err != nil:
		b.Counts.Fail()
		pause = min(b.BackupEvery, maxRetry)
		b.Log.Error("backup failed", "error", err, "again_in", pause.String())
		b.failed++
		b.tell(ctx, "backup.failed", event{Set: b.Set, Attempts: b.failed, Error: err.Error(), AgainAt: time.Now().UTC().Add(pause).Truncate(time.Second)})
		return pause
	}
	b.Counts.Succeed(began, done.Duration, done.Size)
	if b.failed > 0 {
		b.tell(ctx, "backup.recovered", event{Set: b.Set, Attempts: b.failed + 1, File: filepath.Base(archive), Bytes: done.Size})
		b.failed = 0
	}
	b.Log.Info("backup", "file", archive, "bytes", done.Size, "files", done.Files, "duration", done.Duration.String())
	if err := b.prune(); err != nil {
		b.Log.Error("old backups are removed later", "error", err)
	}
	return time.Until(began.Add(b.BackupEvery))
}

// event is the data of an event about backups.
type event struct {
	Set      string    `json:"set"`
	Attempts int       `json:"attempts"` // since the last success
	Error    string    `json:"error,omitempty"`
	AgainAt  time.Time `json:"again_at,omitzero"`
	File     string    `json:"file,omitempty"`
	Bytes    int64     `json:"bytes,omitempty"`
}

// tell sends an event to the webhook of backups. It needs no database: a full disk may be why a backup fails.
func (b *Backups) tell(ctx context.Context, kind string, data event) {
	if b.Sender == nil {
		return
	}
	now := time.Now().UTC()
	body, err := json.Marshal(map[string]any{"type": kind, "timestamp": now, "data": data})
	if err == nil {
		_, err = b.Sender.Send(ctx, webhook.Message{URL: b.BackupWebhook, Secret: b.BackupWebhookSecret, ID: fmt.Sprintf("%s-%s-%d", kind, b.Set, now.UnixNano()), Body: body}, now)
	}
	if err != nil {
		b.Log.Error("the webhook of backups was not told", "event", kind, "error", err)
	}
}

const (
	archiveTime   = "20060102T150405Z"
	archiveSuffix = ".tar.zst"
)

// Name returns the name of the archive of a set that was begun at a time.
func Name(set string, began time.Time) string {
	return set + "-" + began.UTC().Format(archiveTime) + archiveSuffix
}

// Archive is an archive of the folder.
type Archive struct {
	Path string
	Made time.Time
	Size int64
}

// partAge is the age at which the rest of a backup that was killed is removed.
const partAge = 24 * time.Hour

// List returns the archives of the set in the folder, from the oldest to the newest. It leaves out those from the future,
// which a wrong clock has made: they would delay others. It removes what killed backups have left.
func (b *Backups) List() (all []Archive, err error) {
	entries, err := os.ReadDir(b.BackupFolder)
	if err != nil {
		return nil, err
	}
	name := regexp.MustCompile(`^` + regexp.QuoteMeta(b.Set) + `-(\d{8}T\d{6}Z)` + regexp.QuoteMeta(archiveSuffix) + `(\.part.*)?$`)
	for _, entry := range entries {
		m := name.FindStringSubmatch(entry.Name())
		info, err := entry.Info()
		if m == nil || err != nil || !info.Mode().IsRegular() {
			continue
		}
		path := filepath.Join(b.BackupFolder, entry.Name())
		at, err := time.Parse(archiveTime, m[1])
		switch {
		case err != nil:
		case m[2] == "" && time.Until(at) <= time.Minute:
			all = append(all, Archive{path, at, info.Size()})
		case time.Since(at) > partAge:
			_ = os.Remove(path)
		}
	}
	slices.SortFunc(all, func(a, b Archive) int { return cmp.Compare(a.Path, b.Path) })
	return all, nil
}

// prune removes all but the newest archives of the set.
func (b *Backups) prune() error {
	all, err := b.List()
	for _, old := range all[:max(0, len(all)-b.BackupKeep)] {
		err = errors.Join(err, os.Remove(old.Path))
	}
	return err
}
