// The operations of a document as methods of a client.

package client

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/openapi"
)

// reader makes a model of a document.
type reader struct {
	d       *openapi.Document
	m       *model
	objects map[string]*object
	choices map[string]*choice
	whole   map[string]string // by the schemas of which clients choose members: those of the whole
	types   scope             // names of types that are taken, as Go and Python write them
	of      string            // whose choices are met, in the name of their types
}

func newModel(d *openapi.Document, name string) (*model, error) {
	r := &reader{d: d, whole: wholes(d), objects: map[string]*object{}, choices: map[string]*choice{}, types: scope{}}
	r.types.reserve(runtimeNames...)
	for _, name := range d.Components.Schemas.Names() {
		r.types.reserve(pascal(name, true))
	}
	r.m = &model{Name: name, Title: d.Info.Title, Version: d.Info.Version, Accept: "application/json"}
	if len(d.Servers) > 0 {
		r.m.Prefix = strings.TrimSuffix(d.Servers[0].URL, "/")
	}
	r.version()
	r.credentials()
	for _, tag := range d.Tags {
		g := &group{Name: tag.Name, About: tag.Description}
		r.of = g.Name
		for path, item := range d.Paths.All() {
			for method, op := range item.Operations.All() {
				if method == "options" || path == "/" || strings.HasPrefix(path, "/-/") || !slices.Equal(op.Tags, []string{tag.Name}) {
					continue
				}
				if err := r.operation(g, path, strings.ToUpper(method), item, op); err != nil {
					return nil, fmt.Errorf("%s %s: %w", strings.ToUpper(method), path, err)
				}
			}
		}
		if len(g.Operations) > 0 {
			r.m.Groups = append(r.m.Groups, g)
		}
	}
	return r.m, nil
}

// variants are the names of representations whose members clients choose (Selected), and of those in which they expand
// relations: the name of the whole with a number.
var variants = regexp.MustCompile(`^(.*?)(Selected)?([0-9]*)$`)

// wholes are, by the names of schemas of representations whose members clients choose or expand, those of the whole ones:
// a client may take all of them for one type.
func wholes(d *openapi.Document) map[string]string {
	all := map[string]string{}
	for name, s := range d.Components.Schemas.All() {
		m := variants.FindStringSubmatch(name)
		whole := d.Components.Schemas.Get(m[1])
		if m[2] != "" || m[3] != "" && whole != nil && slices.Equal(whole.Properties.Names(), s.Properties.Names()) {
			all[name] = m[1]
		}
	}
	return all
}

// inAccept finds out that requests name their version in Accept, which a document says only in words.
var inAccept = regexp.MustCompile(`Requests name their version in the parameter ([^ ]+) of Accept\.`)

// version says how requests name the version that the client speaks.
func (r *reader) version() {
	problems := "application/problem+json"
	if p := r.d.Components.Parameters.Get("Version"); p != nil {
		r.m.VersionName, r.m.VersionIn = p.Name, p.In
	} else if m := inAccept.FindStringSubmatch(r.d.Info.Description); m != nil {
		named := "; " + m[1] + "=" + r.d.Info.Version
		problems += named
		r.m.Accept += named
	}
	r.m.Accept = problems + ", " + r.m.Accept
}

// credentials returns the schemes that programs use.
func (r *reader) credentials() {
	for name, s := range r.d.Components.SecuritySchemes.All() {
		c := credential{Name: name, Header: "Authorization"}
		switch {
		case s.Type == "http" && s.Scheme == "basic":
			c.Basic = true
		case s.Type == "http" && s.Scheme == "bearer":
			c.Word = "Bearer "
		case s.Type == "apiKey" && s.In == "header":
			c.Header = s.Name
			if _, after, has := strings.Cut(s.Description, `The word "`); has {
				word, _, _ := strings.Cut(after, `"`)
				c.Word = word + " "
			}
		default:
			continue // sessions are for browsers
		}
		r.m.Credentials = append(r.m.Credentials, c)
	}
	slices.SortFunc(r.m.Credentials, func(a, b credential) int { return strings.Compare(a.Name, b.Name) })
}

// verbs are the methods of the operations that every resource may have, by the names that their ids end in.
var verbs = map[string]string{
	"create": "create", "retrieve": "get", "replace": "replace", "modify": "update", "destroy": "delete",
	"modify_list": updateMany, "destroy_list": deleteMany,
}

const (
	updateMany = "update_many"
	deleteMany = "delete_many"
)

// separators are characters that ids of operations do not have.
var separators = regexp.MustCompile("[^A-Za-z0-9]")

