// Every answer against the OpenAPI document of the service.

package server

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
)

// contract is the OpenAPI document of a service, with which its responses must agree. It uses only the
// versions of the plan: paths, statuses, types, schemas and headers are those of the document.
type contract struct {
	plan    *plan.Plan
	prefix  string // of all paths
	formats map[string]bool
	byName  map[string]*agreement // by version; "" for that of requests which name none
}

// newContract writes the documents of a plan, and reads them as JSON.
func newContract(p *plan.Plan, options serve.Options, pages bool) (*contract, error) {
	c := &contract{plan: p, formats: map[string]bool{}, byName: map[string]*agreement{}}
	if u, err := url.Parse(options.BaseURL); err == nil {
		c.prefix = u.Path
	}
	for _, r := range p.Renderers {
		c.formats[r.Format().Name] = true
	}
	o := openapi.Options{Schemes: Schemes(p), Limits: options.Limits.Documented(), NoPages: !pages}
	versions := []*plan.Version{nil}
	if p.Versions != nil {
		versions = append(versions, p.Versions.All...)
	}
	for _, v := range versions {
		name := ""
		if o.Version = v; v != nil {
			name = v.Name
		}
		document, err := openapi.New(p, o)
		if err != nil {
			return nil, err
		}
		if c.byName[name], err = newAgreement(document); err != nil {
			return nil, fmt.Errorf("document of version %q: %w", name, err)
		}
	}
	return c, nil
}

// Schemes returns the authentication schemes of a test server.
func Schemes(p *plan.Plan) []auth.Scheme {
	if p.Schemes == nil {
		return standard.Schemes()
	}
	return p.Schemes
}

// CheckContract makes a test fail with each response of the server from now on that does not agree with the
// plan's OpenAPI document: with a status, a type, a body or a header that the document does not have for
// the operation. Run, Conformance and Fuzz check their servers.
func (s *Server) CheckContract(t testing.TB) {
	t.Helper()
	c, err := newContract(s.Plan, s.options, s.pages)
	if err != nil {
		t.Fatalf("contract: %v", err)
	}
	next := s.Handler
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, sent := *r, &bytes.Buffer{}
		asked.Header = r.Header.Clone()
		if r.Body != nil && r.Body != http.NoBody {
			r.Body = &copiedBody{r.Body, sent}
		}
		next.ServeHTTP(w, r)
		recorder, is := w.(*httptest.ResponseRecorder)
		if !is {
			return
		}
		if err := c.broken(effective(&asked, sent.Bytes()), recorder); err != nil {
			Failure{Fault: "it is not answered as /-/openapi.json says", Asked: Answer{recorder, &asked, sent.String()}, Rule: err.Error()}.Report(t)
		}
	})
}

// maxForm is the number of bytes kept of a body, which may be a form that stands for another method.
const maxForm = 64 << 10

// effective returns the request that a request stands for, with the known beginning of its body; its method
// is "" if a form may stand for any.
func effective(r *http.Request, body []byte) *http.Request {
	as := *r
	switch form := r.Method == http.MethodPost && media.IsForm(r.Header.Get("Content-Type")); {
	case r.Method != strings.ToUpper(r.Method): // another method than that in capitals
		as.Method = ""
	case r.Method == http.MethodHead:
		as.Method = http.MethodGet
	case form && bytes.Contains(body, []byte("_method")):
		as.Method = ""
	}
	return &as
}

// broken returns a response's disagreement with the document, nil for none. It ignores requests that the
// document does not cover, such as a path that does not exist and the preflights of browsers.
func (c *contract) broken(r *http.Request, answer *httptest.ResponseRecorder) error {
	a, path := c.agreement(r)
	pattern, operation := a.operation(path, r.Method, c.formats)
	status, preflight := answer.Code, r.Header.Get("Access-Control-Request-Method") != ""
	if operation == nil || preflight && status == http.StatusNoContent || status == http.StatusMovedPermanently || status == http.StatusPermanentRedirect {
		return nil
	}
	response := a.document.ResponseOf(operation.Responses.Get(strconv.Itoa(status)))
	if response == nil {
		return fmt.Errorf("%s %s has no status %d", r.Method, pattern, status)
	}
	return errors.Join(a.checkHeaders(response, answer.Header()), a.checkBody(pattern, strings.ToLower(r.Method), status, response, r, answer))
}

// agreement returns that of the version that a request names, with its path within the service.
func (c *contract) agreement(r *http.Request) (a *agreement, path string) {
	path = r.URL.Path
	if rest, below := strings.CutPrefix(path, c.prefix); below && strings.HasPrefix(rest, "/") {
		path = rest
	}
	vs, name := c.plan.Versions, ""
	if vs == nil {
		return c.byName[""], path
	}
	switch vs.Place {
	case plan.VersionInPath:
		first, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		if vs.Find(first) != nil {
			name, path = first, "/"+rest
		}
	case plan.VersionInHeader:
		name = r.Header.Get(vs.Name)
	case plan.VersionInQuery:
		name = r.URL.Query().Get(vs.Name)
	case plan.VersionInHost:
		for _, v := range vs.All {
			if strings.HasPrefix(strings.ToLower(r.Host), strings.ToLower(v.Name)+".") && len(v.Name) > len(name) {
				name = v.Name
			}
		}
	case plan.VersionInAccept:
		accept := strings.Join(r.Header["Accept"], ",")
		for _, renderer := range c.plan.Renderers {
			if asked := media.RangeParam(renderer.Format(), accept, vs.Name); asked != "" && name == "" {
				name = asked
			}
		}
	}
	if c.byName[name] == nil {
		name = ""
	}
	return c.byName[name], path
}
