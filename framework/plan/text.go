// The plan as a text.

package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// String returns the plan as a readable text. It is stable, so that a golden file shows the effect of a
// changed declaration on the service.
func (p *Plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "configuration %s\n", p.Name)
	renders, parses := p.formatWords()
	properties(&b, []string{"/", p.RootName}, []string{"access", permission.String(p.Access)},
		[]string{"schemes", schemeWords(p.Schemes)}, []string{"logins", p.loginWords()}, []string{"scopes", scopeWords(p.OwnScopes)}, []string{"renders", renders}, []string{"parses", parses},
		[]string{"errors", p.errorWords()}, []string{"languages", p.languageWords()}, []string{"time zones", p.zoneWords()}, []string{"versions", p.versionWords()}, []string{"requests", p.Requests.words()}, []string{"links", p.linkWords()}, []string{"title", p.Theme.Title}, []string{"pages", p.Theme.words()})
	for _, r := range p.Resources {
		r.write(&b)
	}
	p.writeEndpoints(&b)
	for _, t := range p.Tables {
		writeTable(&b, t)
	}
	return b.String()
}

func (r *Resource) write(b *strings.Builder) {
	fmt.Fprintf(b, "\nresource %s\n", r.Path)
	var rows [][]string
	for _, o := range resourceLines() {
		for _, text := range o.words(r) {
			rows = append(rows, []string{o.name, text})
		}
	}
	properties(b, rows...)
	writeOperations(b, r.Operations)
	writeParams(b, r.Params)
	b.WriteString("  fields\n")
	writeFields(b, r.Type)
	r.writeShapes(b)
}

// resourceLine describes one option of a resource in its text: a line if its text is not empty.
type resourceLine struct {
	name  string
	words func(*Resource) []string
}

// resourceLines returns the lines of a resource: one for each option, in their order.
func resourceLines() []resourceLine {
	one := func(name string, words func(*Resource) string) resourceLine {
		return resourceLine{name, func(r *Resource) []string { return []string{words(r)} }}
	}
	return []resourceLine{
		one("declared by", func(r *Resource) string { return r.Type.Go.String() + ", in table " + r.Type.Table }),
		one("place", (*Resource).placeWords),
		one("views", func(r *Resource) string { return r.ListName + ", " + r.RecordName }),
		one("description", func(r *Resource) string { return r.Description }),
		one("actions", (*Resource).actionWords),
		one("access", func(r *Resource) string { return permission.String(r.Access) }),
		one("fields", (*Resource).fieldRuleWords),
		one("owner", func(r *Resource) string { return wireOf(r.Type.Owner) }),
		one("order", func(r *Resource) string { return orderWords(r.Order) }),
		one("ordering", func(r *Resource) string { return r.Ordering.words() }),
		one("members", func(r *Resource) string { return r.Members.words() }),
		one("looked up by", (*Resource).lookupWords),
		one("search", func(r *Resource) string { return r.Search.words() }),
		one("pages", (*Resource).pageWords),
		one("envelope", (*Resource).envelopeWords),
		one("exports", (*Resource).exportWords),
		one("keeps", (*Resource).keptWords),
		one("list page", (*Resource).listPageWords),
		one("bulk", func(r *Resource) string { return r.Bulk.words() }),
		one("nested", (*Resource).nestedWords),
		one("history", func(r *Resource) string { return r.History.words() }),
		one("audit", func(r *Resource) string { return r.Audit.words() }),
		one("events", (*Resource).eventWords),
		one("told apart by", (*Resource).titleWords),
		one("changes", (*Resource).changeWords),
		one("special", (*Resource).specialWords),
		one("hooks", func(r *Resource) string { return r.Hooks.words() }),
		one("counts", func(r *Resource) string { return counterWords(r.Counters) }),
		one("deletions", (*Resource).deletionWords),
		{"read only", (*Resource).readOnlyWords},
		{"choices", (*Resource).limitWords},
		{"query", func(r *Resource) []string { return queryWords(r.Queries) }},
	}
}

// specialWords describes a team's code for rows, and other parsing of addresses.
func (r *Resource) specialWords() string {
	var special []string
	for _, s := range []struct {
		is   bool
		text string
	}{
		{r.Lookup.Pattern != nil, r.patternWords()},
		{r.PutModifies, "a PUT changes only the members that are sent"},
		{r.PutCreates, "a PUT creates a missing record"},
		{slices.ContainsFunc(r.Params, func(p *Param) bool { return p.Role == AlternativesRole }), "clients may join filters by or"},
		{r.EmptyNotFound, "missing records answer without a body"},
		{r.Validate != nil, "validates rows"},
		{r.BeforeSave != nil, "derives fields before saving"},
	} {
		if s.is {
			special = append(special, s.text)
		}
	}
	return strings.Join(special, "; ")
}

// deletionWords describes the deletion of rows, "" if they are removed.
func (r *Resource) deletionWords() string {
	switch {
	case r.Type.Deleted == nil:
		return ""
	case r.KeepDeleted == 0:
		return "marked by " + r.Type.Deleted.Column
	default:
		return fmt.Sprintf("marked by %s, removed after %s", r.Type.Deleted.Column, r.KeepDeleted)
	}
}

