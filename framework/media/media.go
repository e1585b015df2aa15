// Package media turns bytes into values and back, and chooses a format. A Parser reads the request
// bodies of one media type, a Renderer writes documents in one format; both are values that a set
// lists, and those of JSON, forms, YAML and the pages for people are here. Negotiate picks a
// renderer by the Accept header, SplitSuffix takes the name of one off a path.
//
// Everything here reads what strangers send, so every reader is bounded: by Limits, by time that
// grows with the length of the input only, and by errors that say where the input went wrong.
package media

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"example.com/resourceful/framework/problem"
)

// The media types of the parsers and renderers here.
const (
	typeJSON      = "application/json"
	typeForm      = "application/x-www-form-urlencoded"
	typeMultipart = "multipart/form-data"
	typeYAML      = "application/yaml"
)

// Limits bounds what a request may make the service read. A field that is zero or negative means
// its default.
type Limits struct {
	Body    int64 // bytes of a body; default 10 MiB, above it 413
	Text    int64 // bytes of one text, key, form field or part of a body; default Body, above it 400
	Depth   int   // levels of lists and objects in JSON and YAML; default 100, above it 400
	Values  int   // values and keys in JSON and YAML; default 300,000, above it 400
	Fields  int   // fields of a form or parts of a multipart body; default 1000, above it 400
	Aliases int   // YAML aliases, counted as often as they are followed; default 100, above it 400
	// UniqueKeys refuses objects of JSON and YAML that have a key twice, 400; else the last of equal keys counts.
	UniqueKeys bool
	// ValidText refuses texts and names of forms that are no UTF-8, 400 with their names; otherwise U+FFFD
	// stands for invalid bytes. In JSON and YAML it is refused in any case.
	ValidText bool

	// Upload is bytes of a body with files that File takes, of which Body bounds the rest; default 1 GiB,
	// above it 413.
	Upload int64
	// File takes the files of a multipart body as they come: the name of the field, that of the file as the
	// client has sent it, and the content, which need not be read to its end. A text under a name has no
	// content, and takes the place of a file before it. nil for a body whose files nobody wants.
	File func(name, fileName string, content io.Reader) error

	// Reserve is asked before the values of JSON and YAML take memory, and may refuse: two bytes of a
	// body can become hundreds. It hears of bodies with more than a thousand values. nil for never.
	Reserve func(bytes int64) error
}

// The memory that values take, in bytes, and how many are not worth asking for.
const (
	valueSize  = 128 // of the tree, at most; a separate object takes the most
	nodeSize   = 400 // of YAML before that
	freeValues = 1000
)

// reserve asks for the memory of some values.
func (l *Limits) reserve(values int, size int64) error {
	if l.Reserve == nil {
		return nil
	}
	return l.Reserve(int64(values) * size)
}

// WithDefaults returns l with the default in place of each field that is not positive.
func (l Limits) WithDefaults() Limits {
	if l.Body <= 0 {
		l.Body = 10 << 20
	}
	if l.Upload <= 0 {
		l.Upload = 1 << 30
	}
	if l.Text <= 0 {
		l.Text = l.Body
	}
	if l.Depth <= 0 {
		l.Depth = 100
	}
	if l.Values <= 0 {
		l.Values = 300_000
	}
	if l.Fields <= 0 {
		l.Fields = 1000
	}
	if l.Aliases <= 0 {
		l.Aliases = 100
	}
	return l
}

// Body is a decoded request body.
type Body struct {
	// Value is the tree of a JSON or YAML body: nil, bool, json.Number, string, []any or
	// map[string]any. It is nil for a form, and for an empty body.
	Value any
	// Form holds the text fields of a form-encoded or multipart body in their order. It is nil
	// when the body was no form, and not nil, if perhaps empty, when it was one.
	Form map[string][]string
	// Files holds the multipart names whose last part is a file. The content of the files is not kept.
	Files map[string]bool
	// Rest reads on, and gives the whole body; nil for one that is whole. A body with files stops before the
	// first of them: until then it may turn out that nobody wants it.
	Rest func() (Body, error)
	// Patch is what a body says to change, of a parser for that; nil for others.
	Patch Patch
	// Empty says that the body had no bytes. Whatever its Content-Type, it counts as an empty object.
	Empty bool
}

// Patch is what a PATCH says to change.
type Patch interface {
	// Apply returns the members of a record that the patch names, with the values that they then have, nil for
	// those that it removes. target is the record as it is; it is not changed. The values of the members in
	// unread are not told to whoever sends the patch: it changes them, and neither compares nor copies them.
	// A refusal that the client may read is a *problem.Error.
	Apply(target map[string]any, unread map[string]bool) (named map[string]any, err error)
}

// Parser reads the bodies of one media type. A set lists its parsers, those of third parties too.
type Parser struct {
	MediaType string // in lower case, without parameters: "application/json"
	// Patch says that the bodies are changes of a record, as those of PATCH may be: Body.Patch of the parsed
	// value. Other methods do not take them.
	Patch bool
	// Parse reads a body that is not empty. The names of params, the parameters of the
	// Content-Type, are in lower case. A refusal that the client may read is a *problem.Error.
	Parse func(body []byte, params map[string]string, limits Limits) (Body, error)
	// Read does what Parse does, of a body that is not in memory as a whole, and takes its place where it is
	// not nil. Errors of the body itself it returns as they are.
	Read func(body io.Reader, params map[string]string, limits Limits) (Body, error)
}

