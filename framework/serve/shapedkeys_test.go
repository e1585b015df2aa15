package serve_test

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

// A configuration in which representations show rows with keys of every kind and another look-up field
// than the key: a land has a text for its key, a town a uuid behind a slug, and trips are below a town.

// tryKeys reads and writes rows by keys of every kind.
func tryKeys(call *rest.Call, _ rest.None) (rest.None, error) {
	lands, towns := rest.Rows[sets.Land](call), rest.Rows[sets.Town](call)
	var problems []error
	check := func(what string, ok bool, err error) {
		if !ok || err != nil {
			problems = append(problems, fmt.Errorf("%s: %t, %w", what, ok, err))
		}
	}
	eu := &sets.Land{ID: "eu", Name: "Europe"}
	check("a text key", true, lands.Create(eu))
	rome := &sets.Town{Slug: "rome", Name: "Rome", Land: rest.BelongsTo[sets.Land]{Key: "eu"}}
	check("a key that the service makes", true, towns.Create(rome))
	check("a key of version 7", rome.ID.Version() == 7, nil)
	given := uuid.MustParse("0195a202-2f88-744d-b4a2-40b10ab967d5")
	oslo := &sets.Town{ID: given, Slug: "oslo", Name: "Oslo", Land: rest.BelongsTo[sets.Land]{Key: "eu"}, Twins: rest.ManyToMany[sets.Town]{Keys: []string{rome.ID.String()}}}
	check("a uuid that the code gives", true, towns.Create(oslo))
	check("the same uuid", oslo.ID == given, nil)

	got, err := lands.Get("eu")
	check("get by a text", err == nil && got.Name == "Europe", err)
	one, err := towns.Get(given)
	check("get by a uuid", err == nil && one.Slug == "oslo" && one.Land.Key == "eu", err)
	one, err = towns.Get(given.String())
	check("get by the text of a uuid", err == nil && one.ID == given, err)
	one, err = towns.Lock(rome.ID)
	check("lock", err == nil && one.Slug == "rome", err)
	one, err = towns.First(predicate.Eq("twins.url", rome.ID))
	check("a relation of many", err == nil && one.ID == given && fmt.Sprint(one.Twins.Keys) == fmt.Sprint([]string{rome.ID.String()}), err)
	list, err := towns.Order("slug").All(predicate.Eq("land", "eu"), predicate.Ne("url", given))
	check("a condition on keys", err == nil && len(list) == 1 && list[0].ID == rome.ID, err)
	n, err := towns.Count(predicate.In("url", rome.ID, given), predicate.Eq("land.name", "Europe"))
	check("a list of keys", n == 2, err)

	rome.Name = "Roma"
	check("an update", true, towns.Update(rome, &rome.Name))
	eu.Name = "EU"
	check("an update of all fields", true, lands.Update(eu))
	oslo.Twins.Keys = []string{}
	check("an update of a relation", true, towns.Update(oslo, &oslo.Twins))
	n, err = towns.Count(predicate.Eq("twins.url", rome.ID))
	check("a relation that was emptied", n == 0, err)
	check("a deletion", true, towns.Delete(given))
	check("a deletion by a text", lands.Delete("no") != nil, nil)
	for what, err := range map[string]error{
		"a text key that is missing": lands.Create(&sets.Land{Name: "Nowhere"}),
		"a number for a text":        lands.Delete(7),
		"a text for a uuid":          towns.Delete("rome"),
	} {
		check(what, err != nil, nil)
	}
	return rest.None{}, errors.Join(problems...)
}

func rowsByKeys() *rest.Set {
	return rest.NewSet("rows",
		rest.ViewSet[sets.Land]{Path: "/lands/"}, rest.ViewSet[sets.Town]{Path: "/towns/", Lookup: "slug", Extra: []rest.Action{rest.OnList("try", tryKeys)}},
		rest.ViewSet[sets.Trip]{Path: "/trips/", Actions: rest.ReadOnly},
	).Access(permission.Anyone)
}