// nameOf returns the name of an operation within its group: the rest of its id behind that, in which other characters than
// letters and digits are underscores.
func nameOf(id, group string) string {
	plain := func(name string) string { return separators.ReplaceAllString(name, "_") }
	name, within := strings.CutPrefix(id, plain(group)+"_")
	if !within { // /send-mail/ with the operation send-mail
		name = plain(group[strings.LastIndex(group, " ")+1:])
	}
	if verb := verbs[name]; verb != "" {
		return verb
	}
	return name
}

// recordTitle is the summary of an operation on the records of a resource: "List: Ticket List".
var recordTitle = regexp.MustCompile(`^[A-Z][a-z ]+: (.+) (List|Instance)$`)

// operation adds the methods of an operation.
func (r *reader) operation(g *group, path, method string, item *openapi.PathItem, op *openapi.Operation) error {
	if m := recordTitle.FindStringSubmatch(op.Summary); m != nil {
		r.of = m[1]
	}
	o := &operation{
		ID: op.OperationID, Method: method, Path: path, Name: nameOf(op.OperationID, g.Name), Summary: op.Summary, About: op.Description,
		Deprecated: op.Deprecated, Keyed: takes(op, "IdempotencyKey"), Change: method != http.MethodGet,
	}
	for _, p := range item.Parameters {
		o.Keys = append(o.Keys, &member{Wire: p.Name, About: sentences(p.Description, nil), Type: r.typeOf(p.Schema, p.Name), Required: true})
	}
	if g.Type == "" {
		g.Type = r.types.take(pascal(g.Name, true) + "API")
	}
	o.Query = r.query(g, o, op)
	if err := r.output(o, op); err != nil {
		return err
	}
	if err := r.input(o, op); err != nil {
		return err
	}
	g.Operations = append(g.Operations, r.methods(o, op)...)
	return nil
}

// takes reports whether an operation has a parameter among the components.
func takes(op *openapi.Operation, component string) bool {
	return slices.ContainsFunc(op.Parameters, func(p *openapi.Parameter) bool { return p.Ref == parameters+component })
}

const parameters = "#/components/parameters/"

// maxAffected is the parameter by which a request that names rows by filters has to say how many they may be.
const maxAffected = "max_affected"

// query returns the parameters of an operation; nil for none.
func (r *reader) query(g *group, o *operation, op *openapi.Operation) *object {
	q := &object{Query: true}
	for _, p := range op.Parameters {
		if p.Ref != "" && p.Ref != parameters+"RowTags" && p.Ref != parameters+"RowActions" {
			continue
		}
		if p = r.d.ParameterOf(p); p.In != "query" || p.Name == "format" {
			continue
		}
		t := r.typeOf(p.Schema, p.Name)
		q.Members = append(q.Members, &member{
			Wire: p.Name, About: sentences(p.Description, p.Schema), Type: t,
			Commas: t.Is == listType && p.Explode != nil && !*p.Explode, Required: p.Name == maxAffected,
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

// methods returns the methods of an operation: one, or several where it takes one row or many.
func (r *reader) methods(o *operation, op *openapi.Operation) []*operation {
	most, bulk := mostRows(op)
	if !bulk && o.Name != updateMany && o.Name != deleteMany {
		return []*operation{o}
	}
	many := *o
	many.Many, many.Kind, many.Query, many.Upload = true, bulkKind, nil, false
	each := many
	each.Lenient = true
	each.About = "Does what it can: some rows may be refused, and the others are written (Prefer: handling=lenient)."
	if bulk {
		many.Name, each.Name = "create_many", "create_each"
		many.About = fmt.Sprintf("Creates all of a list of at most %v, or none.", most)
		o.About = "Creates a record."
		if answer := answerOf(op); answer != nil && len(answer.AnyOf) == 2 {
			many.Frame, _ = r.listFrame(answer.AnyOf[1])
		}
		return []*operation{o, &many, &each}
	}
	each.Name = strings.TrimSuffix(o.Name, "many") + "each"
	if op.RequestBody != nil && op.RequestBody.Required && o.one == nil {
		return []*operation{&many, &each}
	}
	where := *o
	where.Name, where.Kind = strings.TrimSuffix(o.Name, "many")+"where", bulkKind
	where.About += " They are those that the filters leave."
	where.Input = o.one
	return []*operation{&many, &each, &where}
}

// mostRows returns how many rows an operation takes that makes one, or all of a list.
func mostRows(op *openapi.Operation) (most float64, bulk bool) {
	if op.RequestBody == nil || !op.RequestBody.Content.Has(jsonType) {
		return 0, false
	}
	s, _ := inside(op.RequestBody.Content.Get(jsonType).Schema)
	if len(s.AnyOf) != 2 || !strings.HasSuffix(op.OperationID, "_create") {
		return 0, false
	}
	return s.AnyOf[1].Bound("maxItems")
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
