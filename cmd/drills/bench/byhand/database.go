package byhand

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"time"

	_ "github.com/lib/pq"  // the driver named "postgres"
	_ "modernc.org/sqlite" // the driver named "sqlite"
)

// database is a pool to read from and one to write to, the same for PostgreSQL, and the prepared
// statements. Those that a configuration does not use are nil.
type database struct {
	read, write *sql.DB

	userByName                            *sql.Stmt
	getSnippet, listSnippets, saveSnippet *sql.Stmt
	countUsers, listUsers                 *sql.Stmt
	lockProject, nextNumber, saveTicket   *sql.Stmt
}

// open opens PostgreSQL by the driver's key words, "host=… dbname=…", and SQLite by a path.
func open(ctx context.Context, address string) (*database, error) {
	db := &database{}
	var err error
	if strings.HasPrefix(address, "host=") {
		err = db.openPostgres(address)
	} else {
		err = db.openSQLite(address)
	}
	if err == nil {
		err = db.write.PingContext(ctx)
	}
	if err == nil {
		db.userByName, err = db.prepare(ctx, db.read,
			`SELECT id, password, active, admin FROM users WHERE username = ?`)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func (db *database) openPostgres(address string) (err error) {
	if db.write, err = sql.Open("postgres", address); err != nil {
		return err
	}
	conns := min(50, max(10, 4*runtime.NumCPU()))
	db.write.SetMaxOpenConns(conns)
	db.write.SetMaxIdleConns(conns)
	db.write.SetConnMaxLifetime(30 * time.Minute)
	db.read = db.write
	return nil
}

// openSQLite opens one writer, whose transactions take the lock when they begin, and readers.
func (db *database) openSQLite(path string) (err error) {
	file := "file:" + (&url.URL{Path: path}).EscapedPath()
	common := "&_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)"
	db.write, err = sql.Open("sqlite", file+"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"+common)
	if err != nil {
		return err
	}
	db.write.SetMaxOpenConns(1)
	if db.read, err = sql.Open("sqlite", file+"?_pragma=query_only(1)"+common); err != nil {
		return err
	}
	readers := max(4, runtime.NumCPU())
	db.read.SetMaxOpenConns(readers)
	db.read.SetMaxIdleConns(readers)
	return nil
}

// Close closes all connections.
func (db *database) Close() error {
	var errs []error
	for _, pool := range []*sql.DB{db.read, db.write} {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	return errors.Join(errs...)
}

func (db *database) prepareSnippets(ctx context.Context) error {
	const columns = `SELECT s.id, s.title, s.code, s.linenos, s.language, s.style, u.username
		FROM snippets s LEFT JOIN users u ON u.id = s.owner_id`
	var errs [3]error
	db.getSnippet, errs[0] = db.prepare(ctx, db.read, columns+` WHERE s.id = ?`)
	db.listSnippets, errs[1] = db.prepare(ctx, db.read, columns+` ORDER BY s.id`)
	db.saveSnippet, errs[2] = db.prepare(ctx, db.write,
		`INSERT INTO snippets (title, code, linenos, language, style, owner_id, highlighted)
		VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`)
	return errors.Join(errs[:]...)
}

func (db *database) prepareDirectory(ctx context.Context) error {
	var errs [2]error
	db.countUsers, errs[0] = db.prepare(ctx, db.read, `SELECT count(*) FROM users`)
	db.listUsers, errs[1] = db.prepare(ctx, db.read,
		`SELECT u.id, u.username, u.email, COALESCE((
			SELECT string_agg(CAST(p.group_id AS TEXT), ',' ORDER BY p.group_id)
			FROM users_groups p WHERE p.user_id = u.id), '')
		FROM users u ORDER BY u.id DESC LIMIT ? OFFSET ?`)
	return errors.Join(errs[:]...)
}

func (db *database) prepareTracker(ctx context.Context) error {
	lock := ` FOR UPDATE OF p`
	if db.read != db.write {
		lock = "" // SQLite has one writer
	}
	var errs [3]error
	db.lockProject, errs[0] = db.prepare(ctx, db.write, `SELECT p.id, p.visibility, p.archived,
		(SELECT m.role FROM members m WHERE m.project_id = p.id AND m.user_id = ?)
		FROM projects p WHERE p.slug = ?`+lock)
	db.nextNumber, errs[1] = db.prepare(ctx, db.write,
		`UPDATE projects SET last_number = last_number + 1 WHERE id = ? RETURNING last_number`)
	db.saveTicket, errs[2] = db.prepare(ctx, db.write, `INSERT INTO tickets (project_id, number, title, body, status,
		priority, due, watchers, details, reporter_id, closed_at, created, updated)
		VALUES (?, ?, ?, ?, ?, ?, ?, '[]', '{}', ?, ?, ?, ?) RETURNING id`)
	return errors.Join(errs[:]...)
}

// prepare prepares a statement, whose question marks PostgreSQL wants as $1, $2, ….
func (db *database) prepare(ctx context.Context, pool *sql.DB, text string) (*sql.Stmt, error) {
	if db.read == db.write {
		parts := strings.Split(text, "?")
		text = parts[0]
		for i, part := range parts[1:] {
			text += "$" + strconv.Itoa(i+1) + part
		}
	}
	return pool.PrepareContext(ctx, text)
}
