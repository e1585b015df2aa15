// The plan as a text.

package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// String is the plan as text: stable, so that a golden file shows what a change of a declaration
// does to the service, and made to be read.
func (p *Plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "configuration %s\n", p.Name)
	renders, parses := p.formatWords()
	properties(&b, []string{"/", p.RootName}, []string{"access", permission.String(p.Access)},
		[]string{"schemes", schemeWords(p.Schemes)}, []string{"logins", p.loginWords()}, []string{"scopes", p.scopeWords()}, []string{"renders", renders}, []string{"parses", parses},
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
	r.writeParams(b)
	b.WriteString("  fields\n")
	writeFields(b, r.Type)
	r.writeShapes(b)
}

// resourceLine is what the text of a resource says of one of its options: a line for each text that is not empty.
type resourceLine struct {
	name  string
	words func(*Resource) []string
}

// resourceLines lists the lines of a resource: one for each option, in their order.
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
		one("search", (*Resource).searchWords),
		one("pages", (*Resource).pageWords),
		one("envelope", (*Resource).envelopeWords),
		one("exports", (*Resource).exportWords),
		one("list page", (*Resource).listPageWords),
		one("bulk", func(r *Resource) string { return r.Bulk.words() }),
		one("nested", (*Resource).nestedWords),
		one("history", (*Resource).historyWords),
		one("audit", (*Resource).auditWords),
		one("events", (*Resource).eventWords),
		one("told apart by", (*Resource).titleWords),
		one("changes", (*Resource).changeWords),
		one("special", (*Resource).specialWords),
		one("hooks", func(r *Resource) string { return r.Hooks.words() }),
		one("counts", (*Resource).countWords),
		one("deletions", (*Resource).deletionWords),
		{"read only", (*Resource).readOnlyWords},
		{"choices", (*Resource).limitWords},
		{"query", (*Resource).queryWords},
	}
}

// specialWords say what the code of a team does with rows, and how addresses are read otherwise.
func (r *Resource) specialWords() string {
	var special []string
	for _, s := range []struct {
		is   bool
		text string
	}{
		{r.Lookup.Pattern != nil, r.patternWords()},
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

func writeFields(b *strings.Builder, t *schema.Type) {
	var fields [][]string
	for _, f := range t.Fields {
		fields = append(fields, []string{f.Go, wireOf(f), f.Spec.String(), strings.Join(fieldWords(f), ", ")})
	}
	align(b, "    ", fields)
}

// deletionWords say what becomes of rows that are deleted, "" where they are removed.
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

// titleWords are the members that rows are called by, and records where that is another.
func (r *Resource) titleWords() string {
	if r.RecordTitle == r.Title {
		return wireOf(r.Title)
	}
	return wireOf(r.Title) + ", and a record by " + wireOf(r.RecordTitle)
}

// lookupWords are what addresses name records by, "" for the key.
func (r *Resource) lookupWords() string {
	if r.Lookup.Field == r.Type.Key {
		return ""
	}
	return wireOf(r.Lookup.Field)
}

// changeWords are by what a change is told that was not read.
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

// patternWords are what the texts in paths have to be.
func (r *Resource) patternWords() string {
	if r.Lookup.Pattern == nil {
		return ""
	}
	pattern := r.Lookup.Pattern.String()
	pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "^(?:"), ")$")
	if pattern == "[0-9]+" {
		return "keys that are no digits are no path"
	}
	return "keys that do not match " + pattern + " are no path"
}

// actionWords are the actions with the methods that reach them.
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

func orderWords(order []Order) string {
	var words []string
	for _, o := range order {
		word := cmp.Or(o.Field.Column, o.Field.Wire, o.Field.Go)
		if o.Desc {
			word += " descending"
		}
		if o.Nulls != schema.NullsLow {
			word += " " + o.Nulls.String()
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// fieldWords is everything about a field but its names and its kind.
func fieldWords(f *schema.Field) []string {
	var words []string
	add := func(is bool, format string, args ...any) {
		if is {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(f.Required(), "required")
	add(f.ReadOnly, "read-only")
	add(f.WriteOnly, "write-only")
	add(f.CreateOnly, "given at the create only")
	add(f.Optional, "optional")
	add(f.Null, "may be null")
	add(f.IsVersion, "raised by each change")
	add(f.Unique, "unique")
	add(f.Multiline, "multiline")
	if f.HasDefault {
		add(true, "default %s", f.DefaultText(f.Default))
	}
	add(len(f.Rules) > 0, "validate %s", ruleWords(f.Rules))
	if f.Item != nil {
		add(len(f.Item.Rules) > 0, "of items %s", ruleWords(f.Item.Rules))
		add(f.Item.Choices != nil, "of items %s", choiceWords(f.Item.Choices))
	}
	add(f.Choices != nil, "%s", choiceWords(f.Choices))
	if f.Relation != nil {
		words = append(words, relationWords(f)...)
	}
	if f.Derived != nil {
		words = append(words, derivedWords(f))
	}
	add(f.Show == schema.ShowLink, "shown as a link to %s", f.LinkPath)
	add(f.Show != schema.ShowLink && f.LinkPath != "", "on pages a link to %s", f.LinkPath)
	add(f.Column != "" && f.Column != f.Wire, "column %s", f.Column)
	add(f.Wire != "" && !strings.EqualFold(f.Label, strings.ReplaceAll(f.Wire, "_", " ")), "label %q", f.Label)
	add(f.Help != "", "help %q", f.Help)
	return words
}

func ruleWords(rules []*field.Rule) string {
	words := make([]string, len(rules))
	for i, rule := range rules {
		words[i] = rule.Tag
	}
	return strings.Join(words, " ")
}

func choiceWords(choices []field.Choice) string {
	if len(choices) > 8 {
		return fmt.Sprintf("%d choices", len(choices))
	}
	values := make([]string, len(choices))
	for i, c := range choices {
		values[i] = strconv.Quote(c.Value)
	}
	return "one of " + strings.Join(values, " ")
}

func relationWords(f *schema.Field) []string {
	r := f.Relation
	words := []string{"of " + r.Target.String()}
	switch {
	case f.IsHasMany():
		if r.By != nil {
			words = append(words, "by its "+r.By.Go)
		}
	case f.IsManyToMany():
		words = append(words, fmt.Sprintf("through %s (%s, %s)", r.Through, r.Here, r.There))
	default:
		words = append(words, deleteWords(r.Delete))
	}
	if f.Show == schema.ShowField && r.OnShow != nil {
		words = append(words, "shown by "+r.OnShow.Wire)
	}
	return words
}

func deleteWords(d schema.OnDelete) string {
	switch d {
	case schema.Cascade:
		return "deleted with it"
	case schema.SetNull:
		return "cleared when it is deleted"
	default:
		return "keeps it from being deleted"
	}
}

func wireOf(f *schema.Field) string {
	switch {
	case f == nil:
		return ""
	case f.Wire == "":
		return "-"
	default:
		return f.Wire
	}
}

func writeTable(b *strings.Builder, t schema.Table) {
	fmt.Fprintf(b, "\ntable %s", t.Name)
	if t.Pairs {
		b.WriteString(", of pairs")
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
			words = append(words, "unique")
		}
		if c.HasDefault {
			words = append(words, "default "+c.Value.DefaultText(c.Default))
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

// indexRows are the indexes of a table and what needs them, but for those that only keep a column unique.
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

// align writes rows of cells in columns.
func align(b *strings.Builder, indent string, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := indent
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
