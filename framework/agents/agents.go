// Package agents offers the operations of a service to agents as tools, and its records as resources, by the Model Context
// Protocol (streamable HTTP, without sessions) at /-/mcp. A program lists it:
//
//	app.Program{Agents: agents.MCP(agents.Options{Writes: true})}.Main(config.All()...)
//
// A tool is a declared operation: its name, description and schemas are those of the plan. A call is a
// request that the service answers in the same process. It has the credentials, the address and the origin of
// the request that makes it. The same rules, rates, limits and audit apply, and wrong arguments get the same
// messages.
package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/traffic"
)

// Path is where agents ask.
const Path = "/-/mcp"

const (
	// maxBody is how many bytes a message of an agent may have.
	maxBody = 10 << 20
	// maxAnswer is how many bytes of an answer are kept, which no agent reads one by one.
	maxAnswer = 10 << 20
)

// Options say what agents are offered. The zero value offers what reads.
type Options struct {
	// Writes offers operations that change something too.
	Writes bool
	// DryRun makes calls of tools that write a dry run, unless the argument dry_run is false: an agent sees what would come of
	// a call before it makes it.
	DryRun bool
	// Offer leaves out operations for which it is false; nil offers all.
	Offer func(*plan.Operation) bool
}

// MCP returns what puts tools before a service, for app.Program.Agents.
func MCP(options Options) func(*plan.Plan, http.Handler) (http.Handler, error) {
	return func(p *plan.Plan, service http.Handler) (http.Handler, error) {
		if p.Audiences != nil { // members that some may not read are shown to nobody
			least, err := p.Audiences.Compile(plan.Audience{})
			if err != nil {
				return nil, err
			}
			p = least
		}
		s := &server{service: service, options: options, reading: traffic.NewBudget(maxMessages)}
		for _, r := range p.Routes {
			if err := s.paths.Add(r.Pattern, r.Pattern); err != nil {
				return nil, err
			}
		}
		if err := s.compileTools(p); err != nil {
			return nil, err
		}
		s.name = p.Name
		handler := mcp.NewStreamableHTTPHandler(s.of, &mcp.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true, DisableLocalhostProtection: true, // the service knows its hosts
			MaxRequestBodyBytes: maxBody, Logger: slog.New(slog.DiscardHandler),
		})
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, Path) {
				service.ServeHTTP(w, r)
				return
			}
			s.admit(w, r, handler)
		}), nil
	}
}

// server is the tools of a service.
type server struct {
	service http.Handler
	name    string
	options Options
	tools   []*tool // of requests that name no version
	// versions are the tools as each version has them, by its name and theirs; "" is that of requests that name none.
	versions map[string]map[string]*mcp.Tool
	paths    plan.Paths[string] // the patterns of all routes, offered or not
	reading  *traffic.Budget    // of messages
}

// leadsTo returns the pattern of the route that answers a path, without its escapes; "" for none of the plan.
func (s *server) leadsTo(path string) string {
	pattern, _, _ := s.paths.Find(path, nil)
	return pattern
}

// offers reports whether agents are offered an operation. Files are not, nor is an operation that always needs one: JSON has no form
// for it.
func (s *server) offers(o *plan.Operation) bool {
	return o.File == nil && !o.NeedsFile() && (o.Safe() || s.options.Writes) && (s.options.Offer == nil || s.options.Offer(o))
}

// of returns the server of one request, which calls as its sender.
func (s *server) of(sender *http.Request) *mcp.Server {
	prefix := strings.TrimSuffix(sender.URL.Path, Path)
	made := mcp.NewServer(&mcp.Implementation{Name: s.name, Version: "1"}, &mcp.ServerOptions{
		Logger:       slog.New(slog.DiscardHandler),
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" }, // the answer depends on the account
	})
	made.AddReceivingMiddleware(s.listOffered(sender, prefix))
	for _, t := range s.tools {
		// The protocol's package reads each schema again for each message, so that lists get the whole tools: see listOffered.
		made.AddTool(&mcp.Tool{Name: t.Name, InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, call *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return s.call(ctx, sender, prefix, t, call.Params.Arguments)
		})
		if !t.isResource() {
			continue
		}
		read := func(ctx context.Context, q *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return s.read(ctx, sender, prefix, q.Params.URI)
		}
		if len(plan.Params(t.operation.Pattern)) == 0 {
			made.AddResource(&mcp.Resource{Name: t.Name, Title: t.Title, Description: t.Description, URI: scheme + t.operation.Pattern, MIMEType: jsonType}, read)
		} else {
			made.AddResourceTemplate(&mcp.ResourceTemplate{Name: t.Name, Title: t.Title, Description: t.Description, URITemplate: scheme + t.operation.Pattern, MIMEType: jsonType}, read)
		}
	}
	return made
}

