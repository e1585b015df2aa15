// The explanation of a request for administrators.

package pagerequest

import (
	"cmp"
	"net/http"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/traffic"
)

// Explain implements pageapi.Request.
func (p *pageRequest) Explain() (*pageapi.Explanation, error) {
	x := p.x
	if x.Timing == nil || !x.Timing.Explains || x.Fallback.Degraded {
		return nil, nil
	}
	e := &pageapi.Explanation{Choices: explainChoices(x, p.a), Rules: explainRules(x, p.a), Steps: x.Timing.Steps()}
	for _, run := range x.Timing.Profile.Runs() {
		e.Statements = append(e.Statements, pageapi.Statement(run))
	}
	var err error
	e.Plan, err = x.Service.DB.Plan(x.Context, x.Timing.Profile)
	return e, err
}

// explainChoices returns what was negotiated, and the part of the request that decided.
func explainChoices(x *request.Exchange, a *request.Admission) []pageapi.Choice {
	format := pageapi.Choice{Name: "Format", Value: a.Format.Name, From: cmp.Or(inQuery(x, "format"), inHeader(x, "Accept"))}
	if a.Suffix != "" {
		format.From = "." + a.Suffix
	}
	choices := []pageapi.Choice{format}
	if x.Service.Plan.Languages != nil {
		choices = append(choices, pageapi.Choice{Name: "Language", Value: x.Locale.Language.Tag(), From: inHeader(x, "Accept-Language")})
	}
	if zones := x.Service.Plan.TimeZones; zones != nil {
		zone := pageapi.Choice{Name: "Time zone", Value: "UTC", From: inQuery(x, zones.Param)}
		if x.Locale.Zone != nil {
			zone.Value = x.Locale.Zone.String()
		}
		if _, preferred := request.Preference(x.R.Header["Prefer"], request.ZonePreference); preferred && zone.From == "" {
			zone.From = inHeader(x, "Prefer")
		}
		choices = append(choices, zone)
	}
	if a.Version != nil {
		choices = append(choices, pageapi.Choice{Name: "Version", Value: a.Version.Name, From: versionPlace(x, a)})
	}
	if len(x.Service.Negotiation.PageCodings) > 0 {
		coding := pageapi.Choice{Name: "Compression", Value: "identity", From: inHeader(x, "Accept-Encoding")}
		if c := traffic.ChooseCoding(x.Service.Negotiation.PageCodings, x.R); c != nil {
			coding.Value = c.Name
		}
		choices = append(choices, coding)
	}
	return choices
}

// inQuery returns a parameter as in the query; "" for none.
func inQuery(x *request.Exchange, name string) string {
	if value := querystring.Last(x.R.URL.RawQuery, name); name != "" && value != "" {
		return name + "=" + value
	}
	return ""
}

// inHeader returns a header of the request; "" for none.
func inHeader(x *request.Exchange, name string) string {
	if value := strings.Join(x.R.Header[http.CanonicalHeaderKey(name)], ", "); value != "" {
		return name + ": " + value
	}
	return ""
}

// versionPlace returns the part of the request that names its version; "" for none.
func versionPlace(x *request.Exchange, a *request.Admission) string {
	vs := x.Service.Routes.Versions
	switch vs.Place {
	case plan.VersionInPath:
		return a.VersionPath()
	case plan.VersionInHeader:
		return inHeader(x, vs.Name)
	case plan.VersionInQuery:
		return inQuery(x, vs.Name)
	case plan.VersionInHost:
		return "Host: " + x.R.Host
	}
	if vs.Asked(x, a) == "" {
		return ""
	}
	return inHeader(x, "Accept")
}

// explainRules returns the rules of the request: of its view, of its operation, and of the parent record.
func explainRules(x *request.Exchange, a *request.Admission) (trees []pageapi.RuleTree) {
	add := func(of string, rule permission.Rule, safe bool) {
		tree := pageapi.RuleTree{Of: of}
		for _, o := range permission.Outcomes(rule, a.Requester.Request(safe)) {
			part := pageapi.RulePart{Depth: o.Depth, Rule: o.Rule, Outcome: "row", Condition: o.Left.Shape()}
			switch {
			case !o.Asked:
				part.Outcome, part.Condition = "not asked", ""
			case o.Left.IsTrue(), o.Left.IsFalse():
				part.Outcome, part.Condition = o.Left.Op.String(), ""
			}
			tree.Parts = append(tree.Parts, part)
		}
		trees = append(trees, tree)
	}
	o := a.Offered()
	own := o != nil && o.Access != nil
	if !own || o.Resource != nil {
		add(a.Route.Name, a.Route.Rule, own || request.Safe(a.Method))
	}
	if own {
		add(o.Title, o.Access, o.Safe())
	}
	if o != nil && !o.InScope(a.Requester.Credentials) {
		trees = append(trees, pageapi.RuleTree{Of: o.Title, Parts: []pageapi.RulePart{{Rule: "scopes of the credentials", Outcome: "false"}}})
	}
	if a.Route.Nested {
		parent := x.Service.Routes.Resources[a.Route.Res.Parent.Resource]
		add(parent.Name, parent.RowAccess, true)
	}
	return trees
}
