package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"example.com/resourceful/cmd/drills/bench/tickets"
	"example.com/resourceful/cmd/drills/internal/process"
)

// What a row takes of a disk at most, with indexes, full text and what the database writes on the way; measured.
var rowBytes = map[string]int64{"sqlite": 700, "postgres": 1200}

// fillOptions let PostgreSQL fill tables faster, in a run that measures nothing; what is lost in a crash is filled again.
var fillOptions = []string{
	"-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_wal_size=4GB", "-c", "checkpoint_timeout=1h",
	"-c", "shared_buffers=1GB", "-c", "maintenance_work_mem=512MB", "-c", "gin_pending_list_limit=128MB",
}

// sizedTable is a filled table, and the server that is measured on it.
type sizedTable struct {
	size   int
	at     address
	server *process.Process
	url    string
}

func (t *sizedTable) name() string { return tableName(t.size) }

func tableName(size int) string { return fmt.Sprintf("tickets_%d", size) }

// checkSpace says how much of the disk the tables need that are not there yet, and whether it is free.
func (s *scale) checkSpace(database string) error {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(s.folder, &disk); err != nil {
		return err
	}
	const gigabyte = 1 << 30
	free := float64(disk.Bavail) * float64(disk.Bsize) / gigabyte
	needed := 2.0
	for _, size := range s.sizes {
		if _, err := os.Stat(s.filledFile(database, size)); err != nil {
			needed += float64(size) * float64(rowBytes[database]) / gigabyte
		}
	}
	s.say("%s: the tables need %.1f GB in %s, where %.1f GB are free", database, needed, s.folder, free)
	if free < needed {
		return fmt.Errorf("%s: tables to %d tickets need %.1f GB in %s, where %.1f GB are free; set TMPDIR to a larger disk, or choose smaller --sizes", database, s.sizes[len(s.sizes)-1], needed, s.folder, free)
	}
	return nil
}

// filledFile is written when a table is filled, with how it was.
func (s *scale) filledFile(driver string, size int) string {
	return filepath.Join(s.folder, driver+"_"+tableName(size)+".json")
}

// prepare fills a table, or takes away from one that an earlier run has kept what that run has created.
func (s *scale) prepare(ctx context.Context, on engine, size int, r *scaleReport) (*sizedTable, error) {
	t := &sizedTable{size: size, at: on.open(tableName(size))}
	file := s.filledFile(t.at.driver(), size)
	sample := tableSample{Database: on.name(), Size: size}
	if text, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(text, &sample); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		r.Tables = append(r.Tables, sample)
		s.say("%s: %d tickets are there", on.name(), size)
		return t, execute(ctx, t.at, fmt.Sprintf("DELETE FROM tickets WHERE id > %d", size))
	}
	began := time.Now()
	if err := on.drop(ctx, t.name()); err != nil {
		return nil, err
	}
	var err error
	if t.at, err = on.create(ctx, t.name()); err != nil {
		return nil, err
	}
	if err := s.fillTable(ctx, on, t.at, size); err != nil {
		return nil, err
	}
	bytes, err := on.size(ctx, t.at)
	if err != nil {
		return nil, err
	}
	sample.Seconds, sample.Megabytes = time.Since(began).Seconds(), float64(bytes)/(1<<20)
	r.Tables = append(r.Tables, sample)
	text, err := json.Marshal(sample)
	if err != nil {
		return nil, err
	}
	return t, os.WriteFile(file, text, 0o666)
}

// fillTable lets the program make the table, and fills it.
func (s *scale) fillTable(ctx context.Context, on engine, at address, size int) error {
	if err := s.migrate(ctx, tickets.Name, at); err != nil {
		return err
	}
	db, err := sql.Open(at.driver(), at.String())
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if at.driver() == "sqlite" { // what is lost in a crash is filled again
		if _, err := db.ExecContext(ctx, "PRAGMA synchronous = OFF; PRAGMA cache_size = -262144"); err != nil {
			return err
		}
	}
	said := time.Now()
	err = tickets.Fill(ctx, db, at.driver(), size, func(done int) {
		if done == size || time.Since(said) > 10*time.Second {
			said = time.Now()
			s.say("%s: %d of %d tickets", on.name(), done, size)
		}
	})
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	return on.settle(ctx, at)
}
