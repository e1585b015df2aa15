// Package describe writes the OpenAPI document and its reference page, JSON Schemas, problem pages and the metadata
// of OPTIONS.
package describe

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/openapi/reference"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// The addresses of the document and the schemas.
const (
	documentPath = "/-/openapi"
	schemasPath  = "/-/schemas/"
)

// maxDocuments is the largest number of cached documents: one for each version of the service and of
// OpenAPI, and for requesters with different rights.
const maxDocuments = 64

// Documents caches documents; each is made at its first request.
type Documents struct {
	mu   sync.Mutex
	made *lru.Cache[documentKey, *document]
}

// documentKey identifies a document.
type documentKey struct {
	plan    *plan.Plan
	version string
	offers  string // the operations that it has; "" for all
	mine    bool   // for the requesters of this plan only
	older   bool   // in OpenAPI 3.0
}

// document is a document with its encodings.
type document struct {
	*openapi.Document
	json, yaml []byte
	reference  func() *reference.Reference // made at its first request
}

// NewDocuments returns an empty cache, which keeps the latest documents.
func NewDocuments() (*Documents, error) {
	made, err := lru.New[documentKey, *document](maxDocuments)
	return &Documents{made: made}, err
}

// RegisterDocuments adds the paths of the document, of the schemas and, if the service has pages, of the
// reference. It adds none if nobody may read them.
func RegisterDocuments(rs *request.Routes, ds *Documents, access permission.Rule, pages pageapi.Pages) {
	if access == permission.Nobody {
		return
	}
	if pages != nil {
		rs.Register(pageapi.ReferencePath, &request.Route{Route: &plan.Route{}, RouterPattern: pageapi.ReferencePath, View: &request.Operation{Perform: ds.sendReference(pages)}})
	}
	for _, path := range []string{documentPath + ".json", documentPath + ".yaml", schemasPath, schemasPath + ":file"} {
		rs.Register(path, &request.Route{Route: &plan.Route{}, RouterPattern: path, View: &request.Operation{Perform: ds.sendDescription}})
	}
}

// sendDescription answers with the document, a schema or the list of schemas. The public document has no
// members with rules; with ?for=me it has the members and operations that the requester may use.
func (ds *Documents) sendDescription(x *request.Exchange, a *request.Admission) (request.Result, error) {
	d, _, err := ds.find(x, a, false, "for", "version", "openapi")
	if err != nil {
		return request.Result{}, err
	}
	return request.Result{Written: true}, d.send(x)
}

// find returns the requested document, if the requester may read it. params are the allowed query
// parameters. mine reports whether the document is the requester's. greets means that the response names
// the requester.
func (ds *Documents) find(x *request.Exchange, a *request.Admission, greets bool, params ...string) (d *document, mine bool, err error) {
	if !request.Reads(x.R.Method) {
		return nil, false, pageapi.NotAllowed(x.W, x.R, "GET, HEAD")
	}
	asked, err := documentParams(x, params)
	if err != nil {
		return nil, false, err
	}
	mine = asked.mine
	h := x.W.Header()
	h.Set("Cache-Control", "public, no-cache")
	pageapi.SetVary(h, "")
	asks := mine || x.Service.Options.DocumentAccess != nil
	if asks || greets {
		if err := request.Identify(x, a); err != nil { // 401, 403
			return nil, false, err
		}
	}
	if asks {
		h["Cache-Control"] = request.PrivateResponse
		if permission.Reduce(x.Service.Options.DocumentAccess, a.Requester.Request(true)).IsFalse() {
			return nil, false, request.Denial{Refusal: x.Service.Auth.Denied(a.Requester.User)}
		}
	}
	d, err = ds.choose(x, a, asked)
	return d, mine, err
}

// documentQuery is the choice of a document in a query, beside its version.
type documentQuery struct {
	mine  bool // for=me
	older bool // openapi=3.0
}

// documentParams reads the query, and refuses parameters that are not known.
func documentParams(x *request.Exchange, known []string) (asked documentQuery, err error) {
	var problems problem.Fields
	for _, q := range querystring.Parse(x.R.URL.RawQuery) {
		switch {
		case !slices.Contains(known, q.Name):
			if !x.Service.Routes.Versions.InQuery(q.Name) && !strings.HasPrefix(q.Name, "_") {
				problems.Tell(q.Name, "unknown", field.Unknown("parameter", q.Name, known))
			}
		case q.Name == "for" && q.Value == "me":
			asked.mine = true
		case q.Name == "openapi" && (q.Value == "3.0" || q.Value == "3.1"):
			asked.older = q.Value == "3.0"
		case q.Name != "version":
			problems.Tell(q.Name, "invalid_choice", fmt.Sprintf("\"%s\" is not a valid choice.", q.Value))
		}
	}
	if len(problems) > 0 {
		return asked, &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
	}
	return asked, nil
}

