// Package media turns bytes into values and back, and chooses a format. A Parser parses the request bodies
// of one media type, and a Renderer writes documents in one format. Both are values that a set lists. This
// package has those for JSON, forms, YAML and HTML pages. Negotiate picks a renderer by the Accept header,
// and SplitSuffix cuts the name of a format off a path.
//
// The input comes from strangers, so every parser has limits: Limits, and a time that grows only with the
// length of the input. Errors have the place of the mistake.
package media

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"example.com/resourceful/framework/problem"
)

// The media types of the parsers and renderers here.
const (
	typeJSON      = "application/json"
	typeForm      = "application/x-www-form-urlencoded"
	typeMultipart = "multipart/form-data"
	typeYAML      = "application/yaml"
)

// Limits bounds the cost of reading a request. A field that is zero or negative has its default.
type Limits struct {
	Body    int64 // bytes of a body; default 10 MiB, above it 413
	Text    int64 // bytes of one text, key, form field or part of a body; default Body, above it 400
	Depth   int   // levels of lists and objects in JSON and YAML; default 100, above it 400
	Values  int   // values and keys in JSON and YAML; default 300,000, above it 400
	Fields  int   // fields of a form or parts of a multipart body; default 1000, above it 400
	Aliases int   // YAML aliases, counted each time they are expanded; default 100, above it 400
	// UniqueKeys refuses objects of JSON and YAML with equal keys, 400; otherwise the last of equal keys
	// counts.
	UniqueKeys bool
	// ValidText refuses texts and names of forms that are not UTF-8, 400 with their names; otherwise U+FFFD
	// replaces invalid bytes. JSON and YAML always refuse them.
	ValidText bool
	// Orders receives the names of each object in JSON and YAML in the order in which they were sent, by the
	// address of its map, unless they are sorted. nil for none.
	Orders Orders

	// Upload is bytes of a body with files for File, of which Body limits the rest; default 1 GiB, above it
	// 413.
	Upload int64
	// File receives the files of a multipart body as they arrive: the name of the field, the file name from
	// the client, and the content, which need not be read to its end. A text under the name has no content,
	// and replaces a file before it. nil skips files.
	File func(name, fileName string, content io.Reader) error

	// Reserve is called before the values of JSON and YAML take memory, and may refuse: two bytes of a body
	// can become hundreds. It is called for bodies with more than a thousand values. nil reserves nothing.
	Reserve func(bytes int64) error
}

// Orders are the names in objects of a tree, by their maps, which it keeps alive: an address is that of one map.
type Orders = map[unsafe.Pointer][]string

// keepOrder notes the names of an object, unless they are sorted.
func (l *Limits) keepOrder(object map[string]any, names []string) {
	if l != nil && l.Orders != nil && !slices.IsSorted(names) {
		l.Orders[reflect.ValueOf(object).UnsafePointer()] = names
	}
}

// The memory of values, in bytes, and the number of values that need no reservation.
const (
	valueSize  = 128 // of the tree, at most; a separate object takes the most
	nodeSize   = 400 // of a YAML node before that
	freeValues = 1000
)

// reserve reserves the memory of some values.
func (l *Limits) reserve(values int, size int64) error {
	if l.Reserve == nil {
		return nil
	}
	return l.Reserve(int64(values) * size)
}

// WithDefaults returns l with the default for each field that is not positive.
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
	// Form holds the text fields of a form-encoded or multipart body in order. It is nil if the body was no
	// form, and not nil, but perhaps empty, for a form.
	Form map[string][]string
	// Files holds the multipart names whose last part is a file, without the content.
	Files map[string]bool
	// Rest reads the rest of the body and returns the whole; nil for a complete body. A body with files
	// stops before the first of them, because it may still be refused.
	Rest func() (Body, error)
	// Patch is the patch in a body of a patch parser; nil for others.
	Patch Patch
	// Empty means that the body had no bytes. With any Content-Type, it counts as an empty object.
	Empty bool
}

// Patch is a change of a record in a PATCH.
type Patch interface {
	// Apply returns the members of a record that the patch changes, with their new values, nil for removed
	// ones. target is the current record; it is not changed. The patch may change the members in unread,
	// but neither compare nor copy them, because their values are hidden from the client. A refusal for the
	// client is a *problem.Error.
	Apply(target map[string]any, unread map[string]bool) (named map[string]any, err error)
}

// Parser parses the bodies of one media type. A set lists its parsers, including third-party ones.
type Parser struct {
	MediaType string // in lower case, without parameters: "application/json"
	// Patch marks bodies with changes of a record, for PATCH: they have a Body.Patch. Other methods do not
	// accept them.
	Patch bool
	// Parse parses a body that is not empty. The names of params, the parameters of the Content-Type, are
	// in lower case. A refusal for the client is a *problem.Error.
	Parse func(body []byte, params map[string]string, limits Limits) (Body, error)
	// Read replaces Parse, if it is not nil, for a body that is not in memory as a whole. It returns errors
	// of the body itself unchanged.
	Read func(body io.Reader, params map[string]string, limits Limits) (Body, error)
}

// Parsers returns the default parsers: JSON, form-encoded, multipart and YAML bodies, in that order.
func Parsers() []Parser {
	return []Parser{JSONParser(), FormParser(), MultipartParser(), YAMLParser()}
}

// JSONParser parses application/json.
func JSONParser() Parser { return Parser{MediaType: typeJSON, Parse: parseJSON} }

// FormParser parses application/x-www-form-urlencoded, as HTML forms send it.
func FormParser() Parser { return Parser{MediaType: typeForm, Parse: parseForm} }

// MultipartParser parses multipart/form-data, as HTML forms with files send it.
func MultipartParser() Parser { return Parser{MediaType: typeMultipart, Read: readMultipart} }

// YAMLParser parses application/yaml.
func YAMLParser() Parser { return Parser{MediaType: typeYAML, Parse: parseYAML} }

// IsForm reports whether a Content-Type header names one of the two types of HTML forms. It ignores
// parameters and letter case.
func IsForm(contentType string) bool {
	name, _, _ := strings.Cut(contentType, ";")
	name = strings.TrimSpace(name)
	return strings.EqualFold(name, typeForm) || strings.EqualFold(name, typeMultipart)
}

// Decode parses the body of r with the parser for its Content-Type. A body of length 0 is Empty with any
// type. Refusals are *problem.Error, in this order: UnsupportedMedia if the body is compressed or its type
// has no parser, TooLarge if it exceeds the limit, Malformed if it cannot be parsed. It returns a
// *problem.Error of r.Body unchanged. An error of another type can only come from a third-party parser,
// unchanged.
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
	if name := params["charset"]; isForeign(name) {
		return Body{}, problem.New(problem.UnsupportedMedia, `Unsupported charset "%s" in request. Send UTF-8.`, validUTF8(name))
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

// firstByte reads the first byte of a chunked body, which shows that it is not empty; nil for none. An
// unsupported type is refused before more is read.
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

// choose returns the parser for the Content-Type of r, nil for none. It ignores malformed parameters, but
// not a malformed type.
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

// readRest returns the whole body, including first, or TooLarge. It refuses a Content-Length over the limit
// without reading, and reserves no memory for a large one.
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

// boundedReader is a body that fails beyond the limit.
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

// unreadable returns the refusal of a body that broke off. The client's connection is the cause, so only
// outer limits are distinguished.
func unreadable(err error) error {
	if limit, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge(limit.Limit)
	}
	if refusal := problem.As(err); refusal != nil {
		return refusal
	}
	return problem.New(problem.Malformed, "Request body could not be read completely.")
}
