// The store of files in a folder.

package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// folder is a store in a local or mounted folder.
type folder struct{ root *os.Root }

// Folder returns the store in a folder, which it creates if necessary. Other programs may read and copy the
// folder. The sweep removes files that they add below the keys of a service.
func Folder(path string) (Store, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("folder of files: %w", err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("folder of files: %w", err)
	}
	return &folder{root}, nil
}

// pending is the suffix of a file that is being written.
const pending = ".part"

var keyPattern = regexp.MustCompile(`^[a-z0-9-]+(/[a-z0-9-]+)*(\.part)?$`)

// name returns the path of a file below the folder.
func (f *folder) name(key string) (string, error) {
	if !keyPattern.MatchString(key) {
		return "", fmt.Errorf("%q is not a file key", key)
	}
	return filepath.FromSlash(key), nil
}

// Put writes the file under another name, and renames it when it is on the disk.
func (f *folder) Put(ctx context.Context, key string, content io.Reader) (size int64, err error) {
	name, err := f.name(key)
	if err != nil {
		return 0, err
	}
	if err := f.root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return 0, storing(err)
	}
	file, err := f.root.OpenFile(name+pending, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, storing(err)
	}
	defer func() {
		if err != nil {
			_ = f.root.Remove(name + pending)
		}
	}()
	size, err = io.Copy(storingWriter{file}, content)
	if err == nil {
		err = storing(file.Sync())
	}
	if closed := file.Close(); err == nil {
		err = storing(closed)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = storing(f.root.Rename(name+pending, name))
	}
	if err == nil {
		err = f.sync(filepath.Dir(name))
	}
	return size, err
}

// storingWriter marks the errors of the disk, to distinguish them from those of the content.
type storingWriter struct{ file *os.File }

func (w storingWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	return n, storing(err)
}

// storing wraps an error of the folder: ErrFull if the disk is full.
func storing(err error) error {
	switch {
	case err == nil:
		return nil
	case isFull(err):
		return fmt.Errorf("%w: %w", ErrFull, err)
	default:
		return fmt.Errorf("store a file: %w", err)
	}
}

// sync makes the names in a folder durable, and those of its parents.
func (f *folder) sync(dir string) error {
	for {
		d, err := f.root.Open(dir)
		if err != nil {
			return storing(err)
		}
		err = d.Sync()
		_ = d.Close()
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return storing(err)
		}
		if dir == "." {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

func (f *folder) Open(_ context.Context, key string) (io.ReadSeekCloser, error) {
	name, err := f.name(key)
	if err != nil {
		return nil, err
	}
	file, err := f.root.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrNotFound
	case err != nil:
		return nil, fmt.Errorf("open a file: %w", err)
	}
	return file, nil
}

func (f *folder) Remove(_ context.Context, key string) error {
	name, err := f.name(key)
	if err != nil {
		return err
	}
	if err := f.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove a file: %w", err)
	}
	return nil
}

func (f *folder) List(ctx context.Context, prefix string, each func(Stored) error) error {
	start := filepath.FromSlash(strings.TrimSuffix(prefix, "/"))
	if start == "" {
		start = "."
	}
	return fs.WalkDir(f.root.FS(), filepath.ToSlash(start), func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // removed meanwhile, or missing
		case err != nil:
			return fmt.Errorf("list files: %w", err)
		case ctx.Err() != nil:
			return ctx.Err()
		case entry.IsDir() || !keyPattern.MatchString(path):
			return nil
		}
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return fmt.Errorf("list files: %w", err)
		}
		return each(Stored{Key: path, Modified: info.ModTime()})
	})
}
