// Mistakes in versions.

package rest_test

import (
	"fmt"
	"time"

	"example.com/resourceful/framework/rest"
)

var versionMistakes = []mistake{
	{"versions without a scheme", func() *rest.Set { return plainSet().Versions(rest.VersionScheme{}, rest.Version{Name: "1"}) }},
	{"versions by a parameter without a name", func() *rest.Set { return plainSet().Versions(rest.InAccept(""), rest.Version{Name: "1"}) }},
	{"versions by a parameter that means something else", func() *rest.Set { return plainSet().Versions(rest.InAccept("q"), rest.Version{Name: "1"}) }},
	{"versions by a header that means something else", func() *rest.Set { return plainSet().Versions(rest.InHeader("accept"), rest.Version{Name: "1"}) }},
	{"versions by the parameter of the format", func() *rest.Set { return plainSet().Versions(rest.InQuery("format"), rest.Version{Name: "1"}) }},
	{"no versions", func() *rest.Set { return plainSet().Versions(rest.InAccept("version")) }},
	{"versions in two calls", func() *rest.Set {
		return plainSet().Versions(rest.InAccept("version"), rest.Version{Name: "1"}).Versions(rest.InPath(), rest.Version{Name: "1"})
	}},
	{"more versions than letters", func() *rest.Set {
		var list []rest.Version
		for c := 'a'; c <= 'z'+1; c++ {
			list = append(list, rest.Version{Name: fmt.Sprintf("v%d", c)})
		}
		return plainSet().Versions(rest.InPath(), list...)
	}},
	{"version with a bad name", versioned(rest.Version{Name: "1 0"})},
	{"version that is there twice", versioned(rest.Version{Name: "1"}, rest.Version{Name: "1"})},
	{"versions of a host that differ in letter case", func() *rest.Set {
		return plainSet().Versions(rest.InHost(), rest.Version{Name: "v1"}, rest.Version{Name: "V1"})
	}},
	{"version that ends and is not deprecated", versioned(rest.Version{Name: "1", Sunset: time.Unix(1, 0)})},
	{"version that ends before it is deprecated", versioned(rest.Version{Name: "1", Deprecated: time.Unix(2, 0), Sunset: time.Unix(1, 0)})},
	{"change that is empty", versioned(rest.Version{Name: "1", Changes: []rest.VersionChange{{}}})},
	{"rename of a struct of no set", renamed(rest.Rename[time.Location]("a", "b"))},
	{"rename of what is no member", renamed(rest.Rename[Plain]("tittle", "name"))},
	{"rename to what is no name", renamed(rest.Rename[Plain]("title", "a b"))},
	{"rename to a member that is there", renamed(rest.Rename[Plain]("title", "id"))},
	{"member that is renamed twice", renamed(rest.Rename[Plain]("title", "a"), rest.Rename[Plain]("title", "b"))},
	{"removed member that is needed", renamed(rest.Remove[Plain]("title"))},
	{"removed member that is renamed", renamed(rest.Remove[Plain]("title"), rest.Default[Plain]("title", "a"), rest.Rename[Plain]("title", "a"))},
	{"default of a member that nobody sends", renamed(rest.Default[Plain]("id", "1"))},
	{"default that the member refuses", renamed(rest.Default[Plain]("title", " "))},
	{"two defaults of a member", renamed(rest.Default[Plain]("title", "a"), rest.Default[Plain]("title", "b"))},
	{"added member that is there", renamed(rest.Add[Plain]("title", func(*Plain) string { return "" }))},
	{"added member without a function", renamed(rest.Add[Plain, string]("a", nil))},
	{"added member that is no value", renamed(rest.Add[Plain]("a", func(*Plain) chan int { return nil }))},
	{"split into one name", renamed(rest.Split[Plain]("title", "a", "a", halves, whole))},
	{"split of another type", renamed(rest.Split[Plain]("title", "a", "b", func(int64) (string, string) { return "", "" }, func(string, string) (int64, error) { return 0, nil }))},
	{"split of a key", renamed(rest.Split[Plain]("id", "a", "b", halves, whole))},
	{"split of a removed member", renamed(rest.Remove[Plain]("title"), rest.Default[Plain]("title", "a"), rest.Split[Plain]("title", "a", "b", halves, whole))},
	{"join of what is no member", renamed(rest.Join[Plain]("title", "body", "a", func(a, b string) string { return a + b }, func(string) (a, b string, err error) { return "", "", nil }))},
	{"members that become one", renamed(rest.Rename[Plain]("title", "a"), rest.Rename[Plain]("id", "a"))},
}

func halves(s string) (a, b string) { return s, s }

func whole(a, b string) (string, error) { return a + b, nil }

func versioned(list ...rest.Version) func() *rest.Set {
	return func() *rest.Set { return plainSet().Versions(rest.InAccept("version"), list...) }
}

func renamed(changes ...rest.VersionChange) func() *rest.Set {
	return versioned(rest.Version{Name: "1", Changes: changes})
}
