// The versions of a set, and where requests name one.

package rest

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// maxVersions is how many versions a set may have: entity tags have a letter for each.
const maxVersions = 26

func isVersionName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}

// compileVersions makes the versions of a plan that has no mistakes otherwise.
func (c *compiler) compileVersions(p *plan.Plan) {
	l := c.set.versions
	if l == nil {
		return
	}
	wrong := func(format string, args ...any) { c.report("", "", l.at, fmt.Sprintf("Versions: "+format, args...)) }
	if l.again != nil {
		c.report("", "", *l.again, fmt.Sprintf("Versions was called before, at %s; call it once", c.finder.call(l.at)))
	}
	c.checkScheme(p, l.scheme, wrong)
	versions := &plan.Versions{Place: l.scheme.place, Name: l.scheme.name}
	if len(l.versions) == 0 {
		wrong("none is listed; list the one that the declarations say too, as rest.Version{Name: \"1.0\"}")
		return
	}
	if len(l.versions) > maxVersions {
		wrong("%d are listed, and %d is the most; leave out those that nobody asks for", len(l.versions), maxVersions)
	}
	for _, declared := range l.versions {
		v := &plan.Version{Name: declared.Name, Deprecated: declared.Deprecated, Sunset: declared.Sunset, Golden: declared.Golden}
		switch {
		case !isVersionName(v.Name):
			wrong("%q is no name of a version; write letters, digits, dots, hyphens and underscores, such as \"1.1\"", v.Name)
		case versions.Find(v.Name) != nil:
			wrong("%q is there twice; list it once", v.Name)
		case l.scheme.place == plan.VersionInHost && slices.ContainsFunc(versions.All, func(o *plan.Version) bool { return strings.EqualFold(o.Name, v.Name) }):
			wrong("%q differs from another in letter case alone, and hosts do not; call it otherwise", v.Name)
		case !v.Sunset.IsZero() && v.Deprecated.IsZero():
			wrong("%q has a Sunset and is not Deprecated; write since when nobody should begin to use it", v.Name)
		case !v.Sunset.IsZero() && v.Sunset.Before(v.Deprecated):
			wrong("%q ends before it is Deprecated; write a later Sunset", v.Name)
		case l.scheme.place == plan.VersionInPath && slices.ContainsFunc(p.Routes, func(r *plan.Route) bool { return strings.HasPrefix(r.Pattern, "/"+v.Name+"/") }):
			wrong("%q is the first segment of a path of the set too; call the version otherwise", v.Name)
		}
		if of := c.reshapes(p, declared, wrong); len(of) > 0 {
			v.Reshape(p, schema.NewReshaping(of))
		}
		versions.All = append(versions.All, v)
	}
	versions.Default = versions.All[0]
	p.Versions = versions
}

// checkScheme checks where requests have their version.
func (c *compiler) checkScheme(p *plan.Plan, s VersionScheme, wrong func(format string, args ...any)) {
	switch {
	case !s.made:
		wrong("the scheme is empty; write rest.InAccept(\"version\"), or another")
	case s.place == plan.VersionInPath || s.place == plan.VersionInHost:
	case !isToken(s.name):
		wrong("%q is no name of a parameter or header; write letters, digits and hyphens, such as \"version\"", s.name)
	case s.place == plan.VersionInAccept && (s.name == "q" || s.name == "indent" || s.name == "charset"):
		wrong("the parameter %q of Accept means something else; write another, such as \"version\"", s.name)
	case s.place == plan.VersionInHeader && slices.Contains([]string{"accept", "authorization", "cookie"}, strings.ToLower(s.name)):
		wrong("the header %q means something else; write another, such as \"Api-Version\"", s.name)
	case s.place == plan.VersionInQuery && s.name == "format":
		wrong("the parameter \"format\" means something else; write another, such as \"version\"")
	case s.place == plan.VersionInQuery:
		for _, e := range p.Resources {
			if slices.ContainsFunc(e.Params, func(q *plan.Param) bool { return q.Name == s.name }) {
				wrong("the list %s has a parameter %q too; call one of them otherwise", e.Path, s.name)
			}
		}
	}
}
