// Backups that a service makes of its database at intervals.

package app

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
	"sync"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/webhook"
)

// backupFlags are the settings of backups at intervals.
type backupFlags struct {
	BackupEvery  time.Duration `setting:"" default:"0s" placeholder:"TIME" help:"Interval of backups of the SQLite database with its files, such as 6h; 0 makes none."`
	BackupKeep   int           `setting:"" default:"14" placeholder:"N" help:"Backups that are kept; older ones are removed (14)."`
	BackupFolder string        `setting:"" placeholder:"FOLDER" help:"Folder of the backups, best on another disk; each service needs its own."`

	BackupWebhook       string `setting:"" placeholder:"URL" help:"URL of a webhook that is sent when a backup fails, and when one succeeds again. Default: none."`
	BackupWebhookSecret string `setting:"" placeholder:"SECRET" help:"Secret that signs these webhooks; 16 bytes or more."`
}

func (f backupFlags) check() error {
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

// backups makes backups of a database in a folder. Its archives have the name of the set and the time.
type backups struct {
	backupFlags
	set    string
	write  func(ctx context.Context, archive string) (backup.Written, error)
	counts observe.Backups
	log    *slog.Logger
	sender *webhook.Sender // of events; nil for none
	failed int             // attempts since the last success
}

// openBackups prepares the backups that the settings ask for; nil for none.
func (c *serveCmd) openBackups(p *program, plan *plan.Plan, db *database.DB) (*backups, error) {
	if c.BackupEvery == 0 {
		return nil, nil
	}
	address, err := c.address(plan.Name)
	if err != nil {
		return nil, err
	}
	if database.IsPostgres(address) {
		return nil, fmt.Errorf("backup-every: %w", errBackupOfPostgres)
	}
	source, err := c.source(p, plan, db, address)
	if err == nil {
		err = os.MkdirAll(c.BackupFolder, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("backup-folder: %w", err)
	}
	var sender *webhook.Sender
	if c.BackupWebhook != "" {
		allowed, _ := networks("webhook-networks", c.WebhookNetworks) // check has parsed them
		if refusal := webhook.Refuse(c.BackupWebhook, allowed); refusal != "" {
			return nil, fmt.Errorf("backup-webhook: %s Add a private network to webhook-networks", refusal)
		}
		sender = webhook.NewSender(allowed)
	}
	return &backups{
		backupFlags: c.backupFlags, set: plan.Name, log: p.log(), sender: sender,
		write: func(ctx context.Context, archive string) (backup.Written, error) {
			done, err := backup.Write(ctx, archive, source)
			warnOfLost(p, done)
			return done, err
		},
	}, nil
}

// maxBackupRetry is the longest time until a failed backup is tried again.
const maxBackupRetry = 5 * time.Minute

// start makes backups until ctx ends or stop is called, which waits until one that is being written has been given up.
func (b *backups) start(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { b.run(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}

// run makes backups until ctx ends. The first is due an interval after the newest in the folder, so that restarts of the
// service neither skip nor add one.
func (b *backups) run(ctx context.Context) {
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
func (b *backups) next() time.Duration {
	all, err := b.list()
	if err != nil || len(all) == 0 {
		return 0
	}
	newest := all[len(all)-1]
	if b.counts.Stats().Last.IsZero() {
		b.counts.Found(newest.made, newest.size)
	}
	return time.Until(newest.made.Add(b.BackupEvery))
}

// one makes a backup, and removes old ones. It returns the time until the next attempt.
func (b *backups) one(ctx context.Context) (pause time.Duration) {
	began := time.Now().UTC().Truncate(time.Second)
	archive := filepath.Join(b.BackupFolder, b.set+"-"+began.Format(archiveTime)+archiveSuffix)
	done, err := b.write(ctx, archive)
	switch {
	case ctx.Err() != nil:
		return 0
	case err != nil:
		b.counts.Fail()
		pause = min(b.BackupEvery, maxBackupRetry)
		b.log.Error("backup failed", "error", err, "again_in", pause.String())
		b.failed++
		b.tell(ctx, "backup.failed", backupEvent{Set: b.set, Attempts: b.failed, Error: err.Error(), AgainAt: time.Now().UTC().Add(pause).Truncate(time.Second)})
		return pause
	}
	b.counts.Succeed(began, done.Duration, done.Size)
	if b.failed > 0 {
		b.tell(ctx, "backup.recovered", backupEvent{Set: b.set, Attempts: b.failed + 1, File: filepath.Base(archive), Bytes: done.Size})
		b.failed = 0
	}
	b.log.Info("backup", "file", archive, "bytes", done.Size, "files", done.Files, "duration", done.Duration.String())
	if err := b.prune(); err != nil {
		b.log.Error("old backups are removed later", "error", err)
	}
	return time.Until(began.Add(b.BackupEvery))
}

// backupEvent is the data of an event about backups.
type backupEvent struct {
	Set      string    `json:"set"`
	Attempts int       `json:"attempts"` // since the last success
	Error    string    `json:"error,omitempty"`
	AgainAt  time.Time `json:"again_at,omitzero"`
	File     string    `json:"file,omitempty"`
	Bytes    int64     `json:"bytes,omitempty"`
}

// tell sends an event to the webhook of backups. It needs no database: a full disk may be why a backup fails.
func (b *backups) tell(ctx context.Context, kind string, data backupEvent) {
	if b.sender == nil {
		return
	}
	now := time.Now().UTC()
	body, err := json.Marshal(map[string]any{"type": kind, "timestamp": now, "data": data})
	if err == nil {
		_, err = b.sender.Send(ctx, webhook.Message{URL: b.BackupWebhook, Secret: b.BackupWebhookSecret, ID: fmt.Sprintf("%s-%s-%d", kind, b.set, now.UnixNano()), Body: body}, now)
	}
	if err != nil {
		b.log.Error("the webhook of backups was not told", "event", kind, "error", err)
	}
}

const (
	archiveTime   = "20060102T150405Z"
	archiveSuffix = ".tar.zst"
)

// made is an archive of the folder.
type made struct {
	path string
	made time.Time
	size int64
}

// partAge is the age at which the rest of a backup that was killed is removed.
const partAge = 24 * time.Hour

// list returns the archives of the set in the folder, from the oldest to the newest. It leaves out those from the future,
// which a wrong clock has made: they would delay others. It removes what killed backups have left.
func (b *backups) list() (all []made, err error) {
	entries, err := os.ReadDir(b.BackupFolder)
	if err != nil {
		return nil, err
	}
	name := regexp.MustCompile(`^` + regexp.QuoteMeta(b.set) + `-(\d{8}T\d{6}Z)` + regexp.QuoteMeta(archiveSuffix) + `(\.part.*)?$`)
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
			all = append(all, made{path, at, info.Size()})
		case time.Since(at) > partAge:
			_ = os.Remove(path)
		}
	}
	slices.SortFunc(all, func(a, b made) int { return cmp.Compare(a.path, b.path) })
	return all, nil
}

// prune removes all but the newest archives of the set.
func (b *backups) prune() error {
	all, err := b.list()
	for _, old := range all[:max(0, len(all)-b.BackupKeep)] {
		err = errors.Join(err, os.Remove(old.path))
	}
	return err
}
