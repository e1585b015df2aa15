// The store of files, and the sweep of unused ones.

package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/backup"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve"
)

// storage is the store of the rows' files, with the prefix of their keys: services that share a folder or a
// bucket have different prefixes.
type storage struct {
	store files.Store
	key   *accounts.SigningKey
	// addresses is the key of signed addresses.
	addresses *accounts.SigningKey
}

// hasFiles reports whether a plan has fields with files.
func hasFiles(p *plan.Plan) bool {
	return slices.ContainsFunc(p.Tables, func(t schema.Table) bool {
		return slices.ContainsFunc(t.Columns, func(c schema.Column) bool { return c.Value.Kind.File != field.NoFile })
	})
}

// storeAddress matches the address of a store other than a folder, such as s3://bucket.
var storeAddress = regexp.MustCompile(`^[a-z][a-z0-9+.-]*://`)

// filesFlags are the flags about the store of files.
type filesFlags struct {
	Files string `setting:"" placeholder:"FOLDER" help:"Folder of the files that rows have, or the address of another store. Default: next to the SQLite file, under its name and .files; required with PostgreSQL."`
}

// openFiles opens the store for the files of a plan; nil if it has none.
func (c *serveCmd) openFiles(p *program, plan *plan.Plan, db *database.DB) (*storage, error) {
	address, err := c.address(plan.Name)
	if err != nil {
		return nil, err
	}
	store, err := c.openStore(p, plan, address)
	if store == nil || err != nil {
		return nil, err
	}
	if !database.IsPostgres(address) {
		store = backup.Keeping(store, address)
	}
	return &storage{store, accounts.NewSigningKey(db, "files"), accounts.NewSigningKey(db, "addresses")}, nil
}

// openStore opens the store for the files of a plan with a database; nil if it has none.
func (f filesFlags) openStore(p *program, plan *plan.Plan, address string) (store files.Store, err error) {
	at := f.Files
	switch {
	case !hasFiles(plan):
		return nil, nil
	case at == "" && database.IsPostgres(address):
		return nil, errors.New("files: rows have files, and nothing says where these are; write the path of a folder that all processes share, such as --files /srv/files")
	case at == "":
		at = address + ".files"
	}
	switch {
	case !storeAddress.MatchString(at):
		store, err = files.Folder(at)
	case p.own.Files == nil:
		err = fmt.Errorf("%q is not a folder, and the program has no other store; write app.Program{Files: s3.Open}, or the path of a folder", at)
	default:
		store, err = p.own.Files(p.ctx, at)
	}
	if err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}
	return store, nil
}

// prefix returns the prefix of the service's keys: different for each database, and the same for all
// processes that serve it.
func (s *storage) prefix() string {
	sum := sha256.Sum256(s.key.Data())
	return hex.EncodeToString(sum[:6]) + "/"
}

// sweepEvery is the interval of the sweeps.
const sweepEvery = time.Hour

// sweepAge is the least age of a file that the sweep removes: releases before the table file_columns may
// have columns of files that this one does not know.
const sweepAge = 7 * 24 * time.Hour

// sweepFiles removes files that processes left behind when they ended during a write, until ctx ends.
func (c *serveCmd) sweepFiles(ctx context.Context, handler *serve.Handler, log *slog.Logger) {
	age := max(sweepAge, 2*(c.ReadTimeout+c.WriteTimeout)) // longer than any write
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		removed, err := handler.SweepFiles(ctx, time.Now().Add(-age))
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("files that no row names are looked for again later", "error", err)
		case removed > 0:
			log.Info("removed files that no row names", "number", removed)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
