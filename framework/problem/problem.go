// Package problem declares the one error that may reach a client. It has a message for the client, and for
// a rejected input the messages by wire path.
//
// Every other error is a fault of the server: it is logged where it is caught, and answered with a 500
// without detail.
package problem

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Code is the kind of a refusal. It determines the HTTP status.
type Code uint8

const (
	// Internal is a fault of the service: 500, without detail for the client.
	Internal Code = iota
	// Invalid is readable input that breaks the rules of its fields: 400 with Fields.
	Invalid
	// Malformed is a request that cannot be read, such as broken JSON: 400 with a detail.
	Malformed
	// Unauthorized is a request without credentials, or with wrong ones: 401. If the first authentication
	// scheme has no challenge, such as sessions, the refusal is Forbidden instead.
	Unauthorized
	// Forbidden is a request without the required permissions: 403.
	Forbidden
	// NotFound is a path, format, page or record that does not exist: 404.
	NotFound
	// MethodNotAllowed is a method that the endpoint does not have: 405.
	MethodNotAllowed
	// NotAcceptable is an Accept header that no format satisfies: 406.
	NotAcceptable
	// Conflict is a change that other records prevent, such as deleting one that is still referred to: 409.
	Conflict
	// PreconditionFailed is a change of a record that has changed since it was read (If-Match): 412.
	PreconditionFailed
	// PreconditionRequired is a change without the version of the record that was read: 428.
	PreconditionRequired
	// TooLarge is a body over the limit: 413.
	TooLarge
	// TooLong is an address over the limit: 414.
	TooLong
	// RangeNotSatisfiable is a range of bytes that a file does not have: 416.
	RangeNotSatisfiable
	// Timeout is a client that does not finish its request: 408.
	Timeout
	// UnsupportedMedia is a Content-Type that no parser reads: 415.
	UnsupportedMedia
	// Reused is an Idempotency-Key that was used for another request: 422.
	Reused
	// Throttled is a client that has sent too many requests: 429.
	Throttled
	// Full is a service without room to store the body: 507.
	Full
	// Unavailable is a service that temporarily cannot answer: 503.
	Unavailable
)

