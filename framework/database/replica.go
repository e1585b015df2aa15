// Reads from a replica.

package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lib/pq"
)

// replica is a second server, which follows the database and answers reads that may lag. A read uses it
// only if it has reached the latest write that the reader has to see, and lags at most maxLag. Otherwise
// the database answers.
type replica struct {
	db             *DB
	pool           *sql.DB
	primary        *sql.DB // for pollPrimary, which must not wait while the database is busy
	simpleProtocol bool
	maxLag         time.Duration
	waiters        chan struct{} // slots for reads that wait for the replica
	watermark      atomic.Pointer[watermark]
	down           atomic.Bool
	reads          atomic.Uint64 // reads that it has answered
	passed         atomic.Uint64 // reads that the database answered instead

	checkpoints []checkpoint // used only by follow
	stop        context.CancelFunc
	ended       sync.WaitGroup
}

// checkpoint is the position of the database at a time.
type checkpoint struct {
	at time.Time
	is Position
}

// watermark is the position that a replica must have reached, with the time until which that suffices.
type watermark struct {
	Position
	until time.Time
}

const (
	replicaWait        = 50 * time.Millisecond // for a write that the reader has to see
	replicaReadTimeout = 5 * time.Second       // the database answers instead
	defaultMaxLag      = 10 * time.Second
)

// errBehind reports that the replica is behind the required position.
var errBehind = errors.New("the replica is behind")

// openReplica opens the pool of the replica, and starts to follow the position of the database. A replica
// out of reach is no error: it is used as soon as it can be reached.
func (db *DB) openReplica(ctx context.Context, opts Options) error {
	if db.dialect.Name != "postgres" || !IsPostgres(opts.Replica) {
		return errors.New("a replica is for PostgreSQL: both addresses have to be of such")
	}
	cfg, err := postgresConfig(opts.Replica, opts)
	if err != nil {
		return err
	}
	cfg.TargetSessionAttrs = cmp.Or(cfg.TargetSessionAttrs, pq.TargetSessionAttrsStandby)
	hosts, err := newHosts(cfg, dialer{readTimeout: min(readTimeout(opts), replicaReadTimeout), userTimeout: cfg.ConnectTimeout})
	if err != nil {
		return err
	}
	r := &replica{db: db, simpleProtocol: cfg.BinaryParameters, maxLag: cmp.Or(max(0, opts.ReplicaMaxLag), defaultMaxLag)}
	r.pool = db.pool(replicaConnector{hosts, r}, opts)
	r.primary = single(db.hosts)
	r.waiters = make(chan struct{}, max(1, r.pool.Stats().MaxOpenConnections/4))
	db.replica = r
	if _, err := db.Position(ctx); err != nil {
		return err // not a PostgreSQL with replicas
	}
	if err := r.ping(ctx); err != nil {
		if u, ok := errors.AsType[*unreachable](err); ok && u.misconfigured() {
			return err
		}
		r.markDown(err)
	}
	r.pollPrimary(ctx)
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	r.stop = stop
	r.ended.Go(func() { r.follow(following) })
	return nil
}

func (r *replica) close() error {
	if r.stop != nil {
		r.stop()
		r.ended.Wait()
	}
	return errors.Join(r.pool.Close(), r.primary.Close())
}

// pollInterval returns how often the position of the database is read.
func (r *replica) pollInterval() time.Duration { return min(time.Second, r.maxLag/10) }

// follow records the position of the database, and checks a replica that is down.
func (r *replica) follow(ctx context.Context) {
	tick := time.NewTicker(r.pollInterval())
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		r.pollPrimary(ctx)
		if r.down.Load() && r.ping(ctx) == nil {
			r.down.Store(false)
			r.db.log.InfoContext(ctx, "the replica is used again")
		}
	}
}

func (r *replica) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return r.pool.PingContext(ctx)
}

// pollPrimary sets the watermark: the oldest checkpoint that is young enough. A replica that has reached it
// shows all earlier commits. If the database cannot be reached, the watermark expires, and the replica is
// no longer used: another server may take writes.
func (r *replica) pollPrimary(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	now := time.Now()
	is, err := position(ctx, r.primary)
	if err != nil {
		return
	}
	r.checkpoints = append(r.checkpoints, checkpoint{now, is})
	for len(r.checkpoints) > 1 && now.Sub(r.checkpoints[0].at) > r.maxLag-3*r.pollInterval() {
		r.checkpoints = r.checkpoints[1:]
	}
	r.watermark.Store(&watermark{r.checkpoints[0].is, r.checkpoints[0].at.Add(r.maxLag)})
}

// query runs a statement on the replica, if that has reached the required position.
func (r *replica) query(ctx context.Context, q *Statement, args []any) (*sql.Rows, error) {
	rows, err := r.send(ctx, q, args)
	if err == nil {
		r.reads.Add(1)
		return rows, nil
	}
	r.passed.Add(1)
	if ctx.Err() == nil && !r.down.Load() && !errors.Is(err, errBehind) && lostConnection(err) {
		r.markDown(err)
	}
	return nil, err
}

// markDown stops reads from a replica that cannot be reached, so that none waits for it.
func (r *replica) markDown(err error) {
	if r.down.CompareAndSwap(false, true) {
		r.db.log.Warn("the replica is not used for the moment", "error", err)
	}
}

func (r *replica) send(ctx context.Context, q *Statement, args []any) (*sql.Rows, error) {
	switch {
	case r.down.Load():
		return nil, fmt.Errorf("%w: it is down", errBehind)
	case r.simpleProtocol:
		return r.pool.QueryContext(ctx, q.text, args...)
	}
	single := q.begin()
	defer q.done()
	if single {
		stmt, err := r.pool.PrepareContext(ctx, q.text)
		if err != nil {
			return nil, err
		}
		defer stmt.Close() // the rows keep it open until they are closed
		return stmt.QueryContext(ctx, args...)
	}
	stmt, err := q.replica.get(ctx, r.pool, q.text)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// lostConnection reports whether err is about the connection instead of the server's answer.
func lostConnection(err error) bool {
	if _, ok := errors.AsType[*unreachable](err); ok {
		return true
	}
	_, answered := errors.AsType[*pq.Error](err)
	return !answered && Unavailable(err)
}
