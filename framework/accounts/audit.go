// Sessions, tokens and accounts in the audit of a set.

package accounts

import (
	"context"
	"slices"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

// The names of resources in entries.
const (
	userResource    = "User"
	groupResource   = "Group"
	sessionResource = "Session"
	tokenResource   = "Token"
)

// Audit writes audit entries about sessions, tokens and accounts, in the transactions of their changes: see
// auth.Actor. nil writes nothing.
type Audit struct {
	entries *record.Audit
	now     func() time.Time
}

// NewAudit returns the audit with a type of entries, which may be nil for none. now is the clock; nil for
// time.Now.
func NewAudit(db *database.DB, entries *schema.Type, now func() time.Time) *Audit {
	if entries == nil {
		return nil
	}
	if now == nil {
		now = time.Now
	}
	table := must(store.NewTable(db, store.TableSpec{Type: entries}))
	return &Audit{record.NewAudit(table, nil), now}
}

// write writes an entry for a change of rows of a resource by the actor of the context. It sorts the keys,
// so that each database has the same entries.
func (a *Audit) write(ctx context.Context, tx database.Session, change, resource string, keys ...string) error {
	who := auth.ActorOf(ctx)
	if a == nil || who.Operation == "" || len(keys) == 0 {
		return nil
	}
	e := schema.AuditEntry{
		At: a.now().UTC().Truncate(time.Microsecond), Username: who.Username, Scheme: who.Scheme, Token: who.Token,
		Request: who.Request, Operation: who.Operation, Change: change, Resource: resource,
	}
	if who.UserID != 0 {
		e.Account = &who.UserID
	}
	if who.Client.IsValid() {
		e.Address = who.Client.String()
	}
	slices.Sort(keys)
	entries := make([]schema.AuditEntry, len(keys))
	for i, key := range keys {
		entries[i] = e
		entries[i].Key = key
	}
	return a.entries.AddIn(ctx, tx, entries)
}

// end runs a statement that ends sessions or tokens and returns their hashes, and writes entries about
// them.
func (a *Audit) end(ctx context.Context, tx database.Session, resource string, q *database.Statement, args ...any) (n int64, err error) {
	var hash string
	var keys []string
	err = tx.Each(ctx, q, []any{&hash}, func() error {
		keys = append(keys, shortHash(hash))
		return nil
	}, args...)
	if err == nil {
		err = a.write(ctx, tx, schema.Removed, resource, keys...)
	}
	return int64(len(keys)), err
}

// shortHash returns the beginning of a hash, which identifies a session or a token without revealing it.
func shortHash(hash string) string { return auth.SessionID(hash) }
