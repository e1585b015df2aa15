// Reading archives.

package backup

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// ErrArchive reports a file that is no archive of a backup, or a damaged one.
var ErrArchive = errors.New("the archive cannot be restored")

// reader reads an archive in its order.
type reader struct {
	file   *os.File
	packed *zstd.Decoder
	tar    *tar.Reader
	head   Head
	end    end
	files  int
	ended  bool
}

// open opens an archive, and reads its head.
func open(path string) (*reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r := &reader{file: file}
	if r.packed, err = zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20)); err != nil {
		r.close()
		return nil, err
	}
	r.tar = tar.NewReader(r.packed)
	member, err := r.tar.Next()
	if err != nil || member.Name != headName || member.Size > maxJSON {
		r.close()
		return nil, fmt.Errorf("%w: %s is not a backup, or its beginning is damaged", ErrArchive, path)
	}
	err = r.readJSON(&r.head)
	if err == nil && r.head.Format != format {
		err = fmt.Errorf("%w: it has format %d, and this program reads %d; take the release that wrote it", ErrArchive, r.head.Format, format)
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// CheckHead fails if the beginning of a file is not that of an archive. It does not read the rest.
func CheckHead(path string) error {
	r, err := open(path)
	if err == nil {
		r.close()
	}
	return err
}

// maxJSON is the largest size of head and end.
const maxJSON = 1 << 16

func (r *reader) readJSON(into any) error {
	text, err := io.ReadAll(io.LimitReader(r.tar, maxJSON))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	return damaged(err)
}

// next goes to the next member, and returns its name, "" at the end of a whole archive. What is left of the member
// before is read over, against the checksum.
func (r *reader) next() (name string, err error) {
	member, err := r.tar.Next()
	if errors.Is(err, io.EOF) {
		return "", r.finish()
	}
	if err != nil {
		return "", damaged(err)
	}
	switch {
	case r.ended:
		return "", fmt.Errorf("%w: %s is behind its end", ErrArchive, member.Name)
	case member.Name == endName && member.Size <= maxJSON:
		r.ended = true
		if err := r.readJSON(&r.end); err != nil {
			return "", err
		}
		return r.next()
	case strings.HasPrefix(member.Name, filesFolder):
		r.files++
	case member.Name != databaseName:
		return "", fmt.Errorf("%w: %s is not part of a backup", ErrArchive, member.Name)
	}
	return member.Name, nil
}

// finish checks the end: all that was written was read.
func (r *reader) finish() error {
	if _, err := io.Copy(io.Discard, r.packed); err != nil {
		return damaged(err)
	}
	switch {
	case !r.ended:
		return fmt.Errorf("%w: its end is missing; copy the whole file", ErrArchive)
	case r.end.Files != r.files:
		return fmt.Errorf("%w: it has %d files instead of %d", ErrArchive, r.files, r.end.Files)
	}
	return nil
}

// damaged wraps an error of reading an archive.
func damaged(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: its end is missing; copy the whole file", ErrArchive)
	}
	return fmt.Errorf("%w: it is damaged: %w", ErrArchive, err)
}

func (r *reader) close() {
	if r.packed != nil {
		r.packed.Close()
	}
	_ = r.file.Close()
}
