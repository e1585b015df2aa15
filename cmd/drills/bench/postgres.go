package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	_ "github.com/lib/pq" // the driver named "postgres"

	"example.com/resourceful/cmd/drills/internal/process"
)

// postgres is a PostgreSQL server of our own, with the settings that initdb gives it, reachable
// by a unix socket only.
type postgres struct{ *process.Cluster }

// startPostgres starts the server of the cluster in a folder, with options of postgres, and makes the cluster
// where there is none.
func startPostgres(ctx context.Context, folder string, options ...string) (*postgres, error) {
	c, err := process.NewCluster(folder)
	if err != nil {
		return nil, fmt.Errorf("%w, or leave it out with --databases sqlite", err)
	}
	if _, err := os.Stat(c.Data()); os.IsNotExist(err) {
		if err := c.Init(ctx); err != nil {
			return nil, err
		}
	}
	if err := c.Start(append(options, "-c", "listen_addresses=")...); err != nil {
		return nil, err
	}
	p := &postgres{c}
	if err := p.ready(ctx); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return p, nil
}

func (p *postgres) ready(ctx context.Context) error {
	return p.Await(ctx, time.Minute, func() bool {
		_, err := p.version(ctx)
		return err == nil
	})
}

func (p *postgres) name() string { return "PostgreSQL" }

func (p *postgres) pid() int { return p.PID() }

func (p *postgres) version(ctx context.Context) (string, error) {
	return askVersion(ctx, p.open("postgres"), "PostgreSQL", "SELECT split_part(current_setting('server_version'), ' ', 1)")
}

func (p *postgres) open(name string) address { return address{host: p.Folder, name: name} }

// create and its like are given names of ours, which need no quotes.
func (p *postgres) create(ctx context.Context, name string) (address, error) {
	return p.open(name), execute(ctx, p.open("postgres"), "CREATE DATABASE "+name)
}

func (p *postgres) settle(ctx context.Context, at address) error {
	return execute(ctx, at, "VACUUM ANALYZE", "CHECKPOINT")
}

func (p *postgres) copy(ctx context.Context, from, to string) (address, error) {
	return p.open(to), execute(ctx, p.open("postgres"), "DROP DATABASE IF EXISTS "+to, "CREATE DATABASE "+to+" TEMPLATE "+from, "CHECKPOINT")
}

func (p *postgres) drop(ctx context.Context, name string) error {
	return execute(ctx, p.open("postgres"), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
}

func (p *postgres) size(ctx context.Context, at address) (n int64, err error) {
	pool, err := sql.Open(at.driver(), at.String())
	if err != nil {
		return 0, err
	}
	defer pool.Close()
	err = pool.QueryRowContext(ctx, "SELECT pg_database_size(current_database())").Scan(&n)
	return n, err
}
