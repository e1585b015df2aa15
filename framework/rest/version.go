// Versions of a set, and how requests name one.

package rest

import (
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// Version is a version of the service for clients, for Set.Versions. The code of a team, rules, hooks and
// actions, uses only the current names.
type Version struct {
	// Name is its name in requests: "1.1".
	Name string
	// Changes are the differences from the declarations. A version without changes equals the declarations.
	Changes []VersionChange
	// Deprecated is the time from which the version is deprecated, and Sunset the time when it ends.
	// Responses contain both in the headers Deprecation (RFC 9745) and Sunset (RFC 8594).
	Deprecated, Sunset time.Time
	// Golden is the text of its representations, which the command check compares: embed the output file of
	// "resourceful plan CONFIG --version NAME". The interface of a version then changes only on purpose.
	Golden string
}

// VersionScheme is the place of the version in a request: InAccept, InPath, InHeader, InQuery or InHost
// makes one.
type VersionScheme struct{ scheme declaration.VersionScheme }

// InAccept is a parameter of the accepted range, as in "application/json; version=1.1". An unknown version is 406.
func InAccept(param string) VersionScheme {
	return VersionScheme{declaration.VersionScheme{Place: plan.VersionInAccept, Name: param, Made: true}}
}

// InPath is the first segment of the path, as in "/v2/tickets/"; links then have it too. A segment that names
// no version is part of an ordinary path.
func InPath() VersionScheme {
	return VersionScheme{declaration.VersionScheme{Place: plan.VersionInPath, Name: "", Made: true}}
}

// InHeader is a separate header, as in "Api-Version: 1.1". An unknown version is 406.
func InHeader(name string) VersionScheme {
	return VersionScheme{declaration.VersionScheme{Place: plan.VersionInHeader, Name: name, Made: true}}
}

// InQuery is a parameter of the query, as in "?version=1.1". An unknown version is 404.
func InQuery(param string) VersionScheme {
	return VersionScheme{declaration.VersionScheme{Place: plan.VersionInQuery, Name: param, Made: true}}
}

// InHost is the beginning of the host, as in "v2.example.com", in any letter case; of two names that match,
// the longer. A host that begins with no version has the first of the set.
func InHost() VersionScheme {
	return VersionScheme{declaration.VersionScheme{Place: plan.VersionInHost, Name: "", Made: true}}
}

// Versions permits clients to request one of several versions. The first of them is the default. It returns
// the set.
func (s *Set) Versions(scheme VersionScheme, versions ...Version) *Set {
	d := declaration.Versions{Scheme: scheme.scheme}
	for _, v := range versions {
		d.All = append(d.All, v.declare())
	}
	s.set.Versions = s.set.Versions.With([]declaration.Versions{d}, source.CallerOf(1))
	return s
}

// declare returns the version for the compiler.
func (v Version) declare() declaration.Version {
	d := declaration.Version{Name: v.Name, Deprecated: v.Deprecated, Sunset: v.Sunset, Golden: v.Golden}
	for _, ch := range v.Changes {
		d.Changes = append(d.Changes, ch.change)
	}
	return d
}
