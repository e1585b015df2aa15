// The files of rows: those that a transaction must keep, and those to remove after it.

package calls

import (
	"context"
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// FilesBelow finds the files of rows that are deleted with some rows of a resource. It finds none if
// deletion only marks rows.
func FilesBelow(ctx context.Context, service *request.Service, tx *store.Tx, res *request.Resource, keys []schema.Key) ([]string, error) {
	if service.Routes.Files == nil || len(keys) == 0 || res.Rows.SoftDeletes() {
		return nil, nil
	}
	gone, err := service.Routes.Files.Rows.Below(ctx, tx.Session(), res.Type.Table, keys)
	tx.KnowFiles(gone...)
	return gone, err
}

// holdFiles keeps a transaction of a team's code from copying a file that may be removed before its end.
func holdFiles(service *request.Service, tx *store.Tx, stored []string) *store.Tx {
	to := service.Routes.Files
	if to == nil {
		return tx
	}
	prefix := to.Prefix()
	tx = tx.HoldingFiles(to.Rows, func(key string) bool { return strings.HasPrefix(key, prefix) })
	tx.KnowFiles(stored...)
	return tx
}

// RemoveFilesUnlessNamed removes files that a row has lost, unless another field or row names them: a team's
// code may have passed them on.
func RemoveFilesUnlessNamed(ctx context.Context, service *request.Service, keys []string) error {
	named, err := service.Routes.Files.Rows.Named(ctx, keys)
	if err != nil {
		return err
	}
	return removeFiles(ctx, service, slices.DeleteFunc(keys, func(key string) bool { return named[key] }))
}

// removeFiles removes files without a row. It leaves failures to the sweep.
func removeFiles(ctx context.Context, service *request.Service, keys []string) error {
	var failed error
	for _, key := range keys {
		if err := service.Routes.Files.Store.Remove(ctx, key); err != nil {
			failed = err
		}
	}
	return failed
}

// DiscardFiles removes the files that the request has stored and no row names. If the outcome of the
// transaction is unknown, it leaves them to the sweep, which checks the rows.
func DiscardFiles(x *request.Exchange, a *request.Admission) {
	keys := a.Sent.Files.Stored
	if len(keys) == 0 || a.Sent.Files.Committing {
		return
	}
	a.Sent.Files.Stored = nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.Context), request.AfterCommitTime)
	defer cancel()
	if err := removeFiles(ctx, x.Service, keys); err != nil {
		x.Service.Options.Logger.ErrorContext(x.Context, "files of a request that was not done are left to the sweep", "error", err)
	}
}