// choose returns the requested document: of a version, and of the requester if it is theirs.
func (ds *Documents) choose(x *request.Exchange, a *request.Admission, asked documentQuery) (*document, error) {
	service, key := x.Service, documentKey{mine: asked.mine, older: asked.older}
	o := openapi.Options{Server: x.Service.Prefix.Before("/"), Schemes: service.Auth.Schemes(), SessionCookie: service.Auth.Cookies().Session().For(service.Site.HTTPS), Limits: service.Options.Limits.Documented(), NoPages: service.NewPage == nil, Mine: asked.mine}
	if asked.mine {
		var err error
		if service.ServiceOf != nil {
			if service, err = service.ServiceOf(a.Requester); err != nil {
				return nil, err
			}
		}
		o.Offers = func(r *plan.Route, o *plan.Operation) bool {
			return !r.Permits(o, a.Requester.Request(true)).IsFalse() && a.Requester.Credentials.Allows(o.Scopes)
		}
	}
	v, err := documentVersion(x, a, service.Plan.Versions)
	if err != nil {
		return nil, err
	}
	if o.Version = v; v != nil {
		key.version = v.Name
	}
	key.plan, key.offers = service.Plan, offered(service.Plan, o.Offers)
	return ds.of(key, o)
}

// documentVersion returns the version of the document, or nil for the version of requests that name none.
func documentVersion(x *request.Exchange, a *request.Admission, vs *plan.Versions) (*plan.Version, error) {
	name := querystring.Last(x.R.URL.RawQuery, "version")
	switch {
	case vs == nil && name == "":
		return nil, nil
	case vs == nil:
		return nil, problem.New(problem.NotFound, "Invalid version in query parameter.")
	case name == "" && a.Version != nil:
		name = a.Version.Name
	case name == "":
		name = x.Service.Routes.Versions.Asked(x, a)
	}
	if name == "" {
		return nil, nil
	}
	if v := vs.Find(name); v != nil {
		return v, nil
	}
	return nil, problem.New(problem.NotFound, "Invalid version in query parameter.")
}

// offered returns a text that identifies the offered operations of a plan; "" for all.
func offered(p *plan.Plan, offers func(*plan.Route, *plan.Operation) bool) string {
	if offers == nil {
		return ""
	}
	var b strings.Builder
	for _, r := range p.Routes {
		for _, o := range r.Operations {
			if offers(r, o) {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
	}
	return b.String()
}

// of returns the document of a key, and makes it at its first request.
func (ds *Documents) of(key documentKey, o openapi.Options) (*document, error) {
	if d, ok := ds.made.Get(key); ok {
		return d, nil
	}
	ds.mu.Lock()
	defer ds.mu.Unlock()
	if d, ok := ds.made.Get(key); ok {
		return d, nil
	}
	made, err := openapi.New(key.plan, o)
	if err != nil {
		return nil, err
	}
	written := made
	if key.older {
		written = openapi.Older(made)
	}
	d := &document{Document: made, json: written.JSON()}
	if d.yaml, err = written.YAML(); err != nil {
		return nil, fmt.Errorf("document of %s: %w", key.plan.Name, err)
	}
	d.reference = sync.OnceValue(func() *reference.Reference { return reference.New(made) })
	ds.made.Add(key, d)
	return d, nil
}

// send writes the document, schema or list that the path names.
func (d *document) send(x *request.Exchange) error {
	body, contentType := d.json, "application/json"
	path := x.R.URL.Path
	switch name, isSchema := strings.CutPrefix(path, schemasPath); {
	case isSchema && name == "":
		body = d.schemaList(x)
	case isSchema:
		name, _ = strings.CutSuffix(name, ".json")
		s := d.Schema(name)
		if s == nil {
			return request.NotFound()
		}
		body, contentType = s.JSON(), "application/schema+json"
	case strings.HasSuffix(path, ".yaml"):
		body, contentType = d.yaml, "application/yaml"
	}
	return SendTagged(x, body, contentType)
}

// SendTagged writes a body with its entity tag, or a 304 if the client has it.
func SendTagged(x *request.Exchange, body []byte, contentType string) error {
	p := &request.Response{Status: http.StatusOK, Safe: true}
	tag := request.EntityTag(body, request.Negotiated{Rendering: &request.Rendering{Tag: 'o'}})
	x.W.Header()["Etag"] = p.Values.Of(tag)
	if request.NamesTag(x, tag) {
		request.SendUnchanged(x, p)
		return nil
	}
	return request.Send(x, p, body, contentType)
}

// schemaList returns the names of the schemas with their addresses.
func (d *document) schemaList(x *request.Exchange) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range d.Components.Schemas.Names() {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(notation.AppendText(nil, name))
		b.WriteByte(':')
		b.Write(notation.AppendText(nil, x.Base+schemasPath+name+".json"))
	}
	b.WriteString("}\n")
	return b.Bytes()
}
