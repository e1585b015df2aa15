// The page that finds records of all resources, and its search.

package pagerequest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/describe"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// finder searches the resources of a plan.
type finder struct {
	searched  []searched
	throttles []*plan.Throttle
}

// searched is a resource that the finder searches.
type searched struct {
	resource   *request.Resource
	operations []*request.Operation // operations that the requester must be allowed to use: to list the records, and to read one
	search     *plan.Param          // nil for a resource whose records are found only by title
	reads      store.Finding
}

// newFinder compiles the search of a plan; nil if there is nothing to search.
func newFinder(p *plan.Plan, resources map[*plan.Resource]*request.Resource) *finder {
	f := &finder{throttles: p.FindThrottles()}
	for _, resource := range p.Found() {
		s := searched{resource: resources[resource], operations: []*request.Operation{{Operation: resource.Builtin(plan.List)}, {Operation: resource.Builtin(plan.Retrieve)}}}
		for _, param := range resource.Params {
			if param.Role == plan.SearchRole {
				s.search = param
			}
		}
		s.reads = store.Finding{Title: resource.Title, Limit: plan.MaxFindRecords + 1}
		if resource.Parent != nil {
			s.reads.Parent, s.reads.ParentBy = resource.Parent.Field, resource.Parent.Resource.Lookup.Field
		}
		f.searched = append(f.searched, s)
	}
	if f.searched == nil {
		return nil
	}
	return f
}

// RegisterFind adds the path of the page that finds records.
func RegisterFind(rs *request.Routes, p *plan.Plan, pages pageapi.Pages) {
	f := newFinder(p, rs.Resources)
	if f == nil {
		return
	}
	rs.Search = func(x *request.Exchange, a *request.Admission) (request.Result, error) { return f.send(x, a, pages) }
	rs.Register(pageapi.FindPath, &request.Route{Route: &plan.Route{}, RouterPattern: pageapi.FindPath, Rule: p.Access, View: &request.Operation{Perform: sendFound}})
}

// mayFind reports whether pages link the requester to the page that finds records: requesters who may read
// the root may use it.
func mayFind(x *request.Exchange, a *request.Admission) bool {
	return x.Service.Routes.Search != nil && !a.Requester.Reduce(x.Service.Plan.Access, true).IsFalse()
}

// sendFound answers with the page, from the service of the requester.
func sendFound(x *request.Exchange, a *request.Admission) (request.Result, error) {
	if !request.Reads(x.R.Method) {
		return request.Result{}, pageapi.NotAllowed(x.W, x.R, "GET, HEAD")
	}
	if err := admitFind(x, a); err != nil {
		return request.Result{}, err
	}
	return x.Service.Routes.Search(x, a)
}

// send answers with the page.
func (f *finder) send(x *request.Exchange, a *request.Admission, pages pageapi.Pages) (request.Result, error) {
	if f.throttles != nil {
		of := *a
		of.Operation = &request.Operation{Operation: &plan.Operation{Throttles: f.throttles}}
		if err := request.Throttle(x, &of); err != nil { // 429
			return request.Result{}, err
		}
	}
	if x.Service.Replica.Lag > 0 {
		x.MayLag(a.Requester)
	}
	text, words, err := readFind(x)
	if err != nil {
		return request.Result{}, err
	}
	p := &pageapi.FindPage{Request: x.R, Header: x.W.Header(), Base: x.Base, User: a.Requester.User, Language: x.Locale.Language, Version: x.VersionAddress(a), Text: text}
	looked := 0
	for i := range f.searched {
		s := &f.searched[i]
		readable := s.readable(a)
		if readable.IsFalse() {
			continue
		}
		p.Resources = append(p.Resources, s.resource.Resource)
		if words != nil && mayCreate(a, s.resource.Resource) {
			p.Creates = append(p.Creates, s.resource.Resource)
		}
		switch {
		case words == nil || readable.Has(predicate.OpFunc): // a rule that Go has to check for each row
		case looked == plan.MaxFindResources:
			p.Left = append(p.Left, s.resource.Resource)
		default:
			looked++
			found, err := s.find(x, a, readable, text, words)
			if err != nil {
				return request.Result{}, err
			}
			if found.Records != nil {
				p.Found = append(p.Found, found)
			}
		}
	}
	x.Timing.Step("find")
	page, err := pages.Find(p)
	if err != nil {
		return request.Result{}, err
	}
	x.TellLanguage()
	return request.Result{Written: true}, describe.SendTagged(x, page, "text/html; charset=utf-8")
}

