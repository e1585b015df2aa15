package main

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	_ "github.com/lib/pq"  // the driver named "postgres"
	_ "modernc.org/sqlite" // the driver named "sqlite"
)

// statement is short for a prepared statement.
type statement = *sql.Stmt

// database is a pool to read from and one to write to. On PostgreSQL they are the same.
type database struct {
	read, write *sql.DB
	prepared    sync.Map // by the text of a list's statement
}

// open opens PostgreSQL by the key words of its driver, "host=… dbname=…", and SQLite by a path.
func open(address string) (*database, error) {
	db := new(database)
	var err error
	if strings.HasPrefix(address, "host=") {
		if db.write, err = sql.Open("postgres", address); err != nil {
			return nil, err
		}
		connections := min(50, max(10, 4*runtime.NumCPU()))
		db.write.SetMaxOpenConns(connections)
		db.write.SetMaxIdleConns(connections)
		db.write.SetConnMaxLifetime(30 * time.Minute)
		db.read = db.write
		return db, nil
	}
	file := "file:" + (&url.URL{Path: address}).EscapedPath()
	const common = "&_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)"
	db.write, err = sql.Open("sqlite", file+"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"+common)
	if err != nil {
		return nil, err
	}
	db.write.SetMaxOpenConns(1)
	if db.read, err = sql.Open("sqlite", file+"?_pragma=query_only(1)"+common); err != nil {
		return nil, errors.Join(err, db.write.Close())
	}
	readers := max(4, runtime.NumCPU())
	db.read.SetMaxOpenConns(readers)
	db.read.SetMaxIdleConns(readers)
	return db, nil
}

// Close closes all connections.
func (db *database) Close() error { return errors.Join(db.read.Close(), db.write.Close()) }

// prepare prepares a statement with question marks, which PostgreSQL reads as $1, $2, ….
func (db *database) prepare(ctx context.Context, pool *sql.DB, text string) (statement, error) {
	if db.read == db.write {
		parts := strings.Split(text, "?")
		text = parts[0]
		for i, part := range parts[1:] {
			text += "$" + strconv.Itoa(i+1) + part
		}
	}
	return pool.PrepareContext(ctx, text)
}

// once prepares a statement at its first use.
func (db *database) once(text string) (statement, error) {
	if s, ok := db.prepared.Load(text); ok {
		return s.(statement), nil
	}
	s, err := db.prepare(context.Background(), db.read, text)
	if err == nil {
		db.prepared.Store(text, s)
	}
	return s, err
}
