// Reading the query of a list: filters, search, order and members.

package access

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/settings"
	"example.com/resourceful/framework/store"
)

// ReadListing reads the query of a list or a record. All that is wrong with it is one refusal.
func ReadListing(x *request.Exchange, a *request.Admission, table *request.QueryTable) (*plan.Listing, error) {
	return ReadQuery(x, a, table, x.R.URL.RawQuery)
}

// ReadQuery is ReadListing of a query that the request need not have as its own.
func ReadQuery(x *request.Exchange, a *request.Admission, table *request.QueryTable, query string) (*plan.Listing, error) {
	l := NewListing(x, a)
	if query == "" {
		return l, nil
	}
	if table.Strict {
		l.Rules = plan.RequestRules{}
	}
	values, problems := sortParams(table, querystring.Parse(query), l.Rules, x.Service.Routes.Versions)
	q := &queryReading{x: x, table: table, whole: l, messages: make([][]told, len(table.Params))}
	if err := q.read(l, "", values); err != nil {
		return nil, err
	}
	if err := q.findReferences(a.Route.Res); err != nil {
		return nil, err
	}
	q.joinAlternatives()
	for _, messages := range q.messages {
		for _, m := range messages {
			problems.Tell(m.path, m.code, m.text)
		}
	}
	problems = append(problems, request.CheckColumns(a, table, query)...)
	x.Timing.Step("query")
	if len(problems) > 0 {
		return nil, &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
	}
	return l, nil
}

// queryReading is a query while it is read: its parameters, and those of its alternatives.
type queryReading struct {
	x     *request.Exchange
	table *request.QueryTable
	whole *plan.Listing // has the references of all alternatives too: one statement finds them
	// whole.References and asked grow in step: each reference has been asked for by the parameter at its place in asked.
	asked []askedBy
	// alternatives are the listings of the values of plan.OrParam.
	alternatives []*plan.Listing
	messages     [][]told // of each parameter
}

// askedBy is a parameter of a listing that asks for rows.
type askedBy struct {
	of     *plan.Listing
	param  int
	within string // "or[1]." in the second alternative
	values []string
}

// told is a message about the values of a parameter.
type told struct{ path, code, text string }

// tell adds messages about the values of a parameter.
func (q *queryReading) tell(by askedBy, texts []string) {
	p := q.table.Params[by.param]
	for _, text := range texts {
		q.messages[by.param] = append(q.messages[by.param], told{by.within + p.Name, p.Code(text, by.values), text})
	}
}

// read reads the values of each parameter into a listing: the whole one, or that of an alternative.
func (q *queryReading) read(l *plan.Listing, within string, values [][]string) error {
	for i, p := range q.table.Params {
		if values[i] == nil {
			continue
		}
		by := askedBy{l, i, within, values[i]}
		wrong, err := q.readParam(l, by)
		if err != nil {
			return fmt.Errorf("read parameter %s: %w", p.Name, err)
		}
		q.tell(by, wrong)
	}
	return nil
}

// readParam reads the values of one parameter.
func (q *queryReading) readParam(l *plan.Listing, by askedBy) (wrong []string, err error) {
	p := q.table.Params[by.param]
	required, alternatives := l.Required, len(q.alternatives)
	given, wrong := checkValues(p, by.values, l.Rules, &q.x.Service.Options.Limits)
	if wrong == nil && given != nil {
		l.Reading = p
		switch {
		case p.Role == plan.AlternativesRole:
			err = q.readAlternatives(given)
		case p.Read != nil:
			wrong, err = p.Read(l, given)
		}
		if err != nil {
			return nil, err
		}
	}
	references := l.References
	if l == q.whole {
		references = references[len(q.asked):]
	} else {
		q.whole.References, l.References = append(q.whole.References, references...), nil
	}
	for range references {
		q.asked = append(q.asked, by)
	}
	if q.table.Strict && p.Narrows() && wrong == nil && l.Required == required && len(references)+len(q.alternatives)-alternatives == 0 {
		wrong = []string{"This field may not be blank."} // on a list it would count as absent
	}
	if p.Check != nil && wrong == nil && !l.Rules.IgnoreSizes {
		wrong = p.Check(by.values[len(by.values)-1])
	}
	return wrong, nil
}

// readAlternatives reads queries of filters, of which a row meets at least one. A filter without a value counts as absent.
func (q *queryReading) readAlternatives(queries []string) error {
	or := q.table.Index[plan.OrParam]
	for n, query := range queries {
		within := fmt.Sprintf("%s[%d]", plan.OrParam, n)
		var filters []plan.ParamValue
		known := len(q.messages[or])
		for _, v := range querystring.Parse(query) {
			switch i, is := q.table.Index[v.Name]; {
			case !is || q.table.Params[i].Role != plan.FilterRole:
				q.messages[or] = append(q.messages[or], told{within + "." + v.Name, "unknown", field.Unknown("parameter", v.Name, q.filterNames())})
			case v.Value != "":
				filters = append(filters, v)
			}
		}
		if filters == nil && len(q.messages[or]) == known {
			q.messages[or] = append(q.messages[or], told{within, "", "This field may not be blank."})
		}
		alternative := NewListing(q.x, nil)
		alternative.Asker, alternative.Rules = q.whole.Asker, q.whole.Rules
		q.alternatives = append(q.alternatives, alternative)
		values, _ := sortParams(q.table, filters, q.whole.Rules, q.x.Service.Routes.Versions)
		if err := q.read(alternative, within+".", values); err != nil {
			return err
		}
	}
	return nil
}

