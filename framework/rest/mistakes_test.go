// The list of all mistakes, and helpers that declare one.

package rest_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// mistakes are declarations that cannot be meant. Those that do not hide each other share a set; the
// fields and types are named for their mistakes. The messages are in testdata/declarations, a file for
// each group.
var mistakes = map[string][]mistake{
	"tags":        tagMistakes,
	"filters":     filterMistakes,
	"types":       typeMistakes,
	"keys":        keyMistakes,
	"kinds":       kindMistakes,
	"values":      valueMistakes,
	"rules":       ruleMistakes,
	"defaults":    defaultMistakes,
	"relations":   relationMistakes,
	"resources":   resourceMistakes,
	"access":      accessMistakes,
	"sets":        setMistakes,
	"formats":     formatMistakes,
	"schemes":     schemeMistakes,
	"throttles":   throttleMistakes,
	"fieldrules":  fieldRuleMistakes,
	"calls":       callMistakes,
	"shapes":      shapeMistakes,
	"actions":     actionMistakes,
	"below":       belowMistakes,
	"envelopes":   slices.Concat(envelopeMistakes, fileFormatMistakes),
	"pages":       paginatorMistakes,
	"errors":      errorFormMistakes,
	"timezones":   timeZoneMistakes,
	"catalogues":  catalogueMistakes,
	"versions":    versionMistakes,
	"members":     memberMistakes,
	"search":      searchMistakes,
	"unbounded":   unboundedMistakes,
	"indexes":     indexMistakes,
	"ordering":    orderingMistakes,
	"bulk":        bulkMistakes,
	"nested":      nestedMistakes,
	"conditions":  conditionMistakes,
	"constraints": constraintMistakes,
	"files":       fileMistakes,
	"audit":       auditMistakes,
	"events":      eventMistakes,
	"jobs":        jobMistakes,
	"history":     historyMistakes,
	"readonly":    readOnlyMistakes,
	"softdelete":  softDeleteMistakes,
	"choices":     limitMistakes,
	"listpage":    listPageMistakes,
}

type mistake struct {
	name string
	set  func() *rest.Set
}

// one is a set with nothing but a resource of T.
func one[T any]() *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[T]{Path: "/notes/"}).Access(permission.Anyone)
}

// listing is a set of resources that everyone may reach.
func listing(resources ...rest.Resource) *rest.Set {
	return rest.NewSet("cases", resources...).Access(permission.Anyone)
}

// of is a resource of T at a path named for T.
func of[T any]() rest.Resource {
	return rest.ViewSet[T]{Path: "/" + strings.ToLower(reflect.TypeFor[T]().Name()) + "/"}
}

// each is a set of one view set after the other, at paths with their numbers where they have none, and of others.
func each[T any](views []rest.ViewSet[T], others ...rest.Resource) *rest.Set {
	for i, v := range views {
		if v.Path == "" {
			v.Path = fmt.Sprintf("/number-%d/", i+1)
		}
		others = append(others, v)
	}
	return listing(others...)
}

// Structs without a mistake of their own, and those that refer to each other, which types inside
// functions cannot.
type (
	Plain struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
	Other struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	Owned struct {
		ID     int64                      `rest:"id,readonly"`
		Title  string                     `rest:"title"`
		Group  rest.BelongsTo[auth.Group] `rest:"group,readonly,optional"`
		Editor rest.BelongsTo[auth.User]  `rest:"editor"`
		Owner  rest.BelongsTo[auth.User]  `rest:"owner,readonly"`
	}
	Listed struct {
		ID     int64                       `rest:"id,readonly"`
		Title  string                      `rest:"title"`
		Groups rest.ManyToMany[auth.Group] `rest:"groups,optional"`
	}
	Box[T any] struct {
		ID    int64 `rest:"id,readonly"`
		Value T     `rest:"value"`
	}
	Stamped struct {
		Added time.Time `rest:"added"`
	}
	Team struct {
		ID      int64               `rest:"id,readonly"`
		Matches rest.HasMany[Match] `rest:"matches,readonly"`
	}
	Match struct {
		ID   int64                `rest:"id,readonly"`
		Home rest.BelongsTo[Team] `rest:"home"`
		Away rest.BelongsTo[Team] `rest:"away"`
	}
	Crew struct {
		ID    int64              `rest:"id,readonly"`
		Ships rest.HasMany[Ship] `rest:"ships,readonly,by=name"`
	}
	Ship struct {
		ID   int64                `rest:"id,readonly"`
		Name string               `rest:"name"`
		Crew rest.BelongsTo[Crew] `rest:"crew"`
	}
	Band struct {
		ID    int64              `rest:"id,readonly"`
		Songs rest.HasMany[Song] `rest:"songs"`
	}
	Song struct {
		ID   int64                `rest:"id,readonly"`
		Band rest.BelongsTo[Band] `rest:"band"`
	}
	Choir struct {
		ID     int64               `rest:"id,readonly"`
		Voices rest.HasMany[Voice] `rest:"-"`
	}
	Voice struct {
		ID    int64                 `rest:"id,readonly"`
		Choir rest.BelongsTo[Choir] `rest:"choir"`
	}
	Folder struct {
		ID     int64                  `rest:"id,readonly"`
		Parent rest.BelongsTo[Folder] `rest:"parent"`
	}
)
