// What a client has, in no language yet.

package client

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
)

// model is what a client has. Names are those of the document; each language writes them in its way.
type model struct {
	Name        string // of the configuration
	Title       string
	Version     string // of the API
	Prefix      string // of all paths, "" for none
	Accept      string
	VersionName string // of the header or parameter by which requests name the version, "" for none
	VersionIn   string // "header" or "query"
	Credentials []credential
	Groups      []*group
	Types       []*object // records and inputs, in the order in which they are met
	Choices     []*choice
}

// credential is a way to say who asks.
type credential struct {
	Name   string // "Token"
	Basic  bool
	Header string
	Word   string // before the token, with a space; "" for none
}

// group are the operations of a resource, or those below the first name of a path.
type group struct {
	Name       string // "tickets comments"
	Type       string // "TicketsCommentsAPI"
	About      string
	Operations []*operation
}

// kind is what an operation does, and so what its method looks like.
type kind uint8

const (
	callKind kind = iota // one request, one answer
	listKind             // a list without pages
	pageKind             // a page of a list
	bulkKind             // a list of inputs
	fileKind             // the content of a file
)

// operation is a method of a client. One operation of the plan may have several.
type operation struct {
	ID, Method, Path string
	Name             string // "list", "get"
	Kind             kind
	Summary, About   string
	Deprecated       bool
	Keys             []*member // of the path
	Query            *object   // nil for none
	Input            *typeRef  // nil for none
	InputPath        []string
	Many             bool     // the body is a list of Input
	Upload           bool     // Input may have files
	Output           *typeRef // nil for none
	Empty            bool     // there may be no answer, though there is an Output
	Frame            openapi.Frame
	Keyed            bool // it takes an Idempotency-Key
	Lenient          bool // some rows may be refused and others not
	Tagged           bool // the answer has an entity tag
	Change           bool // it changes something

	one *typeRef // the change of all rows that filters leave
}

// object is a record, an input, or the parameters of a list.
type object struct {
	Name    string
	About   string
	Input   bool // members that are not required may be absent
	Query   bool
	Tagged  bool // read by itself, it has an entity tag
	Members []*member
}

// Plain describes the type in words.
func (o *object) Plain() string {
	switch {
	case o.About != "":
		return strings.Join(strings.Fields(o.About), " ")
	case o.Input:
		return "What is sent. What is absent is not sent."
	}
	return "What the service shows."
}

// Says is the comment of the type, with its name.
func (o *object) Says() string {
	if o.About != "" && !o.Query {
		return o.Name + ": " + o.Plain()
	}
	about := o.Plain()
	return o.Name + " is " + strings.ToLower(about[:1]) + about[1:]
}

// has reports whether a member has values of a type, be it in lists.
func (o *object) has(is typeKind) bool {
	return slices.ContainsFunc(o.Members, func(m *member) bool { return m.Type.holds(is) })
}

// holds reports whether values are of a type, or lists of it.
func (t *typeRef) holds(is typeKind) bool {
	return t.Is == is || t.Of != nil && t.Is == listType && t.Of.holds(is)
}

// needs reports whether a member has to be there.
func (o *object) needs() bool {
	return slices.ContainsFunc(o.Members, func(m *member) bool { return m.Required })
}

// Iterable reports whether the pages of a list lead to the next ones.
func (o *operation) Iterable() bool { return o.Kind == pageKind && o.Frame.Next != nil }

// One reports whether the answer is an object.
func (o *operation) One() bool { return o.Output != nil && o.Output.Is == objectType && !o.Output.Null }

// member is a member of an object, a parameter, or a key in a path.
type member struct {
	Wire     string
	About    []string // sentences
	Type     *typeRef
	Required bool
	Commas   bool // several values are joined by commas
}

// choice is a type of texts of which there are only some.
type choice struct {
	Name   string
	Values []string
}

// Plain describes the type in words.
func (c *choice) Plain() string { return fmt.Sprintf("One of %d texts.", len(c.Values)) }

// Says is the comment of the type, with its name.
func (c *choice) Says() string { return fmt.Sprintf("%s is one of %d texts.", c.Name, len(c.Values)) }

