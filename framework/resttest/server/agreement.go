// The requirements of one version's document on a request, and on its response.

package server

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

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/openapi"
)

// agreement is the document of one version.
type agreement struct {
	document *openapi.Document

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by pointer
}

// documentAddress is the address of the document within the compiler of schemas.
const documentAddress = "https://example.com/openapi.json"

// newAgreement reads a document. Objects of answers have no members but those that it names.
func newAgreement(d *openapi.Document) (*agreement, error) {
	for _, s := range d.Components.Schemas.All() {
		closeObjects(s)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.JSON()))
	if err != nil {
		return nil, err
	}
	a := &agreement{document: d, schemas: map[string]*jsonschema.Schema{}}
	a.compiler = jsonschema.NewCompiler()
	a.compiler.DefaultDraft(jsonschema.Draft2020)
	a.compiler.AssertFormat()
	return a, a.compiler.AddResource(documentAddress, v)
}

// closeObjects lets the objects of a schema have no members but those that it names.
func closeObjects(s *openapi.Schema) {
	if s.Properties.Len() > 0 && s.AdditionalProperties == nil {
		s.Close()
	}
	for _, inner := range s.Inner() {
		closeObjects(inner)
	}
}

// operation finds the operation of the document that a request is for, nil for none.
func (a *agreement) operation(path, method string, formats map[string]bool) (pattern string, operation *openapi.Operation) {
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
	return pattern, a.document.Operation(pattern, method)
}

// match returns the pattern that matches a path; of several, the one with a name before a parameter from
// the left.
func (a *agreement) match(path string) (best string) {
	segments := strings.Split(path, "/")
	for _, pattern := range a.document.Paths.Names() {
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

// toldHeaders are the headers that a document must describe if responses have them.
var toldHeaders = strings.Fields("ETag Last-Modified Link Location Retry-After WWW-Authenticate RateLimit RateLimit-Policy Idempotency-Replayed Preference-Applied Deprecation Sunset Content-Disposition Content-Range Accept-Ranges")

func (a *agreement) checkHeaders(response *openapi.Response, header http.Header) error {
	for _, name := range toldHeaders {
		if header.Get(name) == "" {
			continue
		}
		h := a.document.HeaderOf(response.Headers.Get(name))
		if h == nil {
			return fmt.Errorf("the header %s: %s is not documented", name, header.Get(name))
		}
		if slices.Equal(h.Schema.Type, openapi.Types{"integer"}) {
			if _, err := strconv.ParseInt(header.Get(name), 10, 64); err != nil {
				return fmt.Errorf("the header %s: %s is not an integer", name, header.Get(name))
			}
		}
	}
	return nil
}

// checkBody requires the type of a body to be among those of the response, and its value to match the
// schema.
func (a *agreement) checkBody(pattern, method string, status int, response *openapi.Response, r *http.Request, answer *httptest.ResponseRecorder) error {
	c := checker{r: r, header: answer.Header(), body: answer.Body.Bytes()}
	if len(c.body) == 0 || r.Method == http.MethodHead {
		return nil
	}
	contentType, _, _ := strings.Cut(answer.Header().Get("Content-Type"), ";")
	if response.Content.Has("*/*") {
		return nil
	}
	if !response.Content.Has(contentType) {
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
	if to := a.document.Operation(pattern, method).Responses.Get(strconv.Itoa(status)).Ref; to != "" {
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

// schema returns the compiled schema at a place of the document.
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
