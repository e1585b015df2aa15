package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	_ "github.com/lib/pq" // the driver named "postgres"

	"example.com/resourceful/cmd/internal/process"
)

// cluster is a PostgreSQL server of our own, on a port of the loopback interface.
type cluster struct {
	*process.Process
	name, folder, host, port string
	bin                      string // where PostgreSQL's programs are
	account                  *syscall.SysProcAttr
	killed                   bool
}

// newCluster is a cluster that is still to be filled. It is stopped at the end.
func (p *program) newCluster(name string) (*cluster, error) {
	c := &cluster{name: name, folder: filepath.Join(p.folder, name)}
	var err error
	if c.bin, err = process.PostgresPrograms(); err != nil {
		return nil, err
	}
	if c.account, err = process.Unprivileged(); err != nil {
		return nil, err
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return nil, err
	}
	if c.host, c.port, err = net.SplitHostPort(listen); err != nil {
		return nil, err
	}
	if err := os.Mkdir(c.folder, 0o700); err != nil {
		return nil, err
	}
	if a := c.account.Credential; a != nil {
		err = os.Chown(c.folder, int(a.Uid), int(a.Gid))
	}
	p.cleanup = append(p.cleanup, c.close)
	return c, err
}

// primary makes a new cluster and starts it.
func (p *program) primary(name string) (*cluster, error) {
	c, err := p.newCluster(name)
	if err != nil {
		return nil, err
	}
	if err := c.tool(p.ctx, "initdb", "-D", c.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"); err != nil {
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
	file, err := os.OpenFile(filepath.Join(c.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
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
	if err := c.tool(p.ctx, "pg_basebackup", "-D", c.data(), "-d", of.address("postgres"), "-R", "-X", "stream", "-c", "fast", "--no-sync"); err != nil {
		return nil, err
	}
	return c, c.start(p.ctx)
}

func (c *cluster) data() string { return filepath.Join(c.folder, "data") }

// address is that of one of its databases.
func (c *cluster) address(database string) string {
	return fmt.Sprintf("host=%s port=%s user=postgres dbname=%s sslmode=disable connect_timeout=5", c.host, c.port, database)
}

// addressOfAny is that of the database faults on whichever of the clusters takes writes.
func addressOfAny(clusters []*cluster) string {
	var hosts, ports []string
	for _, c := range clusters {
		hosts, ports = append(hosts, c.host), append(ports, c.port)
	}
	return fmt.Sprintf("host=%s port=%s user=postgres dbname=faults sslmode=disable connect_timeout=5 target_session_attrs=read-write",
		strings.Join(hosts, ","), strings.Join(ports, ","))
}

// start starts the server, again if it has ended, and waits until it answers.
func (c *cluster) start(ctx context.Context) (err error) {
	server := exec.Command(filepath.Join(c.bin, "postgres"), "-D", c.data(), "-k", c.folder, "-p", c.port, "-h", c.host,
		"-c", "cluster_name="+c.name)
	server.Dir, server.SysProcAttr = c.folder, c.account
	// SIGINT makes it end its sessions; SIGTERM would wait for them.
	if c.Process, err = process.Start(server, syscall.SIGINT, c.folder+".log"); err != nil {
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
	return c.tool(context.Background(), "postgres", "--single", "-D", c.data(), "-c", "log_min_messages=panic", "postgres")
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
	if err := c.tool(ctx, "pg_rewind", "-D", c.data(), "--source-server", primary.address("postgres"), "-R", "--no-sync"); err != nil {
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

// tool runs one of PostgreSQL's own programs.
func (c *cluster) tool(ctx context.Context, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, program), args...)
	cmd.Dir, cmd.SysProcAttr = c.folder, c.account
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // it then cleans up
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s of %s: %w: %s", program, c.name, err, out)
	}
	return nil
}