// filterNames returns the names of the filters of the list.
func (q *queryReading) filterNames() (names []string) {
	for _, p := range q.table.Listed {
		if p.Role == plan.FilterRole {
			names = append(names, p.Name)
		}
	}
	return names
}

// joinAlternatives keeps only the rows that meet one of the alternatives.
func (q *queryReading) joinAlternatives() {
	if q.alternatives == nil {
		return
	}
	either := predicate.Constant(false)
	for _, alternative := range q.alternatives {
		either = predicate.Or(either, alternative.Where)
		q.whole.Moment = q.whole.Moment || alternative.Moment
	}
	q.whole.Reading = q.table.Params[q.table.Index[plan.OrParam]]
	q.whole.Require(either)
}

// NewListing begins a listing that asks for every row.
func NewListing(x *request.Exchange, a *request.Admission) *plan.Listing {
	return &plan.Listing{Asker: &asker{x: x, a: a}, Rules: x.Service.Plan.Requests, Zone: x.Locale.Zone, Where: predicate.Constant(true)}
}

// findReferences looks up, in one statement, the rows that parameters name.
func (q *queryReading) findReferences(res *request.Resource) error {
	references := q.whole.References
	if references == nil {
		return nil
	}
	asked := make([]store.Reference, len(references))
	keys := make([]map[string]schema.Key, len(references))
	for i, ref := range references {
		asked[i] = store.Reference{Type: ref.Type, By: ref.By, Where: ref.Visible, Values: ref.Values}
		keys[i] = map[string]schema.Key{}
	}
	if err := res.Rows.References(q.x.Context, asked, func(i int, value string, key schema.Key) { keys[i][value] = key }); err != nil {
		return fmt.Errorf("list %s: %w", res.Name, err)
	}
	for i, ref := range references {
		by := q.asked[i]
		by.of.Reading = q.table.Params[by.param]
		q.tell(by, ref.Found(keys[i]))
	}
	return nil
}

// sortParams puts the values of a query beside their parameters. The problems are the unknown ones; format is none,
// nor what has the version.
func sortParams(t *request.QueryTable, query []plan.ParamValue, rules plan.RequestRules, versions *request.Versions) (values [][]string, problems problem.Fields) {
	values = make([][]string, len(t.Params))
	for _, q := range query {
		i, known := t.Index[q.Name]
		switch {
		case known:
			values[i] = append(values[i], q.Value)
		case rules.IgnoreUnknown || q.Name == "format" || versions.InQuery(q.Name) || strings.HasPrefix(q.Name, "_"):
		case problems.Get(q.Name) == nil:
			problems.Tell(q.Name, "unknown", field.Unknown("parameter", q.Name, t.Names))
		}
	}
	return values, problems
}

// checkValues returns the values of a parameter that count, nil for none, and their mistakes before
// they are read.
func checkValues(p *plan.Param, values []string, rules plan.RequestRules, limits *settings.Limits) (given, messages []string) {
	switch {
	case p.Several || len(values) == 1:
	case rules.LastOfRepeated:
		values = values[len(values)-1:]
	default:
		if values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" }); len(values) > 1 {
			return nil, []string{"This parameter takes a single value."}
		}
	}
	if p.Read == nil && p.Role != plan.AlternativesRole {
		return nil, nil
	}
	for _, v := range values {
		separator := ","
		if !p.Commas {
			separator = v + "," // which it does not have
		}
		for part := range strings.SplitSeq(v, separator) {
			if part != "" {
				given = append(given, part)
			}
			if len(given) > limits.ParamValues {
				return nil, []string{fmt.Sprintf("Ensure this parameter has no more than %d values.", limits.ParamValues)}
			}
		}
	}
	for _, v := range given {
		if n := utf8.RuneCountInString(v); n > limits.ParamText {
			return nil, []string{fmt.Sprintf("Ensure this value has at most %d characters (it has %d).", limits.ParamText, n)}
		}
		if strings.Contains(v, "\x00") {
			return nil, []string{"Null characters are not allowed."}
		}
	}
	return given, nil
}

// asker is the requester of a list, as its parameters see it.
type asker struct {
	x    *request.Exchange
	a    *request.Admission
	call request.Call
}

var _ plan.Asker = (*asker)(nil)

func (q *asker) Context() context.Context { return q.x.Context }

func (q *asker) Visible(rule permission.Rule) predicate.Expr {
	return permission.Reduce(rule, q.a.Requester.Request(true))
}

func (q *asker) Call() plan.Call {
	if q.call == nil {
		q.call = q.x.Service.NewCall(q.x, q.a)
	}
	return q.call
}
