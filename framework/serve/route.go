package serve

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// route is one registered path.
type route struct {
	kind     kind
	resource *resource // of a collection and a record
	view     View
	pattern  string   // the path with :key, for observers
	allow    []string // the Allow header, nil for none
	// operations are those of the methods but OPTIONS, in the order of Allow.
	operations []methodOperation
	name       string
}

type kind uint8

const (
	rootRoute kind = iota
	collectionRoute
	recordRoute
	viewRoute
)

// resource is an endpoint with all that its answers need.
type resource struct {
	*plan.Resource
	rows     *store.Table
	metadata []byte          // the fields of OPTIONS, as a JSON object
	fields   []string        // the names of a representation, in their order
	related  []*schema.Field // the relations that rules have a say in
	// members are the to-many relations whose keys the rule, which has a part in Go, may look at; nil
	// for none.
	members []*schema.Field
}

// fieldNames are the names of a representation, in their order.
func fieldNames(t *schema.Type) []string {
	names := make([]string, len(t.Shown))
	for i, f := range t.Shown {
		names[i] = f.Wire
	}
	return names
}

// members finds the to-many relations that a rule may look at.
func members(e *plan.Resource) []*schema.Field {
	if !permission.HasRowFunc(e.Access) {
		return nil
	}
	var list []*schema.Field
	for _, f := range e.Type.Fields {
		if f.IsManyToMany() && f.Show != schema.ShowField {
			list = append(list, f)
		}
	}
	return list
}

// anyMethod is the one method that routes are registered under: which methods an endpoint offers
// is said after the permission check, not by the router.
const anyMethod = http.MethodGet

// routes registers the paths of the plan, without the router's own redirects and refusals.
func (h *Handler) routes(db *database.DB) error {
	h.router = &httprouter.Router{}
	h.root = newRoute(rootRoute, nil, h.plan.RootName, rootOperations)
	h.register("/", h.root)
	h.resources = map[*plan.Resource]*resource{}
	for _, e := range h.plan.Resources {
		order := make([]store.Order, len(e.Order))
		for i, o := range e.Order {
			order[i] = store.Order{Field: o.Field, Desc: o.Desc}
		}
		looked := members(e)
		rows, err := store.NewTable(db, store.TableSpec{Type: e.Type, Order: order, Reads: e.Reads, Loads: looked, Lookup: e.Lookup.Field})
		if err != nil {
			return err
		}
		res := &resource{Resource: e, rows: rows, members: looked, metadata: fieldsMetadata(e), fields: fieldNames(e.Type), related: related(e)}
		h.resources[e] = res
		h.register(e.Path, newRoute(collectionRoute, res, e.ListName, offers(e, collectionOperations)))
		h.register(e.Path+":key/", newRoute(recordRoute, res, e.RecordName, offers(e, recordOperations)))
	}
	if h.options.Pages != nil {
		h.options.Pages.Compile(h.plan, h.formats.offered)
		for path, view := range h.options.Pages.Views() {
			h.register(path, &route{kind: viewRoute, view: view})
		}
	}
	return nil
}

func newRoute(kind kind, res *resource, name string, operations []methodOperation) *route {
	return &route{kind: kind, resource: res, name: name, operations: operations, allow: allow(operations)}
}

func (h *Handler) register(path string, rt *route) {
	rt.pattern = path
	h.router.Handle(anyMethod, path, func(w http.ResponseWriter, _ *http.Request, params httprouter.Params) {
		x := (*exchange)(w.(*found))
		x.route, x.key = rt, params.ByName("key")
	})
}

// found is an exchange that a match is carried to: the router's handles get only a ResponseWriter.
type found exchange

func (f *found) Header() http.Header         { return f.w.Header() }
func (f *found) Write(b []byte) (int, error) { return f.w.Write(b) }
func (f *found) WriteHeader(status int)      { f.w.WriteHeader(status) }

func (x *exchange) match(path string) bool {
	handle, params, _ := x.router.Lookup(anyMethod, path)
	if handle == nil {
		return false
	}
	handle((*found)(x), x.r, params)
	if x.route.kind == recordRoute && (x.key == "" || !x.route.resource.Lookup.Fits(x.key)) {
		x.route = nil
	}
	return x.route != nil
}

// allow is the Allow header for some operations.
func allow(offers []methodOperation) []string {
	var methods []string
	for _, o := range offers {
		methods = append(methods, o.method)
	}
	if slices.Contains(methods, "GET") {
		methods = append(methods, "HEAD")
	}
	return []string{strings.Join(append(methods, "OPTIONS"), ", ")}
}