// typeRef is the type of a value.
type typeRef struct {
	Is     typeKind
	Null   bool
	Of     *typeRef // of a list, or what the key stands for
	Key    *typeRef // of either
	Object *object
	Choice *choice
}

type typeKind uint8

const (
	anyType typeKind = iota
	textType
	intType
	floatType
	boolType
	momentType
	dateType
	decimalType
	mapType
	listType
	objectType
	choiceType
	eitherType // a key, or the record in its place
	looseType  // a number, or a word
	uploadType
)

// reader makes a model of a document.
type reader struct {
	d       *document
	m       *model
	objects map[string]*object
	choices map[string]*choice
	whole   map[string]string // by the schemas of which clients choose members: those of the whole
	types   scope             // names of types that are taken, as Go and Python write them
	of      string
}

func newModel(p *plan.Plan, o openapi.Options) (*model, error) {
	o.NoPages = true
	written, err := openapi.New(p, o)
	if err != nil {
		return nil, err
	}
	r := &reader{d: &document{}, whole: written.Choices(), objects: map[string]*object{}, choices: map[string]*choice{}, types: scope{}}
	if err := json.Unmarshal(written.JSON(), r.d); err != nil {
		return nil, fmt.Errorf("read the document of %s: %w", p.Name, err)
	}
	r.types.reserve(runtimeNames...)
	for _, name := range written.Components.Schemas.Names() {
		r.types.reserve(pascal(name, true))
	}
	r.m = &model{Name: p.Name, Title: r.d.Info.Title, Version: r.d.Info.Version, Accept: "application/json"}
	if len(r.d.Servers) > 0 {
		r.m.Prefix = strings.TrimSuffix(r.d.Servers[0].URL, "/")
	}
	r.version(p, o)
	r.credentials()
	groups := map[string]*group{}
	for _, op := range written.Operations() {
		if err := r.operation(groups, op); err != nil {
			return nil, fmt.Errorf("%s %s: %w", op.Method, op.Route.Pattern, err)
		}
	}
	return r.m, nil
}

// version says how requests name the version that the client speaks.
func (r *reader) version(p *plan.Plan, o openapi.Options) {
	problems := "application/problem+json"
	if p.Versions != nil {
		switch p.Versions.Place {
		case plan.VersionInAccept:
			v := p.Versions.Default
			if o.Version != nil {
				v = o.Version
			}
			named := "; " + p.Versions.Name + "=" + v.Name
			problems += named
			r.m.Accept += named
		case plan.VersionInHeader, plan.VersionInQuery:
			r.m.VersionName = p.Versions.Name
			r.m.VersionIn = r.d.Components.Parameters["Version"].In
		}
	}
	r.m.Accept = problems + ", " + r.m.Accept
}

// credentials are the schemes that programs use.
func (r *reader) credentials() {
	for _, name := range sortedKeys(r.d.Components.SecuritySchemes) {
		s := r.d.Components.SecuritySchemes[name]
		c := credential{Name: name, Header: "Authorization"}
		switch {
		case s.Type == "http" && s.Scheme == "basic":
			c.Basic = true
		case s.Type == "http" && s.Scheme == "bearer":
			c.Word = "Bearer "
		case s.Type == "apiKey" && s.In == "header":
			c.Header = s.Name
			if _, after, has := strings.Cut(s.About, `The word "`); has {
				word, _, _ := strings.Cut(after, `"`)
				c.Word = word + " "
			}
		default:
			continue // sessions are for browsers
		}
		r.m.Credentials = append(r.m.Credentials, c)
	}
}

// verbs are the methods of built-in operations.
var verbs = map[plan.Actions]string{
	plan.Create: "create", plan.Retrieve: "get", plan.Replace: "replace", plan.Modify: "update", plan.Destroy: "delete",
	plan.ModifyList: "update_many", plan.DestroyList: "delete_many",
}

