// Package files keeps the bytes of files that belong to rows. A Store is where they are: a folder here, a
// bucket in framework/files/s3. A file is stored under a random key before the row that names it is
// written, and removed where that does not happen; Sweep removes what a process left behind that ended in
// between.
package files

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"time"
)

// Store keeps files by their keys: words of letters, digits and hyphens between slashes. It is used by
// many goroutines at once.
type Store interface {
	// Put stores what content gives, to its end, and returns how many bytes that were. The file is there as a
	// whole when Put returns, also after the machine stops; after an error, that of content too, there is
	// none, or one that List gives.
	Put(ctx context.Context, key string, content io.Reader) (size int64, err error)
	// Open reads a file, from any position. The error is ErrNotFound for one that is not there.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Remove removes a file. One that is not there is no error.
	Remove(ctx context.Context, key string) error
	// List calls each with every file whose key begins with the prefix, until that returns an error, which
	// List returns.
	List(ctx context.Context, prefix string, each func(Stored) error) error
}

// Stored is a file of a store.
type Stored struct {
	Key      string
	Modified time.Time
}

// ErrNotFound is the error of a file that is not in the store.
var ErrNotFound = errors.New("the store has no such file")

// ErrFull is the error of a store that has no room for a file.
var ErrFull = errors.New("the store of files is full")

// NewKey makes the key of a new file below a prefix, which nobody can guess.
func NewKey(prefix string) string {
	name := strings.ToLower(rand.Text())
	return prefix + name[:2] + "/" + name[2:]
}