// validHost reports whether a text is what Django takes for a host: a name, or an address in
// brackets, and perhaps a port.
func validHost(s string) bool {
	name := span(s, "._-", 'z')
	if name == 0 && strings.HasPrefix(s, "[") {
		name = 1 + span(s[1:], ".:", 'f')
		colon := strings.IndexByte(s[:name], ':')
		if colon < 0 || name-colon < 2 || strings.Contains(s[:colon], ".") || !strings.HasPrefix(s[name:], "]") {
			return false
		}
		name++
	}
	port, ok := strings.CutPrefix(s[name:], ":")
	return name > 0 && (s[name:] == "" || ok && port != "" && strings.Trim(port, "0123456789") == "")
}

// span is how many digits, letters up to last and others of the characters s begins with.
func span(s, others string, last byte) int {
	for i := range len(s) {
		c := s[i]
		lower := c | 0x20
		if !(c >= '0' && c <= '9' || lower >= 'a' && lower <= last || strings.IndexByte(others, c) >= 0) {
			return i
		}
	}
	return len(s)
}

// findRoute splits the format suffix from the path and finds what the path stands for. A path
// that lacks only its final slash is redirected, with a status that keeps the method and body.
func (x *exchange) findRoute() error {
	x.header()["Vary"] = varyAccept
	if !validHost(x.r.Host) || !x.allowedHost() {
		return problem.New(problem.Malformed, "Invalid Host header.")
	}
	if err := x.checkQuery(); err != nil {
		return err
	}
	x.base = x.options.BaseURL
	if x.base == "" {
		scheme := "http://"
		if x.r.TLS != nil {
			scheme = "https://"
		}
		x.base = scheme + x.r.Host
	}
	if containsSlashEscape(x.r.URL.RawPath) {
		return notFound()
	}
	path := x.r.URL.Path
	if x.match(path) {
		return nil
	}
	x.route = nil
	if base, suffix := media.SplitSuffix(path); suffix != "" && x.match(base) && x.route.kind != viewRoute {
		x.suffix = suffix
		return nil
	}
	x.route = nil
	slashed := !strings.HasSuffix(path, "/") && x.match(path+"/")
	x.route = nil
	if slashed {
		return x.addSlash()
	}
	return notFound()
}

// containsSlashEscape reports whether a path has "%2F", which is a character of a segment and does
// not separate two (RFC 3986, section 2.2). No key of a record has one. raw is "" where the path has
// nothing that could be read in two ways.
func containsSlashEscape(raw string) bool {
	return raw != "" && (strings.Contains(raw, "%2f") || strings.Contains(raw, "%2F"))
}

// checkQuery bounds the query, which is read more than once.
func (x *exchange) checkQuery() error {
	query, limits := x.r.URL.RawQuery, &x.options.Limits
	if len(query) > limits.Query {
		return problem.New(problem.TooLong, "Query is longer than the limit of %d bytes.", limits.Query)
	}
	if query != "" && strings.Count(query, "&") >= limits.Params {
		return problem.New(problem.Malformed, "Query has more than %d parameters.", limits.Params)
	}
	return nil
}

// allowedHosts are the hosts that a handler answers under, in lower case; nil for all.
func allowedHosts(options *Options) []string {
	if slices.Contains(options.AllowedHosts, "*") || options.AllowedHosts == nil && options.BaseURL == "" {
		return nil
	}
	var hosts []string
	for _, host := range options.AllowedHosts {
		hosts = append(hosts, strings.ToLower(host))
	}
	if base, err := url.Parse(options.BaseURL); err == nil && base.Host != "" {
		name := strings.ToLower(base.Hostname())
		if strings.Contains(name, ":") {
			name = "[" + name + "]"
		}
		hosts = append(hosts, name)
	}
	return hosts
}

// allowedHost reports whether the service answers under the host of the request.
func (x *exchange) allowedHost() bool {
	if x.hosts == nil {
		return true
	}
	host := strings.ToLower(x.r.Host)
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	host = strings.TrimSuffix(host, ".")
	return slices.ContainsFunc(x.hosts, func(allowed string) bool {
		return host == allowed || strings.HasPrefix(allowed, ".") && (strings.HasSuffix(host, allowed) || host == allowed[1:])
	})
}

// redirect ends a request with another place to go. It is an error so that it ends the steps.
type redirect struct {
	status   int
	location string
}

func (r *redirect) Error() string { return "redirect to " + r.location }

// addSlash redirects within the service: the path has matched, so that it starts with one slash
// and names no other host.
func (x *exchange) addSlash() error {
	target := x.r.URL.EscapedPath() + "/"
	if x.r.URL.RawQuery != "" {
		target += "?" + x.r.URL.RawQuery
	}
	if x.reads() {
		return &redirect{http.StatusMovedPermanently, target}
	}
	return &redirect{http.StatusPermanentRedirect, target}
}
