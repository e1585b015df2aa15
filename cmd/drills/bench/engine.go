package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver named "sqlite"
)

// engine makes databases of one kind.
type engine interface {
	name() string
	// version names the product and its version.
	version(ctx context.Context) (string, error)
	// pid is the process whose work is the database's, 0 when it is done by the servers.
	pid() int
	// create makes an empty database.
	create(ctx context.Context, name string) (address, error)
	// open is the address of a database that was created before.
	open(name string) address
	// settle ends whatever the database has still to do after it was filled.
	settle(ctx context.Context, at address) error
	// copy makes a database like another one, which nobody may be using.
	copy(ctx context.Context, from, to string) (address, error)
	drop(ctx context.Context, name string) error
	// size is how many bytes a database takes.
	size(ctx context.Context, at address) (int64, error)
}

// startEngine is the engine of a name, which is started where it is a server; stop ends that. Its version is
// noted of the machine.
// Options are those of postgres.
func startEngine(ctx context.Context, name, folder string, say func(format string, args ...any), m *machine, options ...string) (on engine, stop func() error, err error) {
	on, stop = sqliteFiles{folder: folder}, func() error { return nil }
	if name == "postgres" {
		say("starting PostgreSQL")
		server, err := startPostgres(ctx, filepath.Join(folder, "pg"), options...)
		if err != nil {
			return nil, nil, err
		}
		on, stop = server, server.Stop
	}
	version, err := on.version(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, stop())
	}
	m.Versions = append(m.Versions, version)
	return on, stop, nil
}

// address is where a database is.
type address struct {
	host string // the folder of PostgreSQL's socket, "" for SQLite
	name string // the path of SQLite's file
}

// String is the address as the service and the Go drivers take it.
func (a address) String() string {
	if a.host == "" {
		return a.name
	}
	return "host=" + a.host + " user=postgres dbname=" + a.name + " sslmode=disable"
}

func (a address) driver() string {
	if a.host == "" {
		return "sqlite"
	}
	return "postgres"
}

// sqliteFiles are databases in files of a folder.
type sqliteFiles struct{ folder string }

func (sqliteFiles) name() string { return "SQLite" }

func (sqliteFiles) pid() int { return 0 }

func (sqliteFiles) version(ctx context.Context) (string, error) {
	return askVersion(ctx, address{name: ":memory:"}, "SQLite", "SELECT sqlite_version()")
}

func (s sqliteFiles) open(name string) address {
	return address{name: filepath.Join(s.folder, name+".sqlite")}
}

func (s sqliteFiles) create(_ context.Context, name string) (address, error) {
	return s.open(name), nil
}

func (s sqliteFiles) settle(ctx context.Context, at address) error {
	return execute(ctx, at, "ANALYZE", "PRAGMA wal_checkpoint(TRUNCATE)")
}

func (s sqliteFiles) copy(ctx context.Context, from, to string) (address, error) {
	at := s.open(to)
	if err := s.drop(ctx, to); err != nil {
		return at, err
	}
	in, err := os.Open(s.open(from).name)
	if err != nil {
		return at, err
	}
	defer in.Close()
	out, err := os.OpenFile(at.name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return at, err
	}
	if _, err = io.Copy(out, in); err == nil {
		err = out.Sync() // not while something is measured
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	return at, err
}

func (s sqliteFiles) drop(_ context.Context, name string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(s.open(name).name + suffix); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

func (sqliteFiles) size(_ context.Context, at address) (int64, error) {
	file, err := os.Stat(at.name)
	if err != nil {
		return 0, err
	}
	return file.Size(), nil
}

// execute runs statements, one after the other, on a connection of their own.
func execute(ctx context.Context, at address, statements ...string) error {
	pool, err := sql.Open(at.driver(), at.String())
	if err != nil {
		return err
	}
	defer pool.Close()
	for _, text := range statements {
		if _, err := pool.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

func askVersion(ctx context.Context, at address, product, query string) (string, error) {
	pool, err := sql.Open(at.driver(), at.String())
	if err != nil {
		return "", err
	}
	defer pool.Close()
	var version string
	err = pool.QueryRowContext(ctx, query).Scan(&version)
	return product + " " + version, err
}
