// One run of goose on separate connections: its locks, its waits and its errors.

package history

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"example.com/resourceful/framework/database"
)

// run is a run on connections that are closed at its end, so that a transaction that failed is rolled back.
type run struct {
	*History
	pool    *sql.DB
	watched watch
	waited  sync.Once // a person was told
	aborted int       // how often the database has rolled the migration back because of concurrent transactions
}

// run prepares the tables of goose and calls a function. On SQLite one process at a time does that: goose has no lock
// there, and files without a transaction would run in several.
func (h *History) run(ctx context.Context, fn func(*run) error) error {
	pool, err := h.db.Migrations()
	if err != nil {
		return err
	}
	defer pool.Close()
	r := &run{History: h, pool: pool, watched: watch{log: h.log}}
	release, err := r.lock(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return errStopped
	case err != nil:
		return fmt.Errorf("lock the database for migrations: %w", err)
	}
	defer release()
	err = r.patiently(ctx, func() error {
		return r.transact(ctx, func(tx *sql.Tx) error { return h.store.prepare(ctx, tx) })
	})
	if err != nil {
		return fmt.Errorf("prepare the tables of versions: %w", err)
	}
	if err := r.store.broken.note(ctx, pool); err != nil {
		return fmt.Errorf("check references: %w", err)
	}
	return fn(r)
}

// lock waits until no other process migrates an SQLite file. PostgreSQL has locks of sessions instead.
func (r *run) lock(ctx context.Context) (release func(), err error) {
	path := r.db.Path()
	if path == "" {
		return func() {}, nil
	}
	release, err = database.LockFile(ctx, path+".migrate-lock", r.tellWait)
	if errors.Is(err, errors.ErrUnsupported) { // a system without such locks
		return func() {}, nil
	}
	return release, err
}

// transact runs a function in one transaction.
func (r *run) transact(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := r.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// provider makes the provider of goose for one call, which runs a version.
func (r *run) provider(version int64, outOfOrder bool) (*goose.Provider, error) {
	options := []goose.ProviderOption{
		goose.WithStore(r.store),
		goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(r.files.inGo...),
		goose.WithAllowOutofOrder(outOfOrder),
		goose.WithVerbose(true), goose.WithSlog(slog.New(&r.watched)),
	}
	if r.files.dialect == "postgres" {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, longest))
		if err != nil {
			return nil, err
		}
		session := sessionLock{SessionLocker: locker, tellWait: r.tellWait}
		if r.files.byVersion[version].transactions { // an index that is made concurrently waits for all transactions, and blocks none
			session.lockTimeout = r.LockTimeout
		}
		options = append(options, goose.WithSessionLocker(session))
	}
	return goose.NewProvider(goose.DialectCustom, r.pool, r.files.fsys, options...)
}

// longest is how many seconds a process waits for the migrations of another.
const longest = 7 * 24 * 60 * 60

// sessionLock is the lock of goose on PostgreSQL. Its session has no time limit for statements, but for locks of tables.
type sessionLock struct {
	lock.SessionLocker
	lockTimeout time.Duration
	tellWait    func()
}

// errStopped is the error of a process that was stopped while it waited for the lock.
var errStopped = errors.New("stopped while waiting for another process, which holds the lock of the database, perhaps to migrate it")

// SessionLock implements lock.SessionLocker.
func (l sessionLock) SessionLock(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, fmt.Sprintf("SET statement_timeout = 0; SET lock_timeout = %d", (l.lockTimeout+time.Millisecond-1).Milliseconds())); err != nil {
		return err
	}
	waiting := time.AfterFunc(time.Second/2, l.tellWait)
	defer waiting.Stop()
	err := l.SessionLocker.SessionLock(ctx, conn)
	if err != nil && ctx.Err() != nil {
		return errStopped
	}
	return err
}

// patiently repeats a function for as long as another process is in its way: see again.
func (r *run) patiently(ctx context.Context, fn func() error) error {
	for {
		err := fn()
		if again, waitErr := r.again(ctx, err); !again {
			return cmp.Or(waitErr, err)
		}
	}
}

// mostAborted is how often migrations run again after the database has rolled them back because of concurrent transactions.
const mostAborted = 20

// again reports, after a moment, whether to repeat what has failed: another process holds the lock of SQLite, or PostgreSQL has
// rolled a transaction back in favour of one of the running service, such as after a deadlock.
func (r *run) again(ctx context.Context, err error) (bool, error) {
	if database.Busy(err) {
		err := r.wait(ctx)
		return err == nil, err
	}
	partial, of := errors.AsType[*goose.PartialError](err)
	if !database.Aborted(err) && !database.LockTimedOut(err) || r.aborted == mostAborted || of && !r.files.byVersion[partial.Failed.Source.Version].transactions {
		return false, nil
	}
	r.aborted++
	moment := aMoment
	if database.LockTimedOut(err) {
		moment = r.LockTimeout / 5 // requests that waited behind the migration are answered meanwhile
	}
	r.log.InfoContext(ctx, "the database has rolled the migration back in favour of another transaction; it runs again", "reason", err, "oldest", r.oldest(ctx))
	err = pause(ctx, moment)
	return err == nil, err
}