// admitFind authenticates the requester and checks their permission.
func admitFind(x *request.Exchange, a *request.Admission) error {
	if err := request.Identify(x, a); err != nil { // 401, 403
		return err
	}
	x.W.Header()["Cache-Control"] = request.PrivateResponse
	if err := x.JoinAudience(a); err != nil {
		return err
	}
	if !mayFind(x, a) {
		return access.Deny(x, a, nil, nil)
	}
	return nil
}

// readFind reads the query: the search text, and its words.
func readFind(x *request.Exchange) (text string, words []string, err error) {
	var problems problem.Fields
	for _, q := range querystring.Parse(x.R.URL.RawQuery) {
		switch {
		case q.Name == pageapi.FindParam:
			text = notation.TrimSpace(q.Value)
		case q.Name != "format" && !x.Service.Routes.Versions.InQuery(q.Name) && !strings.HasPrefix(q.Name, "_"):
			problems.Tell(q.Name, "unknown", field.Unknown("parameter", q.Name, []string{pageapi.FindParam}))
		}
	}
	most := x.Service.Options.Limits.ParamText
	words = plan.SearchWords(text)
	switch n := utf8.RuneCountInString(text); {
	case n > most:
		problems.Add(pageapi.FindParam, "Ensure this value has at most %d characters (it has %d).", most, n)
	case strings.Contains(text, "\x00"):
		problems.Add(pageapi.FindParam, "Null characters are not allowed.")
	case len(words) > plan.MaxSearchWords:
		problems.Add(pageapi.FindParam, "Ensure this search has no more than %d words.", plan.MaxSearchWords)
	}
	if len(problems) > 0 {
		return "", nil, &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
	}
	return text, words, nil
}

// readable returns the condition that the requester may list and read a record.
func (s *searched) readable(a *request.Admission) predicate.Expr {
	cond := a.Requester.Reduce(s.resource.RowAccess, true)
	for _, o := range s.operations {
		if !o.InScope(a.Requester.Credentials) {
			return predicate.Constant(false)
		}
		if o.Access != nil {
			cond = predicate.And(cond, a.Requester.Reduce(o.Access, true))
		}
	}
	return cond
}

// find returns the first matches that the requester may read: records with the text as their key, with all
// words in their title, or found by the search of their list. It runs one statement.
func (s *searched) find(x *request.Exchange, a *request.Admission, readable predicate.Expr, text string, words []string) (pageapi.FoundRecords, error) {
	found := pageapi.FoundRecords{Resource: s.resource.Resource}
	if !notation.Storable(text) {
		return found, nil // no stored text contains these characters
	}
	asks := s.reads
	asks.Named = s.named(text, words)
	matches := asks.Named
	if s.search != nil {
		l := access.NewListing(x, a)
		wrong, err := s.search.Read(l, []string{text})
		if err != nil {
			return found, fmt.Errorf("find in %s: %w", s.resource.Name, err)
		}
		if wrong == nil && l.Required > 0 { // a text may be an invalid pattern, and stop words find nothing
			matches = predicate.Or(matches, l.Where)
		}
	}
	if asks.Where = predicate.And(readable, matches); asks.Where.IsFalse() {
		return found, nil
	}
	err := s.resource.Rows.Find(x.Context, asks, func(record store.Found) {
		if found.More = len(found.Records) == plan.MaxFindRecords; !found.More {
			found.Records = append(found.Records, record)
		}
	})
	if err != nil {
		return found, fmt.Errorf("find in %s: %w", s.resource.Name, err)
	}
	return found, nil
}

// named returns the condition that a record has the text as its key in addresses, or all its words in the
// title.
func (s *searched) named(text string, words []string) predicate.Expr {
	named := predicate.Constant(false)
	if title := s.resource.Title; title != s.resource.Type.Key {
		named = predicate.Constant(true)
		for _, word := range words {
			named = predicate.And(named, predicate.CompareAt(predicate.OpIContains, title.Wire, title.Index, word))
		}
	}
	if key, ok := s.resource.Lookup.Parse(text); ok && !key.IsZero() && s.resource.Lookup.Has(key) {
		named = predicate.Or(named, predicate.CompareAt(predicate.OpEq, s.resource.Lookup.Field.Column, s.resource.Lookup.Field.Index, key.Arg()))
	}
	return named
}