// Status returns the HTTP status of the code.
func (c Code) Status() int {
	switch c {
	case Invalid, Malformed:
		return http.StatusBadRequest
	case Unauthorized:
		return http.StatusUnauthorized
	case Forbidden:
		return http.StatusForbidden
	case NotFound:
		return http.StatusNotFound
	case MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case NotAcceptable:
		return http.StatusNotAcceptable
	case Conflict:
		return http.StatusConflict
	case PreconditionFailed:
		return http.StatusPreconditionFailed
	case PreconditionRequired:
		return http.StatusPreconditionRequired
	case TooLarge:
		return http.StatusRequestEntityTooLarge
	case TooLong:
		return http.StatusRequestURITooLong
	case RangeNotSatisfiable:
		return http.StatusRequestedRangeNotSatisfiable
	case Timeout:
		return http.StatusRequestTimeout
	case UnsupportedMedia:
		return http.StatusUnsupportedMediaType
	case Reused:
		return http.StatusUnprocessableEntity
	case Throttled:
		return http.StatusTooManyRequests
	case Full:
		return http.StatusInsufficientStorage
	case Unavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

// Error is a refusal for the client. With Fields its body is an object of messages by wire path, with Items
// a list of these, and otherwise {"detail": Detail}.
type Error struct {
	Code   Code
	Detail string
	// At is the path of the nested row that Detail is about, such as "items[1]"; "" for none.
	At     string
	Fields Fields
	// Items are the messages about each object of a list, instead of Fields: none for a valid one. An item
	// that is no object may have a message without a path.
	Items []Fields
	// Inside are the names of the members of the body around the input, from the outermost; nil if the body
	// is the input.
	Inside []string
	// Query means that Fields are about query parameters: their paths are names, with any characters.
	Query bool
	// Instance is the path of the request, and Base the address of the service, for formats that contain
	// them.
	Instance, Base string
	// Language is the language of the messages, nil for English. Formats also translate their own texts.
	Language *Language
	// Wait is the time until the client may try again; 0 if it is not known.
	Wait time.Duration
	// Challenge is the WWW-Authenticate header of an Unauthorized.
	Challenge string

	original *Error // before In; nil for this one
}

// New returns an Error with a detail, formatted as by fmt.Sprintf.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Said returns Detail, after the path of the row that it is about.
func (e *Error) Said() string {
	if e.At == "" {
		return e.Detail
	}
	return e.At + ": " + e.Detail
}

// Wait returns the refusal of a throttled client, in the words of Django REST framework. Its message has
// whole seconds, at least one.
func Wait(d time.Duration) *Error {
	e := &Error{Code: Throttled, Wait: max(d, time.Second)}
	if e.Detail = "Request was throttled. Expected available in 1 second."; e.RetryAfter() != 1 {
		e.Detail = fmt.Sprintf("Request was throttled. Expected available in %d seconds.", e.RetryAfter())
	}
	return e
}

// RetryAfter returns Wait in whole seconds, rounded up.
func (e *Error) RetryAfter() int64 { return int64((e.Wait + time.Second - 1) / time.Second) }

// Error returns the text for logs, with the detail and the fields.
func (e *Error) Error() string {
	if len(e.Fields) == 0 && len(e.Items) == 0 {
		return e.Detail
	}
	var words []string
	for _, f := range e.Fields {
		words = append(words, f.Path+": "+strings.Join(f.Messages, " "))
	}
	for i, fields := range e.Items {
		for _, f := range fields {
			words = append(words, fmt.Sprintf("[%d].%s: %s", i, f.Path, strings.Join(f.Messages, " ")))
		}
	}
	return strings.Join(words, "; ")
}

// As returns the Error in err's chain, or nil if there is none.
func As(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return nil
}

// NonField is the path of messages about the input as a whole, as in Django REST framework.
const NonField = "non_field_errors"

// Fields are the messages of a rejected input, in the order in which their paths were added.
type Fields []Field

// Field is one wire path, such as "title" or "items[0].city", with its messages.
type Field struct {
	Path     string
	Messages []string
	// Codes are the kinds of Messages for programs: "max_length", or with a parameter "max_length
	// limit=120". A missing or empty code means "invalid".
	Codes []string
	// Name means that Path is one name from the client, with any characters, instead of a path.
	Name bool
}

// maxDots is the largest number of dots in a client's name that become steps of a path.
const maxDots = 32

// Under returns the problem of a part as a problem of the whole, with the part at a path. A client's name
// becomes a path with a step at each dot. With more than maxDots it stays a name: the response is indented
// at each step, and would grow by the square of their number.
func (f Field) Under(path string) Field {
	f.Name = f.Name && strings.Count(f.Path, ".")+strings.Count(f.Path, "[") > maxDots
	if f.Path != "" {
		path += "." + f.Path
	}
	f.Path = path
	return f
}

// Add records one message under a wire path.
func (f *Fields) Add(path, format string, args ...any) {
	msg := format
	if len(args) > 0 {
		msg = fmt.Sprintf(format, args...)
	}
	f.Tell(path, "", msg)
}

// Tell records one message with its code under a wire path.
func (f *Fields) Tell(path, code, message string) {
	for i := range *f {
		if (*f)[i].Path == path {
			(*f)[i].tell(code, message)
			return
		}
	}
	*f = append(*f, Field{Path: path})
	(*f)[len(*f)-1].tell(code, message)
}

func (f *Field) tell(code, message string) {
	if f.Messages = append(f.Messages, message); code == "" {
		return
	}
	for len(f.Codes) < len(f.Messages)-1 {
		f.Codes = append(f.Codes, "")
	}
	f.Codes = append(f.Codes, code)
}

// Code returns the code of message i, with the name and value of its parameter, "" for none.
func (f *Field) Code(i int) (code, param, value string) {
	if i >= len(f.Codes) || f.Codes[i] == "" {
		return "invalid", "", ""
	}
	code, rest, _ := strings.Cut(f.Codes[i], " ")
	param, value, _ = strings.Cut(rest, "=")
	return code, param, value
}

// Get returns the messages under a path, nil when there are none.
func (f Fields) Get(path string) []string {
	for i := range f {
		if f[i].Path == path {
			return f[i].Messages
		}
	}
	return nil
}

// Err returns nil when there are no messages, and an Invalid error otherwise.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Code: Invalid, Fields: f}
}

// ItemsErr returns nil when there are no messages about any item of a list, and an Invalid error otherwise.
func ItemsErr(items []Fields) error {
	for _, fields := range items {
		if len(fields) > 0 {
			return &Error{Code: Invalid, Detail: "Some items of the list are invalid.", Items: items}
		}
	}
	return nil
}