// titleWords returns the members that identify rows to people, and records if that is another.
func (r *Resource) titleWords() string {
	if r.RecordTitle == r.Title {
		return wireOf(r.Title)
	}
	return wireOf(r.Title) + ", and a record by " + wireOf(r.RecordTitle)
}

// lookupWords returns the field that identifies records in addresses, "" for the key.
func (r *Resource) lookupWords() string {
	if r.Lookup.Field == r.Type.Key {
		return ""
	}
	return wireOf(r.Lookup.Field)
}

// changeWords describes how a change of an outdated version is detected.
func (r *Resource) changeWords() string {
	var words []string
	if r.RequireVersion {
		words = append(words, "only of what was read")
	}
	if r.Type.Version != nil {
		words = append(words, "counted by "+cmp.Or(r.Type.Version.Wire, r.Type.Version.Column))
	}
	if r.LastModified != nil {
		words = append(words, "dated by "+wireOf(r.LastModified))
	}
	return strings.Join(words, ", ")
}

// patternWords describes the patterns of texts in paths.
func (r *Resource) patternWords() string {
	if r.Lookup.Pattern == nil {
		return ""
	}
	pattern := r.Lookup.Pattern.String()
	pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "^(?:"), ")$")
	if pattern == "[0-9]+" {
		return "keys other than digits are not found"
	}
	return "keys that do not match " + pattern + " are not found"
}

// actionWords returns the actions with their methods.
func (r *Resource) actionWords() string {
	var words []string
	for _, a := range []struct {
		action Actions
		word   string
	}{
		{List, "list GET"},
		{Create, "create POST"},
		{Retrieve, "retrieve GET"},
		{Replace, "replace PUT"},
		{Modify, "modify PATCH"},
		{Destroy, "destroy DELETE"},
	} {
		if r.Has(a.action) {
			words = append(words, a.word)
		}
	}
	return strings.Join(words, ", ")
}

func writeTable(b *strings.Builder, t schema.Table) {
	fmt.Fprintf(b, "\ntable %s", t.Name)
	if t.Pairs {
		b.WriteString(", of pairs")
	}
	if t.Unmanaged {
		b.WriteString(", which others manage")
	}
	b.WriteByte('\n')
	var rows [][]string
	for _, c := range t.Columns {
		var words []string
		if c.Key {
			words = append(words, "key")
		}
		if c.Null {
			words = append(words, "may be null")
		}
		if c.Unique {
			words = append(words, uniqueWords(c.IgnoresCase))
		}
		if c.HasDefault {
			words = append(words, "default "+c.Value.DefaultText(c.Default))
		}
		if c.Filled {
			words = append(words, "filled by the database")
		}
		if c.References != "" {
			words = append(words, "refers to "+c.References, deleteWords(c.Delete))
		}
		rows = append(rows, []string{c.Name, c.Value.String(), strings.Join(words, ", ")})
	}
	align(b, "  ", rows)
	if t.FullText != nil {
		fmt.Fprintf(b, "  full text of %s, language %s\n", strings.Join(t.FullText.Columns, ", "), t.FullText.Language)
	}
	align(b, "  ", indexRows(t))
	for _, c := range t.Constraints {
		fmt.Fprintf(b, "  constraint %s  for %s\n", schema.ConditionWords(c.Holds), c.For)
	}
}

// indexRows returns the indexes of a table with their reasons, except those that only keep a column unique.
func indexRows(t schema.Table) (rows [][]string) {
	for _, i := range t.AllIndexes() {
		kind := "index on"
		if i.Unique {
			if kind = "unique together"; len(i.Columns) == 1 && !i.Partial() {
				continue
			}
		}
		rows = append(rows, []string{kind, i.String(), "for " + strings.Join(i.For, ", ")})
	}
	return rows
}

// properties writes pairs of a name and a value, without those that have no value.
func properties(b *strings.Builder, rows ...[]string) {
	align(b, "  ", slices.DeleteFunc(rows, func(row []string) bool { return row[1] == "" }))
}

// writeShapes lists the members of the representations that a resource declares besides its rows.
func (r *Resource) writeShapes(b *strings.Builder) {
	var names []string
	operations := map[*Shape][]string{}
	for _, o := range []struct {
		name  string
		shape *Shape
	}{{"list", r.Shapes.List}, {"retrieve", r.Shapes.Retrieve}, {"create", r.Shapes.Create}, {"update", r.Shapes.Update}} {
		if o.shape != nil && o.shape.Type != r.Type {
			operations[o.shape] = append(operations[o.shape], o.name)
		}
	}
	for _, shape := range r.Shapes.All() {
		if names = operations[shape]; names == nil {
			continue
		}
		fmt.Fprintf(b, "  %s as %s\n", strings.Join(names, ", "), shape.Type.Go)
		writeFields(b, shape.Type)
	}
}

// listPageWords describes the options of the list's page, for the text of the plan.
func (r *Resource) listPageWords() string {
	var words []string
	for _, p := range r.Facets {
		words = append(words, "counts of "+p.Name)
	}
	for _, v := range r.SavedViews {
		words = append(words, v.Name+" ?"+v.Query)
	}
	return strings.Join(words, "; ")
}
