// The versions of a set, and how requests name one.

package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/totals"
	"example.com/resourceful/framework/rest/internal/versionchange"
	"example.com/resourceful/framework/schema"
)

// maxVersions is the largest number of versions in a set: entity tags have a letter for each.
const maxVersions = 26

func isVersionName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}

// compileVersions makes the versions of a plan without other mistakes.
func compileVersions(c *compiler, p *plan.Plan) {
	l := c.Set.Versions
	if l == nil {
		return
	}
	wrong := func(format string, args ...any) { c.Report("", "", l.At, fmt.Sprintf("Versions: "+format, args...)) }
	if l.Again != nil {
		c.Report("", "", *l.Again, fmt.Sprintf("Versions was called before, at %s; call it once", c.Finder.At(l.At)))
	}
	of := l.Values[0]
	checkVersionScheme(c, p, of.Scheme, wrong)
	versions := &plan.Versions{Place: of.Scheme.Place, Name: of.Scheme.Name}
	if len(of.All) == 0 {
		wrong("none is listed; list the one that the declarations say too, as rest.Version{Name: \"1.0\"}")
		return
	}
	if len(of.All) > maxVersions {
		wrong("%d are listed, and %d is the most; leave out those that nobody asks for", len(of.All), maxVersions)
	}
	for _, declared := range of.All {
		v := &plan.Version{Name: declared.Name, Deprecated: declared.Deprecated, Sunset: declared.Sunset, Golden: declared.Golden}
		switch {
		case !isVersionName(v.Name):
			wrong("%q is not a version name; write letters, digits, dots, hyphens and underscores, such as \"1.1\"", v.Name)
		case versions.Find(v.Name) != nil:
			wrong("%q is there twice; list it once", v.Name)
		case of.Scheme.Place == plan.VersionInHost && slices.ContainsFunc(versions.All, func(o *plan.Version) bool { return strings.EqualFold(o.Name, v.Name) }):
			wrong("%q differs from another only in letter case, which hosts ignore; choose another name", v.Name)
		case !v.Sunset.IsZero() && v.Deprecated.IsZero():
			wrong("%q has a Sunset and is not Deprecated; write since when nobody should begin to use it", v.Name)
		case !v.Sunset.IsZero() && v.Sunset.Before(v.Deprecated):
			wrong("%q ends before it is Deprecated; write a later Sunset", v.Name)
		case of.Scheme.Place == plan.VersionInPath && slices.ContainsFunc(p.Routes, func(r *plan.Route) bool { return strings.HasPrefix(r.Pattern, "/"+v.Name+"/") }):
			wrong("%q is the first segment of a path of the set too; call the version otherwise", v.Name)
		}
		if reshapes := versionchange.Compile(p, declared, c.kinds, c.fields.audience != nil, wrong); len(reshapes) > 0 {
			v.Reshape(p, schema.NewReshaping(reshapes))
			totals.CheckVersion(p, v, wrong)
		}
		versions.All = append(versions.All, v)
	}
	versions.Default = versions.All[0]
	p.Versions = versions
}

// checkVersionScheme checks the place of the version in requests.
func checkVersionScheme(c *compiler, p *plan.Plan, s declaration.VersionScheme, wrong func(format string, args ...any)) {
	switch {
	case !s.Made:
		wrong("the scheme is empty; write rest.InAccept(\"version\"), or another")
	case s.Place == plan.VersionInPath || s.Place == plan.VersionInHost:
	case !sets.IsToken(s.Name):
		wrong("%q is not a parameter or header name; write letters, digits and hyphens, such as \"version\"", s.Name)
	case s.Place == plan.VersionInAccept && (s.Name == "q" || s.Name == "indent" || s.Name == "charset"):
		wrong("the parameter %q of Accept means something else; write another, such as \"version\"", s.Name)
	case s.Place == plan.VersionInHeader && slices.Contains([]string{"accept", "authorization", "cookie"}, strings.ToLower(s.Name)):
		wrong("the header %q means something else; write another, such as \"Api-Version\"", s.Name)
	case s.Place == plan.VersionInQuery && s.Name == "format":
		wrong("the parameter \"format\" means something else; write another, such as \"version\"")
	case s.Place == plan.VersionInQuery:
		for _, res := range p.Resources {
			if slices.ContainsFunc(res.Params, func(q *plan.Param) bool { return q.Name == s.Name }) {
				wrong("the list %s has a parameter %q too; call one of them otherwise", res.Path, s.Name)
			}
		}
	}
}
