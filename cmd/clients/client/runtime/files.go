package runtime

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
)

// Upload is a file to send. It is streamed. One whose content is an io.Seeker, such as an *os.File, can be sent again
// after a lost connection.
type Upload struct {
	Name    string
	Type    string // its media type; "" for none
	Content io.Reader
}

// MarshalJSON implements json.Marshaler: files are sent as forms, of which this is no part.
func (u *Upload) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// Download is the content of a file. The caller closes the Body.
type Download struct {
	Body io.ReadCloser
	Name string // "" where the service gives none
	Type string
	Size int64 // -1 where it is not known
	ETag string
}

// download reads the content of a file.
func (c *connection) download(ctx context.Context, r *request) (*Download, error) {
	r.stream = true
	r.header.Set("Accept", "*/*")
	res, err := c.send(ctx, r)
	if err != nil {
		return nil, err
	}
	d := &Download{Body: res.Body, Type: res.Header.Get("Content-Type"), Size: res.ContentLength, ETag: res.Header.Get("ETag")}
	if _, params, err := mime.ParseMediaType(res.Header.Get("Content-Disposition")); err == nil {
		d.Name = params["filename"]
	}
	return d, nil
}

// newForm is the body of a value with files: a form where there is one to send, else JSON.
func newForm(value any, files map[string]*Upload, path ...string) (body, error) {
	for name, file := range files {
		if file == nil {
			delete(files, name)
		}
	}
	if len(files) == 0 {
		return newJSON(value, path...)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	f := &formBody{boundary: rand.Text(), files: files, starts: map[string]int64{}}
	for name, member := range members {
		if files[name] == nil {
			f.add(name, member)
		}
	}
	slices.SortFunc(f.fields, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	for name, file := range files {
		f.names = append(f.names, name)
		if s, is := file.Content.(io.Seeker); is {
			if at, err := s.Seek(0, io.SeekCurrent); err == nil {
				f.starts[name] = at
			}
		}
	}
	slices.Sort(f.names)
	return f, nil
}

// formBody is a form with files. All attempts to send it have the same bytes, so that they are one request to the service.
type formBody struct {
	boundary string
	fields   [][2]string
	names    []string
	files    map[string]*Upload
	starts   map[string]int64 // where the files begin that can be read again

	reader *io.PipeReader // of the attempt before; nil for none
	done   chan struct{}  // closed when nothing is read for it any more
}

// add adds the fields of a member: a text as it is, a list as a field for each item, null as an empty text.
func (f *formBody) add(name string, member json.RawMessage) {
	var text string
	var list []json.RawMessage
	switch {
	case string(member) == "null":
		f.fields = append(f.fields, [2]string{name, ""})
	case json.Unmarshal(member, &text) == nil:
		f.fields = append(f.fields, [2]string{name, text})
	case json.Unmarshal(member, &list) == nil && !slices.ContainsFunc(list, structured):
		for _, item := range list {
			f.add(name, item)
		}
	default:
		f.fields = append(f.fields, [2]string{name, string(member)})
	}
}

// structured reports whether a value is a list or an object.
func structured(item json.RawMessage) bool { return item[0] == '[' || item[0] == '{' }

func (f *formBody) contentType() string { return "multipart/form-data; boundary=" + f.boundary }

func (f *formBody) open() (io.Reader, bool) {
	opened := f.reader != nil
	if opened {
		f.reader.Close()
		<-f.done
	}
	for _, name := range f.names {
		at, again := f.starts[name]
		if opened && !again {
			return nil, false
		}
		if again {
			if _, err := f.files[name].Content.(io.Seeker).Seek(at, io.SeekStart); err != nil {
				return nil, false
			}
		}
	}
	r, w := io.Pipe()
	done := make(chan struct{})
	f.reader, f.done = r, done
	go func() {
		w.CloseWithError(f.write(w))
		close(done)
	}()
	return r, true
}

func (f *formBody) write(to io.Writer) error {
	w := multipart.NewWriter(to)
	if err := w.SetBoundary(f.boundary); err != nil {
		return err
	}
	for _, field := range f.fields {
		if err := w.WriteField(field[0], field[1]); err != nil {
			return err
		}
	}
	quote := strings.NewReplacer("\\", "\\\\", `"`, "\\\"", "\r", "", "\n", "")
	for _, name := range f.names {
		file := f.files[name]
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", `form-data; name="`+quote.Replace(name)+`"; filename="`+quote.Replace(file.Name)+`"`)
		h.Set("Content-Type", "application/octet-stream")
		if file.Type != "" {
			h.Set("Content-Type", file.Type)
		}
		part, err := w.CreatePart(h)
		if err == nil {
			_, err = io.Copy(part, file.Content)
		}
		if err != nil {
			return err
		}
	}
	return w.Close()
}

// Range asks for a part of a file: from a byte on, so many; all that follow where there are less than 1.
func Range(from, bytes int64) Option {
	text := "bytes=" + strconv.FormatInt(from, 10) + "-"
	if bytes > 0 {
		text += strconv.FormatInt(from+bytes-1, 10)
	}
	return func(r *request) { r.header.Set("Range", text) }
}

var _ body = (*formBody)(nil)
