// The options Facets and SavedViews: options of a list's page besides its filters.

package compile

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/relative"
	"example.com/resourceful/framework/plan"
)

// columnsParam is the page parameter with the columns of a table, and formatParam that of the format.
const columnsParam, formatParam = "_columns", "format"

// compileListPage compiles the options of the list's page.
func compileListPage(r *resource) {
	for _, name := range r.declaration.Facets {
		i := slices.IndexFunc(r.Resource.Params, func(p *plan.Param) bool { return p.Name == name && p.Role == plan.FilterRole })
		switch {
		case i >= 0 && slices.Contains(r.Resource.Facets, r.Resource.Params[i]):
			r.mistake("Facets: %q is there twice; leave one out", name)
		case i >= 0 && countable(r.Resource.Params[i]):
			r.Resource.Facets = append(r.Resource.Facets, r.Resource.Params[i])
		case i >= 0:
			r.mistake("Facets: the filter %q does not filter by a choice; name one of a field with choices, a boolean or a reference of the row itself, or leave it out", name)
		case r.fields.audience == nil:
			r.mistake("Facets: the list has no filter %q%s", name, field.Hint(name, listFilters(r)))
		}
	}
	for _, v := range r.declaration.SavedViews {
		if problem := savedViewMistake(r, v); problem == "" {
			r.Resource.SavedViews = append(r.Resource.SavedViews, v)
		} else if r.fields.audience == nil {
			r.mistake("SavedViews: %s", problem)
		}
	}
}

// countable reports whether the matching rows of each value of a filter can be counted in one statement:
// the value is one of a few, and is in a column of the row.
func countable(p *plan.Param) bool {
	if p.Path == nil || p.Path.Steps != nil || p.Path.Rows != nil || p.Path.Inside != nil || p.Field == nil {
		return false
	}
	equal := p.Lookup == "" || p.Lookup == field.Equal || p.Lookup == field.In
	return equal && (p.Field.Choices != nil || p.Field.Kind.Input.Tick || p.Field.Relation != nil && p.Field.IsToOne())
}

// savedViewMistake returns the mistake in a view, "" for none.
func savedViewMistake(r *resource, v plan.SavedView) string {
	if strings.TrimSpace(v.Name) == "" {
		return "one has no name; write a name for people"
	}
	same := func(other plan.SavedView) bool { return other.Name == v.Name }
	if slices.ContainsFunc(r.Resource.SavedViews, same) {
		return "\"" + v.Name + "\" is there twice; give one another name"
	}
	query, err := url.ParseQuery(v.Query)
	if err != nil || len(query) == 0 || strings.HasPrefix(v.Query, "?") {
		return "\"" + v.Name + "\" has no query that can be read; write it as in a URL after the question mark: \"status=open&ordering=due\""
	}
	names := append(listParams(r), columnsParam)
	if text := queryMistake(r, query, append(slices.Clone(names), formatParam), names); text != "" {
		return "\"" + v.Name + "\" " + text
	}
	for _, text := range query[plan.OrParam] {
		alternative, err := url.ParseQuery(text)
		if err != nil || len(alternative) == 0 {
			return "\"" + v.Name + "\" has an alternative that cannot be read: \"" + text + "\"; write a query of filters, URL-encoded"
		}
		if wrong := queryMistake(r, alternative, listFilters(r), listFilters(r)); wrong != "" {
			return "\"" + v.Name + "\" " + wrong
		}
	}
	return ""
}

// queryMistake returns the mistake in a query whose parameters have some names, "" for none. It hints at shown ones.
func queryMistake(r *resource, query url.Values, known, shown []string) string {
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !slices.Contains(known, name) {
			return "uses \"" + name + "\", and the list has no such parameter" + field.Hint(name, shown)
		}
	}
	for _, p := range r.Resource.Params {
		if text := wrongDay(p, query[p.Name]); text != "" {
			return "asks for " + p.Name + "=" + text + ", which is not a time; write one such as today, today-7d, today+1w or, of moments, now-2h"
		}
		if p.Field == nil || p.Field.Choices == nil || p.Role != plan.FilterRole || p.Lookup != "" && p.Lookup != field.Equal && p.Lookup != field.In {
			continue
		}
		var known []string
		for _, c := range p.Field.Choices {
			known = append(known, c.Value)
		}
		for _, text := range query[p.Name] {
			for value := range strings.SplitSeq(text, ",") {
				if value != "" && !slices.Contains(known, value) {
					return "asks for " + p.Name + "=" + value + ", which is not a choice" + field.Hint(value, known)
				}
			}
		}
	}
	return ""
}

// wrongDay returns the first of a filter's values that looks like a time relative to now and is none, "" for none.
func wrongDay(p *plan.Param, values []string) string {
	for _, text := range values {
		for value := range strings.SplitSeq(text, ",") {
			t, ok := relative.Parse(value)
			if p.Days && relative.Is(value) && (!ok || t.Moment && p.Field.Kind.Metadata == "date") {
				return value
			}
		}
	}
	return ""
}

func listFilters(r *resource) []string {
	var names []string
	for _, p := range r.Resource.Params {
		if p.Role == plan.FilterRole {
			names = append(names, p.Name)
		}
	}
	return names
}
