// Every answer against the OpenAPI document of the service.

package resttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
)

// contract is the OpenAPI document of a service, with which its answers have to agree. It knows nothing of the plan but its
// versions: paths, statuses, types, schemas and headers are those of the document.
type contract struct {
	plan    *plan.Plan
	prefix  string // of all paths
	formats map[string]bool
	byName  map[string]*agreement // by version; "" for that of requests which name none
}

// agreement is the document of one version.
type agreement struct {
	document map[string]any
	paths    map[string]any

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by pointer
}

// documentAddress is the address of the document within the compiler of schemas.
const documentAddress = "https://example.com/openapi.json"

// newContract writes the documents of a plan, and reads them as JSON.
func newContract(p *plan.Plan, options serve.Options, pages bool) (*contract, error) {
	c := &contract{plan: p, formats: map[string]bool{}, byName: map[string]*agreement{}}
	if u, err := url.Parse(options.BaseURL); err == nil {
		c.prefix = u.Path
	}
	for _, r := range p.Renderers {
		c.formats[r.Format().Name] = true
	}
	o := openapi.Options{Schemes: schemesOf(p), Limits: options.Limits.Documented(), NoPages: !pages}
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
		if c.byName[name], err = newAgreement(document.JSON(), p.Audiences != nil); err != nil {
			return nil, fmt.Errorf("document of version %q: %w", name, err)
		}
	}
	return c, nil
}

// schemesOf are how requesters of a test server say who they are.
func schemesOf(p *plan.Plan) []auth.Scheme {
	if p.Schemes == nil {
		return standard.Schemes()
	}
	return p.Schemes
}

// newAgreement reads a document. Objects of answers have no members but those that it names; with audiences some of these are
// kept from some requesters.
func newAgreement(text []byte, audiences bool) (*agreement, error) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	a := &agreement{document: v.(map[string]any), schemas: map[string]*jsonschema.Schema{}}
	a.paths = objectIn(a.document, "paths")
	for _, s := range objectIn(a.document, "components", "schemas") {
		closeObjects(s, audiences)
	}
	a.compiler = jsonschema.NewCompiler()
	a.compiler.DefaultDraft(jsonschema.Draft2020)
	a.compiler.AssertFormat()
	return a, a.compiler.AddResource(documentAddress, a.document)
}

// closeObjects lets the objects of a schema have no members but those that it names.
func closeObjects(v any, audiences bool) {
	switch v := v.(type) {
	case map[string]any:
		if _, names := v["properties"]; names && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
			if audiences {
				delete(v, "required")
			}
		}
		for _, inner := range v {
			closeObjects(inner, audiences)
		}
	case []any:
		for _, inner := range v {
			closeObjects(inner, audiences)
		}
	}
}

// objectIn is an object within another, nil for none.
func objectIn(of any, names ...string) map[string]any {
	for _, name := range names {
		object, _ := of.(map[string]any)
		of = object[name]
	}
	object, _ := of.(map[string]any)
	return object
}

// CheckContract lets a test fail with each answer of the server from now on that is not as the OpenAPI document of its plan
// says: with a status, a type, a body or a header that the document does not have of the operation. Run, Conformance and Fuzz
// check their servers.
func (s *Server) CheckContract(t testing.TB) {
	t.Helper()
	c, err := newContract(s.Plan, s.options, s.options.Pages != nil)
	if err != nil {
		t.Fatalf("contract: %v", err)
	}
	next := s.Handler
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		method := r.Method
		body := readForm(r)
		next.ServeHTTP(w, r)
		recorder, is := w.(*httptest.ResponseRecorder)
		if !is {
			return
		}
		asked := *r
		asked.Method = effective(method, body)
		if err := c.broken(&asked, recorder); err != nil {
			t.Errorf("%s %s is not answered as /-/openapi.json says: %v", method, r.URL, err)
		}
	})
}

// maxForm is how long a form may be that is looked into for _method.
const maxForm = 64 << 10

// readForm is the body of a form that may stand for another method, which the request keeps.
func readForm(r *http.Request) []byte {
	if r.Method != http.MethodPost || r.Body == nil || r.ContentLength <= 0 || r.ContentLength > maxForm || !media.IsForm(r.Header.Get("Content-Type")) {
		return nil
	}
	var b bytes.Buffer
	_, err := b.ReadFrom(r.Body)
	r.Body = struct {
		bodyReader
		closer
	}{bodyReader{bytes.NewReader(b.Bytes()), err}, closer{r.Body}}
	return b.Bytes()
}

// bodyReader reads what was read of a body, and then fails as that has.
type bodyReader struct {
	*bytes.Reader
	err error
}

func (b bodyReader) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err != nil && b.err != nil {
		err = b.err
	}
	return n, err
}

type closer struct{ of interface{ Close() error } }

func (c closer) Close() error { return c.of.Close() }

// effective is the method that a request stands for; "" where a form may stand for any.
func effective(method string, body []byte) string {
	switch {
	case method != strings.ToUpper(method): // another method than that in capitals
		return ""
	case method == http.MethodHead:
		return http.MethodGet
	case bytes.Contains(body, []byte("_method")):
		return ""
	}
	return method
}

// broken says what of an answer is not as the document has it, nil for nothing. What the document does not have at all, such as
// a path that does not exist, is not its concern.
func (c *contract) broken(r *http.Request, answer *httptest.ResponseRecorder) error {
	a, path := c.agreement(r)
	pattern, operation := a.operation(path, r.Method, c.formats)
	status := answer.Code
	if operation == nil || status == http.StatusMovedPermanently || status == http.StatusPermanentRedirect {
		return nil
	}
	responses := objectIn(operation, "responses")
	response := a.resolve(responses[strconv.Itoa(status)])
	if response == nil {
		return fmt.Errorf("%s %s has no status %d", r.Method, pattern, status)
	}
	return errors.Join(a.checkHeaders(response, answer.Header()), a.checkBody(pattern, strings.ToLower(r.Method), status, response, r, answer))
}

