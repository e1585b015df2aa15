// The checks of doctor within the database, and of the files of its rows.

package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/store"
)

// checkDatabase checks whether the database can be reached, is whole, and fits the declarations.
func (d *doctor) checkDatabase() {
	if isMissingFile(d.address) {
		d.add("database", isProblem, "there is no file "+d.address,
			"start the service or run migrate, which make it, or name another with --database")
		return
	}
	if !database.IsPostgres(d.address) && !d.checkDatabaseFile() {
		return
	}
	ctx := d.program.ctx
	db, err := d.program.connect(d.plan, d.databaseFlags, d.store(nil))
	if err == nil {
		defer db.Close()
		err = db.Ping(ctx)
	}
	if err != nil {
		remedy := "see that it runs, and that its address and the account are right"
		if !database.IsPostgres(d.address) {
			remedy = fileRemedy(err)
		}
		d.failed("database", err, remedy)
		return
	}
	if db.Dialect().Name == "postgres" {
		d.checkServer(ctx, db)
		d.checkClock(ctx, db)
		d.checkSlow(ctx, db)
	} else {
		d.checkIntegrity(ctx, db)
	}
	if d.checkSchema(ctx, db) {
		d.checkFiles(ctx, db)
		d.checkJobs(ctx, db)
	}
}

// restoreRemedy is for an SQLite file that cannot be read.
const restoreRemedy = "stop the service, and restore a backup with --replace, which keeps the file under another name"

const (
	// rightsRemedy is for an SQLite file that may not be opened or written.
	rightsRemedy = "run doctor as the account of the service, and give that the right to write the file and its folder"
	// pathRemedy is for a file that cannot be found.
	pathRemedy = "see that the path and the disk are right"
	// emptyRemedy is for a file without a single byte, which SQLite takes for a database without tables.
	emptyRemedy = "name another with --database; if it had rows, stop the service, and restore a backup with --replace; if not, start the service or run migrate"
)

// checkDatabaseFile checks what has the name of the SQLite file, before that is opened. It reports whether that may be done.
func (d *doctor) checkDatabaseFile() bool {
	info, err := os.Stat(d.address)
	switch {
	case d.address == ":memory:":
		return true
	case errors.Is(err, fs.ErrPermission):
		d.failed("database", err, rightsRemedy)
	case err != nil:
		d.failed("database", err, pathRemedy)
	case info.IsDir():
		d.add("database", isProblem, d.address+" is a folder", "name the file within it, or another, with --database")
	case info.Size() == 0:
		d.add("database", isProblem, d.address+" is empty", emptyRemedy)
	default:
		file, err := os.OpenFile(d.address, os.O_RDWR, 0)
		if err == nil {
			return file.Close() == nil
		}
		d.failed("database", err, rightsRemedy)
	}
	return false
}

// fileRemedy returns what to do about an SQLite file that cannot be opened or read. Only a damaged one needs a backup.
func fileRemedy(err error) string {
	const corrupt, notADB, readOnly, cantOpen, perm = 11, 26, 8, 14, 3 // result codes of SQLite
	code, is := errors.AsType[interface {
		error
		Code() int
	}](err)
	if !is {
		return pathRemedy
	}
	switch code.Code() & 0xff {
	case corrupt, notADB:
		return restoreRemedy
	case readOnly, cantOpen, perm:
		return rightsRemedy
	default:
		return "see that the disk is well, and run doctor again"
	}
}

// checkIntegrity reads an SQLite file as a whole.
func (d *doctor) checkIntegrity(ctx context.Context, db *database.DB) {
	damages, err := db.Damages(ctx)
	switch {
	case err != nil:
		d.failed("database", err, fileRemedy(err))
	case len(damages) > 0:
		d.add("database", isProblem, "the file is damaged: "+damages[0], restoreRemedy)
	default:
		d.add("database", isGood, describe("sqlite", d.address)+", is whole", "")
	}
}

// serverSettings are settings of PostgreSQL, with the value that one must not have, the harm, and the remedy.
var serverSettings = []struct {
	name, bad    string
	is           status
	harm, remedy string
}{
	{"fsync", "off", isProblem, "a crash of the machine damages the database", "ALTER SYSTEM SET fsync = on"},
	{"full_page_writes", "off", isProblem, "a crash of the machine damages the database", "ALTER SYSTEM SET full_page_writes = on"},
	{"synchronous_commit", "off", isWarning, "a crash loses acknowledged writes", "ALTER ROLE … SET synchronous_commit = on"},
	{"transaction_read_only", "on", isProblem, "the service cannot write", "give the address of the primary"},
}

