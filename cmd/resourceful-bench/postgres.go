package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	_ "github.com/lib/pq" // the driver named "postgres"
)

// postgres is a PostgreSQL server of our own, with the settings that initdb gives it, reachable
// by a unix socket only.
type postgres struct {
	folder  string // of the socket
	process *process
}

// startPostgres makes a cluster in a new folder and starts its server. PostgreSQL refuses to run
// as root; then it is run as the user postgres.
func startPostgres(ctx context.Context, folder string) (*postgres, error) {
	bin, err := postgresPrograms()
	if err != nil {
		return nil, err
	}
	attr, err := unprivileged()
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
	if p.process, err = start(server, syscall.SIGINT, folder+".log"); err != nil {
		return nil, err
	}
	if err := p.ready(ctx); err != nil {
		return nil, errors.Join(err, p.stop())
	}
	return p, nil
}

func (p *postgres) ready(ctx context.Context) error {
	return p.process.await(ctx, time.Minute, func() bool {
		_, err := p.version(ctx)
		return err == nil
	})
}

func (p *postgres) stop() error { return p.process.stop() }

func (p *postgres) name() string { return "PostgreSQL" }

func (p *postgres) pid() int { return p.process.pid() }

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

// postgresPrograms finds the folder with initdb: on the PATH, or where Debian keeps it.
func postgresPrograms() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		path, err = filepath.EvalSymlinks(path) // a link may stand without its siblings
		return filepath.Dir(path), err
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", errors.New("no PostgreSQL server here: apt-get install postgresql, or leave it out with --databases sqlite")
	}
	major := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return major(a) - major(b) })), nil
}

// unprivileged is how PostgreSQL is run.
func unprivileged() (*syscall.SysProcAttr, error) {
	attr := ownGroup()
	if os.Geteuid() != 0 {
		return attr, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL cannot run as root, and there is no user postgres: %w", err)
	}
	uid, errUID := strconv.ParseUint(u.Uid, 10, 32)
	gid, errGID := strconv.ParseUint(u.Gid, 10, 32)
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, errors.Join(errUID, errGID)
}
