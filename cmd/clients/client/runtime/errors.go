package runtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What is wrong, for errors.Is.
var (
	ErrNotModified  = errors.New("not modified")               // 304: it has the tag of IfNoneMatch
	ErrInvalid      = errors.New("invalid input")              // 400, 422: see Error.Fields
	ErrUnauthorized = errors.New("credentials are required")   // 401
	ErrForbidden    = errors.New("not permitted")              // 403
	ErrNotFound     = errors.New("not found")                  // 404: or the requester may not see it
	ErrConflict     = errors.New("conflict")                   // 409, 412: the record does not allow it as it is now
	ErrChanged      = errors.New("changed since it was read")  // 412: it has not the tag of IfMatch
	ErrUnavailable  = errors.New("not available at this time") // 429, 503: see Error.RetryAfter
)

// kinds are the statuses of errors.
var kinds = map[error][]int{
	ErrNotModified: {http.StatusNotModified}, ErrInvalid: {http.StatusBadRequest, http.StatusUnprocessableEntity},
	ErrUnauthorized: {http.StatusUnauthorized}, ErrForbidden: {http.StatusForbidden}, ErrNotFound: {http.StatusNotFound},
	ErrConflict: {http.StatusConflict, http.StatusPreconditionFailed}, ErrChanged: {http.StatusPreconditionFailed},
	ErrUnavailable: {http.StatusTooManyRequests, http.StatusServiceUnavailable},
}

// Error is a refusal of the service.
type Error struct {
	Method, Path string
	Status       int
	Detail       string       // in words
	Fields       []FieldError // what is wrong with which values
	RetryAfter   time.Duration
	Header       http.Header
	Body         []byte
}

// FieldError is what is wrong with a value.
type FieldError struct {
	// Path names the value as it stands in the body: "title", "items[0].city". It is "" for the whole body.
	Path string
	// Parameter names a parameter of the query in place of a path.
	Parameter string
	Code      string // "max_length"; "" where the service does not say it
	Message   string
}

// Error implements error.
func (e *Error) Error() string {
	words := []string{fmt.Sprintf("%s %s: %d", e.Method, e.Path, e.Status)}
	if e.Detail != "" {
		words = append(words, e.Detail)
	}
	for _, f := range e.Fields {
		words = append(words, strings.TrimPrefix(f.Path+f.Parameter+": "+f.Message, ": "))
	}
	return strings.Join(words, ": ")
}

// Is reports whether it is one of the errors of this package, by its status.
func (e *Error) Is(target error) bool { return slices.Contains(kinds[target], e.Status) }

// Field returns what is wrong with the value at a path, such as "items[0].city".
func (e *Error) Field(path string) (messages []string) {
	for _, f := range e.Fields {
		if f.Path == path && f.Parameter == "" {
			messages = append(messages, f.Message)
		}
	}
	return messages
}

func newError(r *request, res *http.Response, body []byte) *Error {
	e := &Error{Method: r.method, Path: r.path, Status: res.StatusCode, Header: res.Header, Body: body, RetryAfter: retryAfter(res.Header.Get("Retry-After"))}
	e.Detail, e.Fields = readRefusal(body)
	if e.Detail == "" && len(e.Fields) == 0 {
		e.Detail = http.StatusText(res.StatusCode)
	}
	return e
}

// retryAfter reads a number of seconds, or a moment.
func retryAfter(text string) time.Duration {
	if seconds, err := strconv.ParseInt(text, 10, 32); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}

// readRefusal reads problem details (RFC 9457), or the bodies of Django REST framework.
func readRefusal(body []byte) (detail string, fields []FieldError) {
	var p struct {
		Type   *string `json:"type"`
		Status *int    `json:"status"`
		Detail string  `json:"detail"`
		Errors []struct {
			Pointer   string `json:"pointer"`
			Parameter string `json:"parameter"`
			Code      string `json:"code"`
			Detail    string `json:"detail"`
		} `json:"errors"`
	}
	if json.Unmarshal(body, &p) == nil && p.Type != nil && p.Status != nil {
		for _, f := range p.Errors {
			fields = append(fields, FieldError{Path: pathOf(f.Pointer), Parameter: f.Parameter, Code: f.Code, Message: f.Detail})
		}
		return p.Detail, fields
	}
	var v any
	if json.Unmarshal(body, &v) != nil {
		return "", nil
	}
	if object, is := v.(map[string]any); is {
		if text, is := object["detail"].(string); is {
			return text, nil
		}
	}
	collect(v, "", &fields)
	return "", fields
}

// pathOf is a JSON pointer, which may be in a fragment, as a path.
func pathOf(pointer string) string {
	path := ""
	for i, name := range strings.Split(strings.TrimPrefix(pointer, "#"), "/") {
		if i > 0 {
			path = join(path, strings.NewReplacer("~1", "/", "~0", "~").Replace(name))
		}
	}
	return path
}

// join adds a name to a path, or the index of an item.
func join(path, name string) string {
	if _, err := strconv.Atoi(name); err == nil && name != "" {
		return path + "[" + name + "]"
	}
	return strings.TrimPrefix(path+"."+name, ".")
}

// collect adds the messages of a body of Django REST framework, by path.
func collect(v any, path string, to *[]FieldError) {
	switch v := v.(type) {
	case string:
		*to = append(*to, FieldError{Path: path, Message: v})
	case []any:
		for i, item := range v {
			if _, is := item.(string); is {
				collect(item, path, to)
			} else {
				collect(item, join(path, strconv.Itoa(i)), to)
			}
		}
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			if name == "non_field_errors" {
				collect(v[name], path, to)
			} else {
				collect(v[name], join(path, name), to)
			}
		}
	}
}
