package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	_ "github.com/lib/pq" // the driver named "postgres"

	"example.com/resourceful/cmd/internal/process"
)

// postgres is a PostgreSQL server of our own, with the settings that initdb gives it, reachable
// by a unix socket only.
type postgres struct {
	folder  string // of the socket
	process *process.Process
}

// startPostgres makes a cluster in a new folder and starts its server. PostgreSQL refuses to run
// as root; then it is run as the user postgres.
func startPostgres(ctx context.Context, folder string) (*postgres, error) {
	bin, err := process.PostgresPrograms()
	if err != nil {
		return nil, fmt.Errorf("%w, or leave it out with --databases sqlite", err)
	}
	attr, err := process.Unprivileged()
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, err
	}
	if c := attr.Credential; c != nil {
		if err := os.Chown(folder, int(c.Uid), int(c.Gid)); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(folder, "data")
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")
	initdb.Dir, initdb.SysProcAttr = folder, attr
	initdb.Cancel = func() error { return initdb.Process.Signal(syscall.SIGTERM) } // it then cleans up
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	server := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", folder, "-c", "listen_addresses=")
	server.Dir, server.SysProcAttr = folder, attr
	p := &postgres{folder: folder}
	// SIGINT makes it end its sessions; SIGTERM would wait for them.
	if p.process, err = process.Start(server, syscall.SIGINT, folder+".log"); err != nil {
		return nil, err
	}
	if err := p.ready(ctx); err != nil {
		return nil, errors.Join(err, p.stop())
	}
	return p, nil
}

func (p *postgres) ready(ctx context.Context) error {
	return p.process.Await(ctx, time.Minute, func() bool {
		_, err := p.version(ctx)
		return err == nil
	})
}

func (p *postgres) stop() error { return p.process.Stop() }

func (p *postgres) name() string { return "PostgreSQL" }

func (p *postgres) pid() int { return p.process.PID() }

func (p *postgres) version(ctx context.Context) (string, error) {
	return askVersion(ctx, p.at("postgres"), "PostgreSQL", "SELECT split_part(current_setting('server_version'), ' ', 1)")
}

func (p *postgres) at(name string) address { return address{host: p.folder, name: name} }

// create and its like are given names of ours, which need no quotes.
func (p *postgres) create(ctx context.Context, name string) (address, error) {
	return p.at(name), execute(ctx, p.at("postgres"), "CREATE DATABASE "+name)
}

func (p *postgres) settle(ctx context.Context, at address) error {
	return execute(ctx, at, "VACUUM ANALYZE", "CHECKPOINT")
}

func (p *postgres) copy(ctx context.Context, from, to string) (address, error) {
	return p.at(to), execute(ctx, p.at("postgres"), "DROP DATABASE IF EXISTS "+to, "CREATE DATABASE "+to+" TEMPLATE "+from, "CHECKPOINT")
}

func (p *postgres) drop(ctx context.Context, name string) error {
	return execute(ctx, p.at("postgres"), "DROP DATABASE "+name+" WITH (FORCE)")
}
