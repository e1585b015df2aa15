// Package runtime is what the generated clients in Go have in common: requests with retries, pages, files and errors. Its
// files are copied into each of them.
package runtime

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Config says how a client speaks to the service. The zero value is useful.
type Config struct {
	// Credentials say who asks: Basic("alice", "…") or one of the other functions. nil is nobody: then nothing that
	// changes something is sent again after a lost connection, because the service could do it twice.
	Credentials Credentials
	// HTTP makes the requests; nil is a client of its own with the transport of net/http.
	HTTP *http.Client
	// Timeout is the time for one attempt; 0 is 30 seconds, and a negative one none. It does not bound the sending and
	// reading of files, for which there is the context.
	Timeout time.Duration
	// Attempts is how often a request is sent at most; 0 is 4, and 1 never sends one again.
	Attempts int
	// MaxWait is the longest time between two attempts; 0 is 30 seconds. A request that the service wants later than
	// that is not sent again.
	MaxWait time.Duration
	// Sleep waits between attempts; nil for the clock, or the end of the context.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Credentials add to the header of a request who asks.
type Credentials func(h http.Header)

// Option changes one call.
type Option func(*request)

// IfMatch makes a change only of the record that has this entity tag: the ETag of one that was read. The error of another
// is ErrChanged. An empty tag is an error: what was read has none.
func IfMatch(etag string) Option {
	return func(r *request) {
		if etag == "" {
			r.err = errors.New("IfMatch: the entity tag is empty; read the record first")
		}
		r.header.Set("If-Match", etag)
	}
}

// IfNoneMatch reads only what has another entity tag. The error is ErrNotModified where it has not.
func IfNoneMatch(etag string) Option {
	return func(r *request) { r.header.Set("If-None-Match", etag) }
}

// IdempotencyKey gives a change a key of your own, under which it is done once within 24 hours, whichever process sends it.
// Without it every call has a key of its own, that of all its attempts.
func IdempotencyKey(key string) Option {
	return func(r *request) { r.header.Set("Idempotency-Key", key) }
}

// DryRun does everything and stores nothing: the answer is that of the change.
func DryRun() Option {
	return func(r *request) {
		r.dryRun = true
		r.header.Add("Prefer", "dry-run")
	}
}

// Header adds a header to the request.
func Header(name, value string) Option {
	return func(r *request) { r.header.Add(name, value) }
}

// connection sends requests.
type connection struct {
	base   string
	config Config
	header [2]string // a header of all requests, by name and value; none without a name
	param  [2]string // a parameter of all queries
}

func newConnection(base string, config Config) (*connection, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("the address %q is none of http or https", base)
	}
	u.RawQuery, u.Fragment = "", ""
	if config.HTTP == nil {
		config.HTTP = &http.Client{}
	}
	if config.Timeout == 0 {
		config.Timeout = 30 * time.Second
	}
	if config.Attempts <= 0 {
		config.Attempts = 4
	}
	if config.MaxWait == 0 {
		config.MaxWait = 30 * time.Second
	}
	if config.Sleep == nil {
		config.Sleep = sleep
	}
	return &connection{base: strings.TrimSuffix(u.String(), "/"), config: config}, nil
}

// request is one call of a method.
type request struct {
	method string
	path   string
	query  url.Values
	header http.Header
	body   body // nil for none
	keyed  bool // the service does it once under an Idempotency-Key
	stream bool // the answer is read by the caller
	dryRun bool
	err    error
}

// body is what a request sends.
type body interface {
	// open is the body from its beginning. ok is false where it was read already and cannot be read again.
	open() (r io.Reader, ok bool)
	contentType() string
}

// newRequest is a request to a path, whose keys are escaped already.
func newRequest(method, path string, options []Option) *request {
	r := &request{method: method, path: path, header: http.Header{}}
	r.header.Set("Accept", accept)
	for _, option := range options {
		option(r)
	}
	return r
}

