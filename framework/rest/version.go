// Versions of a set: which there are, and where requests name one.

package rest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Version is one of those in which clients may ask for the service, for Set.Versions. The code of a team, rules,
// hooks and actions, knows today's names alone.
type Version struct {
	// Name is what requests call it: "1.1".
	Name string
	// Changes are what is not as in the declarations. None is a version that is as these say.
	Changes []VersionChange
	// Deprecated is since when, or from when on, nobody should begin to use it, and Sunset when it ends. Responses tell of
	// both in the headers Deprecation (RFC 9745) and Sunset (RFC 8594).
	Deprecated, Sunset time.Time
	// Golden is the text of its representations, which the command check compares: embed the file into which
	// "resourceful plan CONFIG --version NAME" was written. What a version promises changes on purpose only.
	Golden string
}

// VersionScheme says where a request has its version: InAccept, InPath, InHeader, InQuery or InHost makes one.
type VersionScheme struct {
	place plan.VersionPlace
	name  string
	made  bool
}

// InAccept is a parameter of the accepted range, as in "application/json; version=1.1". An unknown version is 406.
func InAccept(param string) VersionScheme { return VersionScheme{plan.VersionInAccept, param, true} }

// InPath is the first segment of the path, as in "/v2/tickets/"; links then have it too. What is no version is a path as
// any other.
func InPath() VersionScheme { return VersionScheme{plan.VersionInPath, "", true} }

// InHeader is a header of its own, as in "Api-Version: 1.1". An unknown version is 406.
func InHeader(name string) VersionScheme { return VersionScheme{plan.VersionInHeader, name, true} }

// InQuery is a parameter of the query, as in "?version=1.1". An unknown version is 404.
func InQuery(param string) VersionScheme { return VersionScheme{plan.VersionInQuery, param, true} }

// InHost is the beginning of the host, as in "v2.example.com", in any letter case; of two names that fit, the longer. A host
// that begins with no version has the first of the set.
func InHost() VersionScheme { return VersionScheme{plan.VersionInHost, "", true} }

// versionList is what Set.Versions was given.
type versionList struct {
	scheme   VersionScheme
	versions []Version
	at       caller
	again    *caller
}

// Versions lets clients ask for one of several versions. The first of them is that of requests that name none. It
// returns the set.
func (s *Set) Versions(scheme VersionScheme, versions ...Version) *Set {
	at := callerOf(1)
	if s.versions != nil {
		s.versions.again = &at
		return s
	}
	s.versions = &versionList{scheme: scheme, versions: versions, at: at}
	return s
}

// maxVersions is how many versions a set may have: entity tags have a letter for each.
const maxVersions = 26

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

func isVersionName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}
