// The connections to a replica.

package database

import (
	"context"
	"database/sql/driver"
	"fmt"
	"time"
)

// replicaConnector makes connections to the replica that know the position of their server: the address may
// lead to several replicas.
type replicaConnector struct {
	*hosts
	replica *replica
}

var _ driver.Connector = replicaConnector{}

func (c replicaConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.hosts.Connect(ctx)
	if err != nil {
		return nil, err
	}
	own, ok := conn.(driverConn)
	if !ok {
		return nil, fmt.Errorf("the driver's connection is a %T without what a replica needs", conn)
	}
	return &replicaConn{driverConn: own, replica: c.replica}, nil
}

// driverConn is the interface of the driver's connections without transactions, which no replica runs.
type driverConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	driver.NamedValueChecker
}

// replicaConn starts a statement only if its server has reached the required position.
type replicaConn struct {
	driverConn
	replica *replica
	at      Position // last known position; it only grows
	gone    bool     // the server is a replica no longer
}

var (
	_ driver.QueryerContext     = (*replicaConn)(nil)
	_ driver.ConnPrepareContext = (*replicaConn)(nil)
	_ driver.SessionResetter    = (*replicaConn)(nil)
	_ driver.Validator          = (*replicaConn)(nil)
)

func (c *replicaConn) IsValid() bool { return !c.gone && c.driverConn.IsValid() }

func (c *replicaConn) ResetSession(ctx context.Context) error {
	if c.gone {
		return driver.ErrBadConn
	}
	return c.driverConn.ResetSession(ctx)
}

func (c *replicaConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.admit(ctx); err != nil {
		return nil, err
	}
	return c.driverConn.QueryContext(ctx, query, args)
}

func (c *replicaConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	stmt, err := c.driverConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	own, ok := stmt.(driverStmt)
	if !ok {
		return nil, fmt.Errorf("the driver's statement is a %T without what a replica needs", stmt)
	}
	return &replicaStmt{own, c}, nil
}

type driverStmt interface {
	driver.Stmt
	driver.StmtQueryContext
}

// replicaStmt is a prepared statement of a replicaConn.
type replicaStmt struct {
	driverStmt
	conn *replicaConn
}

var _ driver.StmtQueryContext = (*replicaStmt)(nil)

func (s *replicaStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if err := s.conn.admit(ctx); err != nil {
		return nil, err
	}
	return s.driverStmt.QueryContext(ctx, args)
}

// admit returns nil if the server shows everything that a read under ctx has to see. It waits a moment for
// a client's own write, but not for a lag.
func (c *replicaConn) admit(ctx context.Context) error {
	after, _ := mayLag(ctx)
	watermark := c.replica.watermark.Load()
	if watermark == nil || time.Now().After(watermark.until) {
		return fmt.Errorf("%w: nobody knows how far", errBehind)
	}
	if c.at.Reached(after) && c.at.Reached(watermark.Position) {
		return nil
	}
	if err := c.ask(ctx); err != nil {
		return err
	}
	if !c.at.Reached(watermark.Position) {
		return fmt.Errorf("%w: too far", errBehind)
	}
	if c.at.Reached(after) {
		return nil
	}
	return c.wait(ctx, after)
}

// wait polls the server. Only a few may wait at once, because they hold connections.
func (c *replicaConn) wait(ctx context.Context, after Position) error {
	if after == Never {
		return errBehind
	}
	select {
	case c.replica.waiters <- struct{}{}:
		defer func() { <-c.replica.waiters }()
	default:
		return errBehind
	}
	end := time.Now().Add(replicaWait)
	for pause := time.Millisecond; time.Now().Add(pause).Before(end); pause *= 2 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		if err := c.ask(ctx); err != nil || c.at.Reached(after) {
			return err
		}
	}
	return errBehind
}

// The timeline is that of the received log, if this account may read it, and otherwise at least that of the
// log to be replayed.
const positionOfReplica = `SELECT pg_is_in_recovery(), coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint,
	greatest((SELECT timeline_id FROM pg_control_checkpoint()), (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
		(SELECT received_tli FROM pg_stat_wal_receiver))::bigint`

// ask reads the server's position.
func (c *replicaConn) ask(ctx context.Context) error {
	rows, err := c.driverConn.QueryContext(ctx, positionOfReplica, nil)
	if err != nil {
		return err
	}
	values := make([]driver.Value, 3)
	err = rows.Next(values)
	if e := rows.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	follows, _ := values[0].(bool)
	lsn, okLSN := values[1].(int64)
	timeline, okTimeline := values[2].(int64)
	if !okLSN || !okTimeline {
		return fmt.Errorf("the replica does not say how far it is: %v", values)
	}
	if !follows {
		c.gone = true
		return driver.ErrBadConn
	}
	c.at = Position{uint32(timeline), uint64(lsn)}
	return nil
}