// setJSON gives the request a body: a value, within members where the service has an envelope.
func (r *request) setJSON(value any, path ...string) { r.setBody(newJSON(value, path...)) }

// setForm gives the request a body with files: a form where there are some, else JSON.
func (r *request) setForm(value any, files map[string]*Upload, path ...string) {
	r.setBody(newForm(value, files, path...))
}

func (r *request) setBody(b body, err error) {
	r.body = b
	if r.err == nil {
		r.err = err
	}
}

// send sends a request, again where that does no harm, and returns its answer, whose body the caller closes. Refusals are
// an *Error.
func (c *connection) send(ctx context.Context, r *request) (*http.Response, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.keyed && !r.dryRun && c.config.Credentials != nil && r.header.Get("Idempotency-Key") == "" {
		r.header.Set("Idempotency-Key", rand.Text())
	}
	repeatable := r.method == http.MethodGet || r.dryRun || r.keyed && r.header.Get("Idempotency-Key") != ""
	for attempt := 1; ; attempt++ {
		res, err := c.attempt(ctx, r)
		var refusal *Error
		refused := errors.As(err, &refusal)
		switch {
		case err == nil:
			return res, nil
		case ctx.Err() != nil, attempt >= c.config.Attempts:
			return nil, err
		case !refused && (!repeatable || errors.Is(err, errBody)):
			return nil, err
		case refused && refusal.Status != http.StatusTooManyRequests && (refusal.Status != http.StatusServiceUnavailable || !repeatable):
			return nil, err
		}
		wait := backOff(attempt)
		if refused && refusal.RetryAfter > wait {
			wait = refusal.RetryAfter
		}
		if wait > c.config.MaxWait || c.config.Sleep(ctx, wait) != nil {
			return nil, err
		}
	}
}