// oldest describes the oldest of the other transactions on PostgreSQL; "" for none.
func (r *run) oldest(ctx context.Context) (words string) {
	if r.files.dialect == "postgres" {
		_ = r.pool.QueryRowContext(ctx, "SELECT format('process %s, for %s s', pid, round(extract(epoch FROM now() - xact_start))) FROM pg_stat_activity "+
			"WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1").Scan(&words)
	}
	return words
}

// aMoment is how long to wait for another process or transaction.
const aMoment = 100 * time.Millisecond

// pause waits.
func pause(ctx context.Context, moment time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(moment):
		return nil
	}
}

// wait waits a moment for another process.
func (r *run) wait(ctx context.Context) error {
	r.tellWait()
	if pause(ctx, aMoment) != nil {
		return errStopped
	}
	return nil
}

// tellWait logs once that this process waits.
func (r *run) tellWait() {
	r.waited.Do(func() { r.log.Info("another process holds the lock of the database, perhaps to migrate it; waiting") })
}

// judge returns nil if the migrations should be tried again after an error: another process was in the way, or has
// applied the version in between.
func (r *run) judge(ctx context.Context, err error) error {
	if again, waitErr := r.again(ctx, err); again || waitErr != nil {
		return waitErr
	}
	if partial, is := errors.AsType[*goose.PartialError](err); is {
		steps, readErr := r.Steps(ctx)
		for _, step := range steps {
			if readErr == nil && step.Applied && step.Version == partial.Failed.Source.Version {
				return nil
			}
		}
	}
	return r.explain(ctx, err)
}

// explain adds the file and the statement to an error of goose, and says what remains of the migration.
func (r *run) explain(ctx context.Context, err error) error {
	if errors.Is(err, errStopped) {
		return errStopped
	}
	partial, is := errors.AsType[*goose.PartialError](err)
	if !is {
		return err
	}
	cause, file := partial.Err, r.files.byVersion[partial.Failed.Source.Version]
	if list, many := cause.(interface{ Unwrap() []error }); many {
		cause = list.Unwrap()[0] // the others are those of the rollback
	}
	hint := ""
	if database.LockTimedOut(cause) {
		if hint = "; another transaction holds a lock"; r.aborted > 0 {
			hint += fmt.Sprintf(", and %d attempts did not get it", r.aborted+1)
		}
		if words := r.oldest(context.WithoutCancel(ctx)); words != "" {
			hint += "; the oldest transaction is " + words
		}
		hint += "; wait for its end or end it, and run the command again"
	}
	if begun, err := Begun(context.WithoutCancel(ctx), r.db); err == nil && !begun && database.AlreadyExists(cause) {
		hint = "; if the database was made without versions and has what the migrations make, run migrate baseline; if the table is another program's, name another database or schema"
	}
	if of := r.hintOfValues(ctx, r.watched.statement, cause); of != "" {
		hint = of
	} else if v, refused := database.ViolationOf(cause); refused && v.Check != "" {
		hint = cmp.Or(r.guardHint(context.WithoutCancel(ctx)), hint)
	}
	if r.watched.statement != "" {
		cause = fmt.Errorf("%s: %w", shorten(r.watched.statement), cause)
	}
	if !file.transactions {
		return fmt.Errorf("%s: %w; it runs without a transaction, so what it did before stays, and it will run from its beginning%s", file.path, cause, hint)
	}
	return fmt.Errorf("%s: %w; this migration was rolled back%s", file.path, cause, hint)
}

// watch is the log of goose. It keeps the statement that runs, which the errors of goose lack, and passes on which
// migrations have run.
type watch struct {
	log       *slog.Logger
	statement string
}

// Enabled implements slog.Handler.
func (w *watch) Enabled(context.Context, slog.Level) bool { return true }

// WithAttrs implements slog.Handler.
func (w *watch) WithAttrs([]slog.Attr) slog.Handler { return w }

// WithGroup implements slog.Handler.
func (w *watch) WithGroup(string) slog.Handler { return w }

// Handle implements slog.Handler.
func (w *watch) Handle(ctx context.Context, record slog.Record) error {
	values := map[string]slog.Value{}
	record.Attrs(func(a slog.Attr) bool {
		values[a.Key] = a.Value
		return true
	})
	if w.statement = values["statement"].String(); w.statement == "<nil>" {
		w.statement = ""
	}
	if record.Message == "migration completed" {
		w.log.InfoContext(ctx, "migration has run", "file", values["source"].String(), "direction", values["direction"].String(), "seconds", values["duration_seconds"].Float64())
	}
	return nil
}

// shorten returns the beginning of a statement in one line.
func shorten(statement string) string {
	const most = 200
	short := []rune(strings.Join(strings.Fields(statement), " "))
	if len(short) > most {
		return string(short[:most]) + "…"
	}
	return string(short)
}
