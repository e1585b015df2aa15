package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/lib/pq" // the driver named "postgres"

	"example.com/resourceful/cmd/drills/internal/process"
)

// cluster is a PostgreSQL server of our own, on a port of the loopback interface.
type cluster struct {
	*process.Cluster
	name, host, port string
	killed           bool
}

// newCluster is a cluster that is still to be filled. It is stopped at the end.
func (p *program) newCluster(name string) (*cluster, error) {
	own, err := process.NewCluster(filepath.Join(p.folder, name))
	if err != nil {
		return nil, err
	}
	c := &cluster{Cluster: own, name: name}
	listen, err := process.FreeAddress()
	if err != nil {
		return nil, err
	}
	c.host, c.port, err = net.SplitHostPort(listen)
	p.cleanup = append(p.cleanup, c.close)
	return c, err
}

// primary makes a new cluster and starts it.
func (p *program) primary(name string) (*cluster, error) {
	c, err := p.newCluster(name)
	if err != nil {
		return nil, err
	}
	if err := c.Init(p.ctx, "--no-sync"); err != nil {
		return nil, err
	}
	if err := c.configure(); err != nil {
		return nil, err
	}
	return c, c.start(p.ctx)
}

// configure sets what every cluster needs, for a copy too: a primary that is to become a replica
// has to note all changes, and to keep those that a replica may lack.
func (c *cluster) configure() error {
	file, err := os.OpenFile(filepath.Join(c.Data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString("wal_log_hints = on\nwal_keep_size = 1GB\nshared_buffers = 64MB\n")
	return errors.Join(err, file.Close())
}

// replica makes a copy of a cluster that follows it by streaming replication, and starts it. Its
// name is the one to wait for it by.
func (p *program) replica(name string, of *cluster) (*cluster, error) {
	c, err := p.newCluster(name)
	if err != nil {
		return nil, err
	}
	if err := c.Tool(p.ctx, "pg_basebackup", "-D", c.Data(), "-d", of.address("postgres"), "-R", "-X", "stream", "-c", "fast", "--no-sync"); err != nil {
		return nil, err
	}
	return c, c.start(p.ctx)
}

// address is that of one of its databases.
func (c *cluster) address(database string) string {
	return fmt.Sprintf("host=%s port=%s user=postgres dbname=%s sslmode=disable connect_timeout=5", c.host, c.port, database)
}

// addressOfAny is that of a database on whichever of the clusters takes writes.
func addressOfAny(clusters []*cluster, database string) string {
	var hosts, ports []string
	for _, c := range clusters {
		hosts, ports = append(hosts, c.host), append(ports, c.port)
	}
	return fmt.Sprintf("host=%s port=%s user=postgres dbname=%s sslmode=disable connect_timeout=5 target_session_attrs=read-write",
		strings.Join(hosts, ","), strings.Join(ports, ","), database)
}

// start starts the server, again if it has ended, and waits until it answers.
func (c *cluster) start(ctx context.Context) error {
	if err := c.Start("-p", c.port, "-h", c.host, "-c", "cluster_name="+c.name); err != nil {
		return err
	}
	c.killed = false
	return c.Await(ctx, time.Minute, func() bool {
		return c.exec(ctx, "SELECT 1") == nil || sleep(ctx, 20*time.Millisecond) != nil
	})
}

// kill ends all its processes at once, as the loss of the machine would.
func (c *cluster) kill() {
	c.Kill()
	c.killed = true
}

// close stops the server. One that was killed is started alone for a moment, because it has left
// shared memory that only it can remove.
func (c *cluster) close() error {
	if c.Process == nil {
		return nil
	}
	if !c.killed {
		return c.Stop()
	}
	return c.Tool(context.Background(), "postgres", "--single", "-D", c.Data(), "-c", "log_min_messages=panic", "postgres")
}

// promote makes a replica the primary, which waits for no replica of its own: it was copied before
// its primary did.
func (c *cluster) promote(ctx context.Context) error {
	return c.exec(ctx, "SELECT pg_promote(true, 60)")
}

// waitFor makes commits wait until the replica has them too, as soon as it follows.
func (c *cluster) waitFor(ctx context.Context, replica string) error {
	follows := "SELECT count(*) = 1 FROM pg_stat_replication WHERE application_name = '" + replica + "' AND state = 'streaming'"
	if err := c.until(ctx, follows); err != nil {
		return err
	}
	if err := c.exec(ctx, "ALTER SYSTEM SET synchronous_standby_names = '"+replica+"'", "SELECT pg_reload_conf()"); err != nil {
		return err
	}
	return c.until(ctx, follows+" AND sync_state = 'sync'")
}

// cutOff makes a replica lose its connection to the primary.
func (c *cluster) cutOff(ctx context.Context) error {
	if err := c.exec(ctx, "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"); err != nil {
		return err
	}
	return c.until(ctx, "SELECT count(*) = 0 FROM pg_stat_wal_receiver")
}

// follow makes a primary that was killed a replica of another one. Until that one has made a
// checkpoint, it still looks to pg_rewind as if it had not been promoted.
func (c *cluster) follow(ctx context.Context, primary *cluster) error {
	if err := primary.exec(ctx, "CHECKPOINT"); err != nil {
		return err
	}
	if err := c.Tool(ctx, "pg_rewind", "-D", c.Data(), "--source-server", primary.address("postgres"), "-R", "--no-sync"); err != nil {
		return err
	}
	return c.start(ctx)
}

// caughtUp waits until the replica that a primary waits for shows all that the primary shows now.
func (c *cluster) caughtUp(ctx context.Context) error {
	return c.exec(ctx, "SET synchronous_commit = remote_apply", "SELECT pg_logical_emit_message(true, 'faults', 'recount')")
}

// until asks a question again and again until the answer is yes.
func (c *cluster) until(ctx context.Context, question string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		var yes sql.NullBool
		if err := c.ask(ctx, question, &yes); err != nil {
			return err
		}
		if yes.Bool {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: never: %s", c.name, question)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// ask asks a question that has one answer.
func (c *cluster) ask(ctx context.Context, question string, answer any) error {
	return c.with(func(db *sql.DB) error { return db.QueryRowContext(ctx, question).Scan(answer) })
}

// exec runs statements.
func (c *cluster) exec(ctx context.Context, statements ...string) error {
	return c.with(func(db *sql.DB) error {
		for _, s := range statements {
			if _, err := db.ExecContext(ctx, s); err != nil {
				return fmt.Errorf("%s: %s: %w", c.name, s, err)
			}
		}
		return nil
	})
}

func (c *cluster) with(do func(db *sql.DB) error) (err error) {
	db, err := sql.Open("postgres", c.address("postgres"))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1) // so that SET holds for the next statement
	defer func() { err = errors.Join(err, db.Close()) }()
	return do(db)
}