const (
	// scheme begins the names of resources: what follows is the path.
	scheme   = "api://"
	jsonType = "application/json"
)

// call performs an operation, and gives what the service answers.
func (s *server) call(ctx context.Context, sender *http.Request, prefix string, t *tool, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	r, refusal := t.request(ctx, prefix, arguments, s.leadsTo)
	if refusal != nil {
		return failed(refusal), nil
	}
	a := s.ask(sender, r)
	if a.status >= http.StatusBadRequest || a.large {
		return failed(a.body.Bytes()), nil
	}
	result := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.body.String()}}}
	if t.Tool.OutputSchema != nil && bytes.HasPrefix(a.body.Bytes(), []byte("{")) {
		result.StructuredContent = json.RawMessage(slices.Clone(a.body.Bytes()))
	}
	return result, nil
}

// failed returns the result of a call that is refused, with the body of the refusal.
func failed(body []byte) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: string(body)}}}
}

// read reads a resource.
func (s *server) read(ctx context.Context, sender *http.Request, prefix, uri string) (*mcp.ReadResourceResult, error) {
	path, _ := strings.CutPrefix(uri, scheme)
	u, err := url.Parse(path)
	if err != nil || u.IsAbs() || u.Host != "" {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	pattern := s.leadsTo(u.Path)
	if !slices.ContainsFunc(s.tools, func(t *tool) bool { return t.isResource() && t.operation.Pattern == pattern }) {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, prefix+u.RequestURI(), nil)
	if err != nil {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	a := s.ask(sender, r)
	switch {
	case a.status == http.StatusNotFound:
		return nil, mcp.ResourceNotFoundError(uri)
	case a.status >= http.StatusBadRequest || a.large:
		return nil, fmt.Errorf("%d: %s", a.status, a.body.String())
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: jsonType, Text: a.body.String()}}}, nil
}

// ownHeaders are those of the message of an agent, which are none of the call in it.
var ownHeaders = []string{"Accept", "Accept-Encoding", "Content-Length", "Content-Type", "Content-Encoding", "Prefer", "If-Match", "If-None-Match", "Range", "Idempotency-Key", "Last-Event-Id", "Connection", "Transfer-Encoding", "Te", "Upgrade"}

// ask lets the service answer a request as if its sender had made it.
func (s *server) ask(sender, r *http.Request) *answer {
	for name, values := range sender.Header {
		if !slices.Contains(ownHeaders, name) && !strings.HasPrefix(name, "Mcp-") {
			r.Header[name] = values
		}
	}
	r.Header.Set("Accept", jsonType)
	r.Host, r.RemoteAddr, r.TLS, r.RequestURI = sender.Host, sender.RemoteAddr, sender.TLS, r.URL.RequestURI()
	a := &answer{header: http.Header{}}
	func() {
		defer func() {
			if p := recover(); p != nil { // an answer that was begun and cannot be finished: see net/http.ErrAbortHandler
				a.status = http.StatusInternalServerError
				a.body.Reset()
				_, _ = io.WriteString(&a.body, `{"detail":"A server error occurred."}`)
			}
		}()
		s.service.ServeHTTP(a, r)
	}()
	if a.large {
		a.body.Reset()
		fmt.Fprintf(&a.body, `{"detail":"The answer has more than %d MiB. Ask for less at a time. What the call was to change is changed."}`, maxAnswer>>20)
	}
	return a
}

// answer is what the service has answered.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
	large  bool // it has more than maxAnswer
}

var errLarge = errors.New("the answer is too large for an agent")

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status < http.StatusOK {
		a.status = status
	}
}

func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.large = a.large || a.body.Len()+len(b) > maxAnswer; a.large {
		return 0, errLarge
	}
	return a.body.Write(b)
}