// checkServer checks the version, the encoding and the settings of PostgreSQL.
func (d *doctor) checkServer(ctx context.Context, db *database.DB) {
	setting := func(name string) (value string) {
		_, err := db.Session().Row(ctx, db.Raw("SELECT COALESCE(current_setting($1, true), '')"), []any{&value}, name)
		if err != nil {
			d.failed("database", err, "")
		}
		return value
	}
	if encoding := setting("server_encoding"); encoding != "UTF8" {
		d.add("database", isProblem, "its encoding is "+encoding+", which lacks characters that clients send",
			"make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and restore a dump there")
	} else {
		d.add("database", isGood, fmt.Sprintf("%s, version %s, encoding UTF8", describe("postgres", d.address), setting("server_version")),
			"")
	}
	for _, s := range serverSettings {
		if setting(s.name) == s.bad {
			d.add("database", s.is, s.name+" is "+s.bad+": "+s.harm, s.remedy)
		}
	}
}

// maxClockSkew is the difference of clocks from which on there is a warning; ten times of it are a problem.
const maxClockSkew = time.Second

// checkClock compares the clock of the database with that of this machine.
func (d *doctor) checkClock(ctx context.Context, db *database.DB) {
	var now float64
	sent := time.Now()
	if _, err := db.Session().Row(ctx, db.Raw("SELECT extract(epoch FROM clock_timestamp())::float8"), []any{&now}); err != nil {
		d.failed("clock", err, "")
		return
	}
	took := time.Since(sent)
	skew := time.Duration(now*float64(time.Second)) - time.Duration(sent.Add(took/2).UnixNano())
	skew = max(0, skew.Abs()-took/2).Round(time.Millisecond)
	text := fmt.Sprintf("the clocks of the database and of this machine differ by %v", skew)
	switch {
	case skew > 10*maxClockSkew:
		d.add("clock", isProblem, text, "set both by NTP: sessions and tokens end at wrong times")
	case skew > maxClockSkew:
		d.add("clock", isWarning, text, "set both by NTP")
	default:
		d.add("clock", isGood, text, "")
	}
}

// slowStatements finds the statements that take most of the time, of those that take long on average.
const slowStatements = `SELECT left(regexp_replace(query, '\s+', ' ', 'g'), 200), calls, mean_exec_time FROM pg_stat_statements
WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND mean_exec_time > 100 AND calls >= 10
ORDER BY total_exec_time DESC LIMIT 5`

// checkSlow reads slow statements where PostgreSQL collects them.
func (d *doctor) checkSlow(ctx context.Context, db *database.DB) {
	collects := false
	there := "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_stat_statements')"
	if _, err := db.Session().Row(ctx, db.Raw(there), []any{&collects}); err != nil || !collects {
		d.add("statements", isGood, "not known: the database has no extension pg_stat_statements", "")
		return
	}
	var query string
	var calls int64
	var mean float64
	slow := 0
	err := db.Session().Each(ctx, db.Raw(slowStatements), []any{&query, &calls, &mean}, func() error {
		slow++
		d.add("statements", isWarning, fmt.Sprintf("%.0f ms on average of %d calls: %s", mean, calls, query),
			"look at its EXPLAIN, and at the warnings about filters without an index")
		return nil
	})
	switch {
	case err != nil:
		d.add("statements", isWarning, fmt.Sprintf("pg_stat_statements cannot be read: %v", err),
			"add it to shared_preload_libraries, and grant pg_read_all_stats")
	case slow == 0:
		d.add("statements", isGood, "none takes more than 100 ms on average", "")
	}
}

// checkSchema compares the database with the declarations, in the words of check --database. It reports whether all
// tables are there.
func (d *doctor) checkSchema(ctx context.Context, db *database.DB) (usable bool) {
	f, err := d.program.compare(ctx, db, d.plan)
	if err != nil {
		d.failed("schema", err, "")
		return false
	}
	for _, remark := range f.remarks {
		d.add("schema", isWarning, remark, "")
	}
	for _, problem := range f.problems {
		d.add("schema", isProblem, problem.Problem, problem.Remedy)
	}
	for _, text := range f.sequences {
		d.add("schema", isProblem, behindItsRows, "start the service again, or run: "+text)
	}
	if len(f.problems) > 0 {
		return false
	}
	var others []string
	for _, text := range f.missing {
		if !strings.HasPrefix(text, "CREATE INDEX") && !strings.HasPrefix(text, "CREATE UNIQUE INDEX") {
			others = append(others, text)
		}
	}
	if others != nil {
		text, _, _ := strings.Cut(others[0], "\n")
		d.add("schema", isProblem, fmt.Sprintf("lacks what %s of migrate would add, such as %s", count(len(f.missing), "statement"), text),
			"run migrate, or start the service; migrate --dry-run prints them")
		return false
	}
	for _, text := range f.missing {
		d.add("schema", isWarning, "an index is missing, without which requests read whole tables: "+text,
			"run migrate, or this statement")
	}
	if len(f.missing)+len(f.sequences)+len(f.remarks) == 0 {
		d.add("schema", isGood, "as the declarations ask for, with all indexes and sequences", "")
	}
	return true
}