// backOff is the time before the attempt after one: a quarter of a second, and twice as long each time, half of it by
// chance.
func backOff(attempt int) time.Duration {
	d := 250 * time.Millisecond << min(attempt-1, 10)
	var b [1]byte
	_, _ = rand.Read(b[:]) // it never fails
	return d/2 + d/2*time.Duration(b[0])/255
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// errBody says that what was to be sent could not be read, or not again.
var errBody = errors.New("the body cannot be sent again")

// attempt sends a request once.
func (c *connection) attempt(ctx context.Context, r *request) (*http.Response, error) {
	stop := context.CancelFunc(func() {})
	_, upload := r.body.(*formBody)
	if c.config.Timeout > 0 && !r.stream && !upload {
		ctx, stop = context.WithTimeout(ctx, c.config.Timeout)
	}
	defer stop()
	query := maps.Clone(r.query)
	if c.param[0] != "" {
		if query == nil {
			query = url.Values{}
		}
		query.Set(c.param[0], c.param[1])
	}
	address := c.base + r.path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	var content io.Reader
	if r.body != nil {
		var ok bool
		if content, ok = r.body.open(); !ok {
			return nil, errBody
		}
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, address, content)
	if err != nil {
		return nil, err
	}
	for name, values := range r.header {
		sent.Header[name] = values
	}
	if c.header[0] != "" {
		sent.Header.Set(c.header[0], c.header[1])
	}
	if r.body != nil {
		sent.Header.Set("Content-Type", r.body.contentType())
	}
	if c.config.Credentials != nil {
		c.config.Credentials(sent.Header)
	}
	res, err := c.config.HTTP.Do(sent)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= 200 && res.StatusCode < 300 && r.stream {
		return res, nil
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", r.method, r.path, err)
	}
	if res.StatusCode < 200 || res.StatusCode >= 300 {
		return nil, newError(r, res, answer)
	}
	res.Body = io.NopCloser(bytes.NewReader(answer))
	return res, nil
}

// tagged is a record that keeps its entity tag.
type tagged interface{ setETag(etag string) }

// one sends a request whose answer is a record, below some members. It is nil where there is no answer.
func one[T any](ctx context.Context, c *connection, r *request, path ...string) (*T, error) {
	out := new(T)
	header, err := c.read(ctx, r, out, path)
	if err != nil || header == nil {
		return nil, err
	}
	if t, is := any(out).(tagged); is {
		t.setETag(header.Get("ETag"))
	}
	return out, nil
}

// value sends a request whose answer is another value.
func value[T any](ctx context.Context, c *connection, r *request, path ...string) (out T, err error) {
	_, err = c.read(ctx, r, &out, path)
	return out, err
}

// rows sends a request whose answer is a list.
func rows[T any](ctx context.Context, c *connection, r *request, at, record []string) ([]T, error) {
	text, err := value[json.RawMessage](ctx, c, r)
	if err != nil || text == nil {
		return nil, err
	}
	list, err := readRows[T](text, at, record)
	if err != nil {
		return nil, r.unreadable(err)
	}
	return list, nil
}

// none sends a request whose answer is of no interest.
func none(ctx context.Context, c *connection, r *request) error {
	_, err := c.send(ctx, r)
	return err
}

// read reads what stands in an answer below some members. The header is nil where there is no answer.
func (c *connection) read(ctx context.Context, r *request, into any, path []string) (http.Header, error) {
	res, err := c.send(ctx, r)
	if err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(res.Body)
	if err != nil || len(answer) == 0 {
		return nil, err
	}
	if answer, err = below(answer, path); err == nil {
		err = json.Unmarshal(answer, into)
	}
	if err != nil {
		return nil, r.unreadable(err)
	}
	return res.Header, nil
}

func (r *request) unreadable(err error) error {
	return fmt.Errorf("%s %s: read the answer: %w", r.method, r.path, err)
}

// below is what stands in an object of JSON below names within each other; null where there is nothing.
func below(text json.RawMessage, path []string) (json.RawMessage, error) {
	for _, name := range path {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(text, &object); err != nil {
			return nil, err
		}
		if text = object[name]; text == nil {
			return json.RawMessage("null"), nil
		}
	}
	return text, nil
}

// jsonBody is a value in JSON.
type jsonBody []byte

// newJSON is the body of a value, within members where the service has an envelope.
func newJSON(value any, path ...string) (body, error) {
	for i := len(path) - 1; i >= 0; i-- {
		value = map[string]any{path[i]: value}
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("write the body: %w", err)
	}
	return jsonBody(text), nil
}

func (b jsonBody) open() (io.Reader, bool) { return bytes.NewReader(b), true }
func (b jsonBody) contentType() string     { return "application/json" }

// pathKey is a key as it stands in a path. "~" escapes what clients and proxies change in paths: "/", ".", ".." and the empty text.
func pathKey[K int64 | string](key K) string {
	switch text := fmt.Sprint(key); text {
	case "":
		return "~"
	case "~":
		return "~7E"
	case ".", "..":
		return strings.ReplaceAll(text, ".", "~2E")
	default:
		return url.PathEscape(strings.NewReplacer("~2E", "~7E2E", "~2F", "~7E2F", "~7E", "~7E7E", "/", "~2F").Replace(text))
	}
}

// KeyOf is the key of the record that is at an address, such as its URL; the zero key where the address has none.
func KeyOf[K int64 | string](address string) (key K) {
	path, _, _ := strings.Cut(address, "?")
	path = strings.TrimSuffix(path, "/")
	name, err := url.PathUnescape(path[strings.LastIndexByte(path, '/')+1:])
	if err != nil {
		return key
	}
	switch to := any(&key).(type) {
	case *string:
		if name != "~" {
			*to = strings.NewReplacer("~2E", ".", "~2F", "/", "~7E", "~").Replace(name)
		}
	case *int64:
		*to, _ = strconv.ParseInt(name, 10, 64)
	}
	return key
}
