package process

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"example.com/resourceful/framework/resttest/pg"
)

// Cluster is a PostgreSQL server of our own, whose superuser postgres needs no password.
type Cluster struct {
	*Process        // nil before Start
	Folder   string // of its data and its socket
	bin      string // where PostgreSQL's programs are
	account  *syscall.SysProcAttr
}

// NewCluster makes the folder of a cluster where there is none, for Init or another program to fill. Without
// PostgreSQL's programs the error is pg.ErrNone.
func NewCluster(folder string) (*Cluster, error) {
	c := &Cluster{Folder: folder}
	var err error
	if c.bin, err = pg.Programs(); err != nil {
		return nil, err
	}
	if c.account, err = pg.Account(); err != nil {
		return nil, err
	}
	if err := os.Mkdir(folder, 0o700); err != nil && !os.IsExist(err) {
		return nil, err
	}
	return c, pg.Give(folder, c.account)
}

// Data is the folder with its data alone.
func (c *Cluster) Data() string { return filepath.Join(c.Folder, "data") }

// Init makes an empty cluster; options are initdb's.
func (c *Cluster) Init(ctx context.Context, options ...string) error {
	args := []string{"-D", c.Data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"}
	return c.Tool(ctx, "initdb", append(args, options...)...)
}

// Tool runs one of PostgreSQL's own programs to its end.
func (c *Cluster) Tool(ctx context.Context, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, program), args...)
	cmd.Dir, cmd.SysProcAttr = c.Folder, c.account
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // it then cleans up
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s in %s: %w: %s", program, c.Folder, err, out)
	}
	return nil
}

// Start starts the server, again if it has ended, with options of postgres. It is to be awaited.
func (c *Cluster) Start(options ...string) (err error) {
	server := exec.Command(filepath.Join(c.bin, "postgres"), append([]string{"-D", c.Data(), "-k", c.Folder}, options...)...)
	server.Dir, server.SysProcAttr = c.Folder, c.account
	// SIGINT makes it end its sessions; SIGTERM would wait for them.
	c.Process, err = Start(server, syscall.SIGINT, c.Folder+".log")
	return err
}