// Parsers returns the parsers of a set that lists none: JSON, form-encoded, multipart and YAML
// bodies, in that order.
func Parsers() []Parser {
	return []Parser{JSONParser(), FormParser(), MultipartParser(), YAMLParser()}
}

// JSONParser reads application/json.
func JSONParser() Parser { return Parser{MediaType: typeJSON, Parse: parseJSON} }

// FormParser reads application/x-www-form-urlencoded, as HTML forms send it.
func FormParser() Parser { return Parser{MediaType: typeForm, Parse: parseForm} }

// MultipartParser reads multipart/form-data, as HTML forms with files send it.
func MultipartParser() Parser { return Parser{MediaType: typeMultipart, Read: readMultipart} }

// YAMLParser reads application/yaml.
func YAMLParser() Parser { return Parser{MediaType: typeYAML, Parse: parseYAML} }

// IsForm says whether a Content-Type header names one of the two types that HTML forms send.
// Parameters and letter case do not matter.
func IsForm(contentType string) bool {
	name, _, _ := strings.Cut(contentType, ";")
	name = strings.TrimSpace(name)
	return strings.EqualFold(name, typeForm) || strings.EqualFold(name, typeMultipart)
}

// Decode reads the body of r with the parser for its Content-Type. A body of length 0 is Empty
// whatever its type. Refusals are *problem.Error, in this order: UnsupportedMedia when the body is
// compressed or no parser reads the type, TooLarge when it is over the limit, Malformed when it
// cannot be read. A *problem.Error of r.Body itself comes back as it is. An error of another
// type can only come from a parser of a third party, unchanged.
func Decode(r *http.Request, parsers []Parser, limits Limits) (Body, error) {
	limits = limits.WithDefaults()
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 {
		return Body{Empty: true}, nil
	}
	var first []byte
	if r.ContentLength < 0 {
		var err error
		if first, err = firstByte(r.Body); first == nil {
			return Body{Empty: err == nil}, err
		}
	}
	// Nothing is decompressed, so that a few bytes cannot become many.
	if coding := strings.Join(r.Header["Content-Encoding"], ", "); coding != "" && !strings.EqualFold(coding, "identity") {
		return Body{}, problem.New(problem.UnsupportedMedia, `Unsupported content encoding "%s" in request.`, validUTF8(coding))
	}
	parser, params := choose(r, parsers)
	if parser == nil {
		// The header goes into the detail as it was sent, parameters included, as DRF does.
		header := validUTF8(r.Header.Get("Content-Type"))
		return Body{}, problem.New(problem.UnsupportedMedia, `Unsupported media type "%s" in request.`, header)
	}
	if parser.Read != nil {
		limit := limits.Body
		if limits.File != nil {
			limit = limits.Upload
		}
		if r.ContentLength > limit {
			return Body{}, tooLarge(limit)
		}
		return parser.Read(io.MultiReader(bytes.NewReader(first), &boundedReader{r.Body, limit, limit - int64(len(first))}), params, limits)
	}
	body, err := readRest(r, first, limits.Body)
	if err != nil {
		return Body{}, err
	}
	return parser.Parse(body, params, limits)
}

// firstByte reads the first byte of a chunked body, the only sign that it has any; nil for none. An unsupported
// type is refused before more is read.
func firstByte(body io.Reader) ([]byte, error) {
	first := make([]byte, 1)
	switch _, err := io.ReadFull(body, first); {
	case err == nil:
		return first, nil
	case errors.Is(err, io.EOF):
		return nil, nil
	default:
		return nil, unreadable(err)
	}
}

// choose finds the parser for the Content-Type of r, nil when there is none. A malformed
// parameter spoils only the parameters, a malformed type everything.
func choose(r *http.Request, parsers []Parser) (*Parser, map[string]string) {
	mediaType, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return nil, nil
	}
	for i := range parsers {
		if parsers[i].MediaType == mediaType {
			return &parsers[i], params
		}
	}
	return nil, nil
}

// readRest returns the whole body, first included, or TooLarge. A Content-Length over the limit
// is refused without reading, and one that promises much does not reserve memory beforehand.
func readRest(r *http.Request, first []byte, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	body := make([]byte, 0, min(max(r.ContentLength, 512), 64<<10)+1)
	body = append(body, first...)
	for {
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > limit:
			return nil, tooLarge(limit)
		case err == io.EOF:
			return body, nil
		case err != nil:
			return nil, unreadable(err)
		case len(body) == cap(body):
			body = append(body, 0)[:len(body)]
		}
	}
}

// boundedReader is a body that fails where it is over the limit.
type boundedReader struct {
	r           io.Reader
	limit, left int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, tooLarge(b.limit)
	}
	return n, err
}

func tooLarge(limit int64) error {
	return problem.New(problem.TooLarge, "Request body is larger than the limit of %d bytes.", limit)
}

// unreadable is the refusal of a body that broke off. The cause is the client's connection, so
// nobody can do anything about it; only limits set further out are told apart.
func unreadable(err error) error {
	if limit, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge(limit.Limit)
	}
	if refusal := problem.As(err); refusal != nil {
		return refusal
	}
	return problem.New(problem.Malformed, "Request body could not be read completely.")
}
