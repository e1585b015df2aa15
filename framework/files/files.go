// Package files stores the content of the rows' files. A Store is a folder here, or a bucket in
// framework/files/s3. A file is stored under a random key before its row is written, and removed if the
// write fails. Sweep removes the files of processes that ended in between.
package files

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"time"
)

// Store stores files by key: words of letters, digits and hyphens between slashes. Many goroutines may use
// it at once.
type Store interface {
	// Put stores the content up to its end, and returns its size. When Put returns, the whole file is
	// stored, even if the machine stops. After an error, including one of content, there is no file, or one
	// that List returns.
	Put(ctx context.Context, key string, content io.Reader) (size int64, err error)
	// Open opens a file for reading from any position. The error is ErrNotFound for a missing file.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Remove removes a file. A missing file is no error.
	Remove(ctx context.Context, key string) error
	// List calls each with every file whose key has a prefix. It stops at an error of each, and returns it.
	List(ctx context.Context, prefix string, each func(Stored) error) error
}

// Stored is a file of a store.
type Stored struct {
	Key      string
	Modified time.Time
}

// ErrNotFound reports a file that is not in the store.
var ErrNotFound = errors.New("the store has no such file")

// ErrFull reports a store without room for a file.
var ErrFull = errors.New("the store of files is full")

// NewKey returns a random key for a new file below a prefix, which nobody can guess.
func NewKey(prefix string) string {
	name := strings.ToLower(rand.Text())
	return prefix + name[:2] + "/" + name[2:]
}
