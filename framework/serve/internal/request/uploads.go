// Files in a body: stored as they arrive, and removed again if no row keeps them.

package request

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// uploads are the files of one body.
type uploads struct {
	Fields map[string]*field.Upload // by name
	Stored []string                 // keys of files that no row keeps yet
	// Committing is set from the start of the commit: until it ends, rows may or may not keep the files.
	Committing bool
	// Discarded means that files are read but not stored, because the request was done before.
	Discarded bool
	// Sums are digests of the files' names and contents, by field name, if they are needed; else nil.
	Sums map[string]string
}

// fileRows finds the files that the rows of the plan name.
type fileRows struct {
	Store  files.Store
	Prefix func() string // prefix of their keys
	Rows   *store.Files
}

// NewFileRows returns the files of a plan; nil for none.
func NewFileRows(service *Service) (*fileRows, error) {
	rows, err := store.NewFiles(service.DB, service.Plan.Tables)
	switch {
	case err != nil || !rows.Any():
		return nil, err
	case service.Options.Files.Store == nil:
		return nil, errors.New("rows have files; set Options.Files.Store to a store, such as files.Folder(…)")
	}
	prefix := service.Options.Files.Prefix
	if prefix == nil {
		prefix = func() string { return "" }
	}
	return &fileRows{service.Options.Files.Store, prefix, rows}, nil
}

// receive stores a file of the body, or drops the previous one if content is nil: see media.Limits.File. It
// ignores names that are no fields of the operation.
func (s *Sent) receive(x *Exchange, a *Admission, name, fileName string, content io.Reader) error {
	var f *schema.Field
	if a.Operation != nil && a.Operation.Input != nil {
		f = a.Operation.Input.Type.ByWire(name)
	}
	delete(s.Files.Fields, name)
	if content != nil && s.Files.Sums != nil {
		sum := sha256.New()
		content = io.TeeReader(content, sum)
		defer func() { s.Files.Sums[name] = Digest(fileName, string(sum.Sum(nil))) }()
	}
	if content != nil && name == pageapi.CSVFile && fileName != "" && a.Form.Sheet != nil {
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
	x.Upload.filing = true
	defer func() { x.Upload.filing = false }()
	if f.Keeps(up.Name) && !s.Files.Discarded {
		if err := s.store(x, a, f, up, in); err != nil {
			return err
		}
	}
	in.max, in.past = 0, nil // from here on the file is only counted
	if _, err := io.Copy(io.Discard, in); err != nil {
		return err
	}
	up.Size = in.n
	if s.Files.Fields == nil {
		s.Files.Fields = map[string]*field.Upload{}
	}
	s.Files.Fields[name] = up
	return nil
}

// store stores a file while it arrives, and checks its content if the field requires that.
func (s *Sent) store(x *Exchange, a *Admission, f *schema.Field, up *field.Upload, in *incoming) (err error) {
	to, rules, of := x.Service.Routes.Files, f.FileRules(), uploadQuota(x)
	if in.left, err = of.take(x, a, 0); err != nil {
		return err
	}
	if in.past = of.errPast; in.left == 0 {
		return of.errPast(0)
	}
	key := files.NewKey(to.Prefix())
	s.Files.Stored = append(s.Files.Stored, key)
	_, err = to.Store.Put(x.Context, key, in)
	switch {
	case in.err != nil:
		return in.err
	case errors.Is(err, errLong):
		return nil
	case err != nil:
		return x.ErrStore(err)
	}
	if _, err := of.take(x, a, in.n); err != nil {
		return err
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

// measure reads the width and height of a stored image.
func (s *Sent) measure(x *Exchange, up *field.Upload) error {
	content, err := x.Service.Routes.Files.Store.Open(x.Context, up.Key)
	if err != nil {
		return x.ErrStore(err)
	}
	defer content.Close()
	up.Width, up.Height, err = files.Measure(up.ContentType, content)
	up.Genuine = err == nil
	return nil
}

// ErrStore returns the error of a failed store of files: a 507 if it is full, which is also logged.
func (x *Exchange) ErrStore(err error) error {
	if errors.Is(err, files.ErrFull) {
		x.Service.Options.Logger.ErrorContext(x.Context, "the store of files is full", "error", err)
		return problem.New(problem.Full, "There is no room for the file. Please try again later.")
	}
	return fmt.Errorf("store of files: %w", err)
}

// errLong ends the storing of a file that exceeds the limit of its field.
var errLong = errors.New("file is too long for its field")

// incoming is the content of a file on its way to the store. It counts the bytes read.
type incoming struct {
	content io.Reader
	max     int64 // limit in bytes; 0 for none
	left    int64 // bytes that are left of a quota, and the refusal of more; nil for no quota
	past    func(wait time.Duration) error
	n       int64
	head    []byte
	err     error // error of the body
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
	case in.past != nil && in.n > in.left:
		in.err = in.past(0)
		return 0, in.err
	case in.max > 0 && in.n > in.max:
		return 0, errLong
	}
	return n, err
}
