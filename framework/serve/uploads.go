// Files that come with a body: stored as they come, and removed again where no row keeps them.

package serve

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// uploads are the files of one body.
type uploads struct {
	fields map[string]*field.Upload // by name
	stored []string                 // keys of what no row keeps yet
	// committing is set while it is not known whether a row keeps them: once the commit has begun.
	committing bool
	// discarded says that they are read and not stored: the request was done before.
	discarded bool
	// sums are digests of their names and contents, by the names of the fields, where those are asked for; else nil.
	sums map[string]string
}

// fileRows are the files that the rows of the plan name.
type fileRows struct {
	store  files.Store
	prefix func() string // of their keys
	rows   *store.Files
}

// newFileRows finds the files of a plan; nil for one without any.
func newFileRows(h *service) (*fileRows, error) {
	rows, err := store.NewFiles(h.db, h.plan.Tables)
	switch {
	case err != nil || !rows.Any():
		return nil, err
	case h.options.Files.Store == nil:
		return nil, errors.New("rows have files; set Options.Files.Store to a store, such as files.Folder(…)")
	}
	prefix := h.options.Files.Prefix
	if prefix == nil {
		prefix = func() string { return "" }
	}
	return &fileRows{h.options.Files.Store, prefix, rows}, nil
}

// receive takes a file of the body, or forgets the one before where content is nil: see media.Limits.File. What
// is no field of the operation is passed over.
func (s *sent) receive(x *exchange, a *admission, name, fileName string, content io.Reader) error {
	var f *schema.Field
	if a.operation != nil && a.operation.Input != nil {
		f = a.operation.Input.Type.ByWire(name)
	}
	delete(s.files.fields, name)
	if content != nil && s.files.sums != nil {
		sum := sha256.New()
		content = io.TeeReader(content, sum)
		defer func() { s.files.sums[name] = digest(fileName, string(sum.Sum(nil))) }()
	}
	if content != nil && name == pageapi.CSVFile && fileName != "" && a.form.Sheet != nil {
		return a.receiveSheet(x, content)
	}
	if content == nil || f == nil || !f.IsFile() || !f.Writable() {
		return nil
	}
	up := &field.Upload{}
	up.Name = field.CleanFileName(fileName)
	if up.Name == "" {
		up.Name = "file"
	}
	up.ContentType = field.TypeOfName(up.Name)
	in := &incoming{content: content, max: f.FileRules().Max}
	x.upload.filing = true
	defer func() { x.upload.filing = false }()
	if f.Keeps(up.Name) && !s.files.discarded {
		if err := s.store(x, f, up, in); err != nil {
			return err
		}
	}
	in.max = 0 // from here on it is counted only
	if _, err := io.Copy(io.Discard, in); err != nil {
		return err
	}
	up.Size = in.n
	if s.files.fields == nil {
		s.files.fields = map[string]*field.Upload{}
	}
	s.files.fields[name] = up
	return nil
}

// store stores a file while it comes, and looks at its content where the field wants that.
func (s *sent) store(x *exchange, f *schema.Field, up *field.Upload, in *incoming) error {
	to, rules := x.h.routes.files, f.FileRules()
	key := files.NewKey(to.prefix())
	s.files.stored = append(s.files.stored, key)
	_, err := to.store.Put(x.ctx, key, in)
	switch {
	case in.err != nil:
		return in.err
	case errors.Is(err, errLong):
		return nil
	case err != nil:
		return x.errStore(err)
	}
	up.Key = key
	if !rules.Checked || in.n == 0 {
		return nil
	}
	up.Detected, up.Genuine = true, files.IsOf(up.ContentType, in.head)
	if f.Kind.File == field.ImageFile && up.Genuine {
		return s.measure(x, up)
	}
	return nil
}

// measure reads the width and height of an image that is stored.
func (s *sent) measure(x *exchange, up *field.Upload) error {
	content, err := x.h.routes.files.store.Open(x.ctx, up.Key)
	if err != nil {
		return x.errStore(err)
	}
	defer content.Close()
	up.Width, up.Height, err = files.Measure(up.ContentType, content)
	up.Genuine = err == nil
	return nil
}

// errStore says that the store of files has failed: with 507 where it is full, which is logged here.
func (x *exchange) errStore(err error) error {
	if errors.Is(err, files.ErrFull) {
		x.h.options.Logger.ErrorContext(x.ctx, "the store of files is full", "error", err)
		return problem.New(problem.Full, "There is no room for the file. Please try again later.")
	}
	return fmt.Errorf("store of files: %w", err)
}

// errLong ends the storing of a file that is longer than its field lets it be.
var errLong = errors.New("file is too long for its field")

// incoming is the content of a file on its way to the store. It counts all that was read of it.
type incoming struct {
	content io.Reader
	max     int64 // bytes; 0 for any number
	n       int64
	head    []byte
	err     error // of the body
}

func (in *incoming) Read(p []byte) (int, error) {
	n, err := in.content.Read(p)
	in.n += int64(n)
	if room := files.HeadSize - len(in.head); room > 0 {
		in.head = append(in.head, p[:min(n, room)]...)
	}
	switch {
	case err != nil && err != io.EOF:
		in.err = err
	case in.max > 0 && in.n > in.max:
		return 0, errLong
	}
	return n, err
}