const (
	sampledRows  = 200  // of each column with files
	sampledFiles = 5000 // of the store
)

// checkFiles looks for files that rows name and the store lacks, and for those that no row names, in samples.
func (d *doctor) checkFiles(ctx context.Context, db *database.DB) {
	kept, err := d.openStore(d.program, d.plan, d.address)
	switch {
	case err != nil:
		d.failed("files", err, "")
		return
	case kept == nil:
		return
	}
	named, lost, err := d.lostFiles(ctx, db, kept)
	if err != nil {
		d.failed("files", err, "see that the store can be reached")
		return
	}
	looked, unnamed, err := d.unnamedFiles(ctx, db, kept)
	switch {
	case err != nil:
		d.failed("files", err, "see that the store can be reached")
	case len(lost) > 0:
		d.add("files", isProblem, fmt.Sprintf("the store lacks %d of %s that rows name, such as %s", len(lost), count(named, "file"), lost[0]),
			"see that the setting files is right, and restore them from a backup")
	case unnamed > 0:
		d.add("files", isWarning, fmt.Sprintf("no row names %d of %s that are older than %v", unnamed, count(looked, "file"), sweepAge),
			"a running service removes them every hour; read its log")
	default:
		d.add("files", isGood, fmt.Sprintf("the store has %s that rows name", count(named, "sampled file")), "")
	}
}

// lostFiles returns which files of some rows the store lacks.
func (d *doctor) lostFiles(ctx context.Context, db *database.DB, kept files.Store) (named int, lost []string, err error) {
	for _, t := range d.plan.Tables {
		for _, c := range t.Columns {
			if c.Value.Kind.File == field.NoFile {
				continue
			}
			var key string
			var keys []string
			query := fmt.Sprintf(`SELECT "%s" FROM "%s" WHERE "%[1]s" <> '' LIMIT %[3]d`, c.Name, t.Name, sampledRows) // names without quotes, see schema
			if err := db.Session().Each(ctx, db.Raw(query), []any{&key}, func() error { keys = append(keys, key); return nil }); err != nil {
				return 0, nil, err
			}
			for _, key := range keys {
				named++
				file, err := kept.Open(ctx, key)
				switch {
				case errors.Is(err, files.ErrNotFound):
					lost = append(lost, key)
				case err != nil:
					return 0, nil, err
				default:
					_ = file.Close()
				}
			}
		}
	}
	return named, lost, nil
}

// errEnough ends a list of files.
var errEnough = errors.New("enough files")

// unnamedFiles counts old files of the service that no row names, as its sweep does.
func (d *doctor) unnamedFiles(ctx context.Context, db *database.DB, kept files.Store) (looked, unnamed int, err error) {
	made := 0
	if _, err := db.Session().Row(ctx, db.Raw("SELECT count(*) FROM signing_keys WHERE name = 'files'"), []any{&made}); err != nil || made == 0 {
		return 0, 0, err // no service has run yet
	}
	s := storage{store: kept, key: accounts.NewSigningKey(db, "files")}
	if err := s.key.Load(ctx); err != nil {
		return 0, 0, err
	}
	var keys []string
	err = kept.List(ctx, s.prefix(), func(f files.Stored) error {
		if looked++; time.Since(f.Modified) > sweepAge+2*sweepEvery {
			keys = append(keys, f.Key)
		}
		if looked == sampledFiles {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return 0, 0, err
	}
	rows, err := store.NewFiles(db, d.plan.Tables)
	if err != nil {
		return 0, 0, err
	}
	for len(keys) > 0 {
		some := keys[:min(500, len(keys))]
		keys = keys[len(some):]
		named, err := rows.Named(ctx, some)
		if err != nil {
			return 0, 0, err
		}
		unnamed += len(some) - len(named)
	}
	return looked, unnamed, nil
}
