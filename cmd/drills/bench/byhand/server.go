// Package byhand is what a Go programmer would write without the framework, for the endpoints that
// the benchmark drives: the yardstick of its table.
//
// It answers in JSON alone and knows Basic credentials alone: no pages, no YAML, no sessions, no
// OPTIONS, no format suffixes, no compression, no entity tags but of tickets, and of the tracker the parameters and fields
// alone that the benchmark sends; it suggests no names for unknown ones, and takes half a pair of surrogates for U+FFFD. Within that
// it does what the service promises: the same checks in the same order, the same bodies byte for byte, the same headers, one transaction for a write.
package byhand

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/resources/snippets"
)

// Server answers the requests of one configuration.
type Server struct {
	router    *httprouter.Router
	db        *database
	passwords passwords.Hasher
	verified  verified
	choices   choices
	highlight func(*rest.Call, *snippets.Snippet) error // of the declared snippets: what is compared is the rest
	tickets   ticketStatements
}

// New opens the database, which must have its tables, and prepares the statements of a
// configuration: "snippets", "directory" or "tracker".
func New(ctx context.Context, configuration, address string) (*Server, error) {
	db, err := open(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s := &Server{db: db, router: httprouter.New()}
	s.router.NotFound = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		secure(w.Header(), "")
		refuse(w, refused(http.StatusNotFound, "Not found."))
	})
	s.router.MethodNotAllowed = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secure(w.Header(), "")
		refuse(w, refused(http.StatusMethodNotAllowed, `Method "`+r.Method+`" not allowed.`))
	})
	switch configuration {
	case "snippets":
		s.choices = newChoices()
		s.highlight = snippets.Snippets().(rest.ViewSet[snippets.Snippet]).Serializer.BeforeSave
		err = db.prepareSnippets(ctx)
		s.handle("GET", "/snippets/", "GET, POST, HEAD, OPTIONS", s.listSnippets)
		s.handle("POST", "/snippets/", "GET, POST, HEAD, OPTIONS", s.createSnippet)
		s.handle("GET", "/snippets/:pk/", "GET, PUT, DELETE, HEAD, OPTIONS", s.getSnippet)
	case "directory":
		err = db.prepareDirectory(ctx)
		s.handle("GET", "/users/", "GET, POST, HEAD, OPTIONS", s.listUsers)
	case "tracker":
		err = db.prepareTracker(ctx)
		s.handle("GET", "/tickets/", "GET, POST, HEAD, OPTIONS", s.listTickets)
		s.handle("POST", "/tickets/", "GET, POST, HEAD, OPTIONS", s.createTicket)
	default:
		err = fmt.Errorf("there is no configuration %q", configuration)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// Close closes the database.
func (s *Server) Close() error { return s.db.Close() }

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.router.ServeHTTP(w, r) }

// handler answers a request of a user, nil for an anonymous one. It writes the answer, or returns
// an error and has written nothing.
type handler func(w http.ResponseWriter, r *http.Request, params httprouter.Params, user *user) error

// handle registers a handler behind the checks that all endpoints have.
func (s *Server) handle(method, path, allow string, h handler) {
	vary, challenge := "Accept, Cookie", ""
	if strings.HasPrefix(path, "/tickets/") { // of a configuration that asks for a token first
		vary, challenge = "Accept, Authorization, Cookie", "Token"
	}
	s.router.Handle(method, path, func(w http.ResponseWriter, r *http.Request, params httprouter.Params) {
		secure(w.Header(), allow)
		err := acceptable(r)
		var u *user
		if err == nil {
			w.Header().Set("Vary", vary)
			u, err = s.identify(r)
			switch {
			case err != nil:
				w.Header().Set("Cache-Control", "no-store")
			case u != nil:
				w.Header().Set("Cache-Control", "private, no-cache")
			}
		}
		if err == nil {
			err = h(w, r, params, u)
		}
		if e, ok := errors.AsType[*refusal](err); ok && challenge != "" && u == nil && e.status == http.StatusForbidden {
			w.Header().Set("WWW-Authenticate", challenge)
			err = &refusal{http.StatusUnauthorized, e.body}
		}
		if err != nil {
			refuse(w, err)
		}
	})
}

// secure sets the headers of every answer.
func secure(h http.Header, allow string) {
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Vary", "Accept")
	if allow != "" {
		h.Set("Allow", allow)
	}
}

// refusal is an error that the client may read.
type refusal struct {
	status int
	body   []byte // nil for none
}

func (e *refusal) Error() string { return strconv.Itoa(e.status) + " " + string(e.body) }

func refused(status int, detail string) error {
	b := appendText([]byte(`{"detail":`), detail)
	return &refusal{status, append(b, '}')}
}

// refuse answers an error: with its own words, or with a 500 that says nothing and is logged.
func refuse(w http.ResponseWriter, err error) {
	e, ok := errors.AsType[*refusal](err)
	if !ok {
		slog.Error("request failed", "error", err)
		e = &refusal{http.StatusInternalServerError, []byte(`{"detail":"A server error occurred."}`)}
	}
	send(w, e.status, e.body)
}

func send(w http.ResponseWriter, status int, body []byte) {
	if body != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error of the connection is the client's
}

// buffers are the bodies of answers, for reuse.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// withBuffer gives fn an empty buffer and takes back what fn has made of it.
func withBuffer(fn func(b []byte) ([]byte, error)) error {
	p := buffers.Get().(*[]byte)
	defer buffers.Put(p)
	b, err := fn((*p)[:0])
	*p = b
	return err
}