// operation adds the methods of an operation.
func (r *reader) operation(groups map[string]*group, of openapi.Planned) error {
	op, inPath, err := r.d.operation(of.Route.Pattern, of.Method)
	if err != nil {
		return err
	}
	name := verbs[of.Builtin]
	if name == "" || of.Operation.Deleted {
		name = of.Name
	}
	if of.Resource != nil {
		r.of = of.Resource.Type.Go.Name()
	}
	o := &operation{
		ID: of.ID, Method: of.Method, Path: of.Route.Pattern, Name: name, Summary: op.Summary, About: op.Description, Deprecated: op.Deprecated,
		Keyed: op.taken("IdempotencyKey"), Change: !of.Safe(),
	}
	for _, p := range inPath {
		o.Keys = append(o.Keys, &member{Wire: p.Name, About: sentences(p.Description, nil), Type: r.typeOf(p.Schema, p.Name), Required: true})
	}
	g := r.group(groups, op.Tags[0])
	o.Query = r.query(g, o, op)
	if err := r.output(o, of, op); err != nil {
		return err
	}
	if err := r.input(o, of, op); err != nil {
		return err
	}
	g.Operations = append(g.Operations, r.methods(o, of)...)
	return nil
}

// group is that of an operation, by its tag.
func (r *reader) group(groups map[string]*group, name string) *group {
	if groups[name] == nil {
		g := &group{Name: name, Type: r.types.take(pascal(name, true) + "API")}
		for _, tag := range r.d.Tags {
			if tag.Name == name {
				g.About = tag.Description
			}
		}
		groups[name] = g
		r.m.Groups = append(r.m.Groups, g)
	}
	return groups[name]
}

// query are the parameters of an operation; nil for none.
func (r *reader) query(g *group, o *operation, op documentOperation) *object {
	q := &object{Query: true}
	for _, p := range op.Parameters {
		switch p.Ref {
		case "":
		case "#/components/parameters/RowTags", "#/components/parameters/RowActions":
			p = r.d.Components.Parameters[strings.TrimPrefix(p.Ref, "#/components/parameters/")]
		default:
			continue
		}
		if p.In != "query" || p.Name == "format" {
			continue
		}
		t := r.typeOf(p.Schema, p.Name)
		q.Members = append(q.Members, &member{
			Wire: p.Name, About: sentences(p.Description, p.Schema), Type: t,
			Commas: t.Is == listType && p.Explode != nil && !*p.Explode, Required: p.Name == plan.MaxAffectedParam,
		})
	}
	if len(q.Members) == 0 {
		return nil
	}
	name := pascal(g.Name, true)
	if o.Name != "list" {
		name += pascal(strings.Replace(o.Name, "_many", "_where", 1), true)
	}
	q.Name = r.types.take(name + "Query")
	q.About = "What " + o.ID + " is asked for. What is absent is not sent."
	r.m.Types = append(r.m.Types, q)
	return q
}

// methods are those of an operation: one, or several where it takes one row or many.
func (r *reader) methods(o *operation, of openapi.Planned) []*operation {
	bulk := of.Resource != nil && of.Builtin&(plan.ModifyList|plan.DestroyList) != 0
	if !bulk && (of.Builtin != plan.Create || !of.Resource.Bulk.Has(plan.Create)) {
		return []*operation{o}
	}
	many := *o
	many.Many, many.Kind, many.Query, many.Upload = true, bulkKind, nil, false
	each := many
	each.Lenient = true
	each.About = "Does what it can: some rows may be refused, and the others are written (Prefer: handling=lenient)."
	if of.Builtin == plan.Create {
		many.Name, each.Name = "create_many", "create_each"
		many.About = fmt.Sprintf("Creates all of a list of at most %d, or none.", of.Resource.Bulk.Max)
		o.About = "Creates a record."
		many.Frame, _ = of.ListFrame()
		return []*operation{o, &many, &each}
	}
	each.Name = strings.TrimSuffix(o.Name, "many") + "each"
	if !of.Resource.Bulk.Filtered {
		return []*operation{&many, &each}
	}
	where := *o
	where.Name, where.Kind = strings.TrimSuffix(o.Name, "many")+"where", bulkKind
	where.About += " They are those that the filters leave."
	where.Input = o.one
	return []*operation{&many, &each, &where}
}

func sortedKeys[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