// agreement is that of the version that a request names, with its path within the service.
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

// operation finds the operation of the document that a request is for, nil for none.
func (a *agreement) operation(path, method string, formats map[string]bool) (pattern string, operation map[string]any) {
	// A suffix that names a format is none of the path, as the service reads it: /tickets/stats.json is no ticket.
	if base, suffix := media.SplitSuffix(path); suffix != "" && formats[suffix] {
		pattern = a.match(base)
	}
	if pattern == "" {
		pattern = a.match(path)
	}
	if pattern == "" {
		return "", nil
	}
	return pattern, objectIn(a.paths[pattern], strings.ToLower(method))
}

// match is the pattern that a path fits, where several do the one with a name before a parameter from the left.
func (a *agreement) match(path string) (best string) {
	segments := strings.Split(path, "/")
	for pattern := range a.paths {
		parts := strings.Split(pattern, "/")
		if len(parts) != len(segments) {
			continue
		}
		fits := true
		for i, part := range parts {
			fits = fits && (part == segments[i] || strings.HasPrefix(part, "{") && segments[i] != "")
		}
		// A brace is behind all that names are made of.
		if fits && (best == "" || pattern < best) {
			best = pattern
		}
	}
	return best
}

// resolve follows a reference.
func (a *agreement) resolve(v any) map[string]any {
	object, _ := v.(map[string]any)
	if to, is := object["$ref"].(string); is {
		return objectIn(a.document, strings.Split(strings.TrimPrefix(to, "#/"), "/")...)
	}
	return object
}

// toldHeaders are the headers that a document has to tell of where answers have them.
var toldHeaders = strings.Fields("ETag Last-Modified Link Location Retry-After WWW-Authenticate RateLimit RateLimit-Policy Idempotency-Replayed Preference-Applied Deprecation Sunset Content-Disposition Content-Range Accept-Ranges")

func (a *agreement) checkHeaders(response map[string]any, header http.Header) error {
	documented := objectIn(response, "headers")
	for _, name := range toldHeaders {
		if header.Get(name) == "" {
			continue
		}
		h := a.resolve(documented[name])
		if h == nil {
			return fmt.Errorf("the header %s: %s is not documented", name, header.Get(name))
		}
		if objectIn(h, "schema")["type"] == "integer" {
			if _, err := strconv.ParseInt(header.Get(name), 10, 64); err != nil {
				return fmt.Errorf("the header %s: %s is no integer", name, header.Get(name))
			}
		}
	}
	return nil
}

// checkBody wants the type of a body among those of the response, and its value as the schema says.
func (a *agreement) checkBody(pattern, method string, status int, response map[string]any, r *http.Request, answer *httptest.ResponseRecorder) error {
	c := checker{r: r, header: answer.Header(), body: answer.Body.Bytes()}
	if len(c.body) == 0 || r.Method == http.MethodHead {
		return nil
	}
	content := objectIn(response, "content")
	contentType, _, _ := strings.Cut(answer.Header().Get("Content-Type"), ";")
	if content["*/*"] != nil {
		return nil
	}
	if content[contentType] == nil {
		return fmt.Errorf("status %d is not documented as %s", status, contentType)
	}
	if !c.decompress() {
		return errors.Join(c.broken...)
	}
	value, structured, err := decodeBody(contentType, c.body)
	if err != nil || !structured {
		return err
	}
	pointer := pointerTo("paths", pattern, method, "responses", strconv.Itoa(status), "content", contentType, "schema")
	if to, shared := objectIn(a.paths[pattern], method, "responses", strconv.Itoa(status))["$ref"].(string); shared {
		pointer = strings.TrimPrefix(to, "#") + pointerTo("content", contentType, "schema")
	}
	schema, err := a.schema(pointer)
	if err != nil {
		return err
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("status %d, %w\n%.2000s", status, err, c.body)
	}
	return nil
}

// decodeBody reads a body in JSON or YAML.
func decodeBody(contentType string, body []byte) (value any, structured bool, err error) {
	switch {
	case strings.HasSuffix(contentType, "ndjson"):
		return nil, false, nil
	case strings.HasSuffix(contentType, "json"):
		value, err = jsonschema.UnmarshalJSON(bytes.NewReader(body))
		return value, true, err
	case strings.HasSuffix(contentType, "yaml"):
		var node any
		if err := yaml.Unmarshal(body, &node); err != nil {
			return nil, true, err
		}
		encoded, err := json.Marshal(node)
		if err != nil { // keys that are no texts
			return nil, false, nil
		}
		value, err = jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
		return value, !slices.Contains([]byte(string(body)), '!'), err
	}
	return nil, false, nil
}

// pointerTo is a JSON pointer.
func pointerTo(steps ...string) string {
	escapes := strings.NewReplacer("~", "~0", "/", "~1")
	var b strings.Builder
	for _, step := range steps {
		b.WriteString("/" + escapes.Replace(step))
	}
	return b.String()
}

// schema is the compiled schema at a place of the document.
func (a *agreement) schema(pointer string) (*jsonschema.Schema, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.schemas[pointer]; s != nil {
		return s, nil
	}
	s, err := a.compiler.Compile(documentAddress + "#" + (&url.URL{Path: pointer}).EscapedPath())
	if err == nil {
		a.schemas[pointer] = s
	}
	return s, err
}
