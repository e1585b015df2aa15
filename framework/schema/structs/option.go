// The options of a field's rest tag.

package structs

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// readOptions applies the words of the rest tag, each if it makes sense.
func readOptions(f *schema.Field, t tag, report field.Reporter) {
	f.ReadOnly, f.WriteOnly, f.CreateOnly, f.Optional = t.is("readonly"), t.is("writeonly"), t.is("createonly"), t.is("optional")
	f.IgnoresCase, f.SortsInAnyCase = t.is(ignoringCase), t.is(sortingAnyCase)
	f.Unique, f.Indexed, f.Multiline, f.Sorts = t.is("unique"), t.is("index"), t.is("multiline") || t.is("code"), t.is("sort")
	f.Was, f.Titles, f.Code = t.values[wasOption], t.is("title"), t.is("code")
	hidden := t.name == "-"
	for _, wrong := range []struct {
		found bool
		msg   string
	}{
		{f.ReadOnly && f.WriteOnly, `a field cannot be both "readonly" and "writeonly"; write one of them, or rest:"-"`},
		{f.ReadOnly && f.CreateOnly, `a "readonly" field is not sent at a create either; write one of "readonly" and "createonly"`},
		{f.CreateOnly && f.IsToMany(), fmt.Sprintf(`"createonly" does not fit a %s, which has no column; leave it out`, f.Kind)},
		{
			hidden && (f.ReadOnly || f.WriteOnly || f.CreateOnly || f.Multiline || f.Optional && !f.IsToOne() || t.is("link") || t.values["show"] != ""),
			`a field that is not shown takes "unique" and "index", and for relations "optional", "through=" and "ondelete=", only; leave the other options out`,
		},
		{!hidden && f.Optional && f.ReadOnly && !f.IsToOne(), `"optional" says nothing about a field that is never sent; leave it out`},
		{f.Optional && t.hasDef && f.Relation == nil, `a field with a default may be left out anyway; leave out "optional"`},
		{t.is("computed"), `"computed" is for values that a representation shows; leave it out`},
		{f.Kind.Seal != nil && !f.WriteOnly && !hidden, fmt.Sprintf(`%s is never shown; write "writeonly", or rest:"-" for one that clients do not send`, f.WithArticle())},
		{f.Kind.Seal != nil && t.hasDef, fmt.Sprintf(`a default would be the %s of all who send none; make the field a pointer, and leave the default out`, f.Kind)},
		{t.is("multiline") && !f.Kind.FreeText, fmt.Sprintf(`"multiline" is for texts, and %s is %s; leave it out`, f.Go, f.WithArticle())},
		{f.Code && !f.Kind.FreeText, fmt.Sprintf(`"code" is for texts, and %s is %s; leave it out`, f.Go, f.WithArticle())},
		{f.Code && t.is("multiline"), `"code" has lines anyway; leave out "multiline"`},
		{f.Titles && !f.Kind.FreeText, fmt.Sprintf(`"title" is for texts, and %s is %s; leave it out`, f.Go, f.WithArticle())},
		{f.Titles && f.Hidden(), `pages call a record by its "title", and never show this field; leave it out`},
		{f.Titles && f.Kind.FreeText && f.Null, `a record without the text would have no name; leave "title" out, or make the field a value, not a pointer`},
		{f.Indexed && f.IsToMany(), fmt.Sprintf(`"index" does not fit a %s, which has no column and whose pairs have an index; leave it out`, f.Kind)},
		{f.Indexed && f.IsToOne() && !f.Unique, `a reference has an index already; leave out "index"`},
		{f.Indexed && f.Go == "ID", `the key has an index already; leave out "index"`},
		{f.Indexed && f.Unique, `a unique field has an index already; leave out "index"`},
		{(f.Indexed || f.Unique) && f.Column != "" && !f.Kind.Compared(), fmt.Sprintf(`no index compares %s; leave "unique" and "index" out`, f.WithArticle())},
		{f.Sorts && f.Hidden(), `"sort" would reveal a field that is never shown; leave it out`},
		{f.Sorts && f.Relation != nil, fmt.Sprintf(`"sort" is for values, and %s is %s; write a path to a field of its rows in Ordering of the view set`, f.Go, f.WithArticle())},
		{f.Sorts && f.Relation == nil && f.Column != "" && !f.Orderable(), fmt.Sprintf(`%s has no order; leave "sort" out`, f.WithArticle())},
		{f.SortsInAnyCase && f.Relation == nil && f.Kind.Ordered() && !f.Kind.FreeText, fmt.Sprintf(`"sort=ci" is for texts, and %s is %s; write "sort"`, f.Go, f.WithArticle())},
		{f.IgnoresCase && !f.Kind.FreeText && (f.Kind.Compared() || f.Column == ""), fmt.Sprintf(`"unique=ci" is for texts, and %s is %s; write "unique"`, f.Go, f.WithArticle())},
		{f.Was != "" && f.Column == "", fmt.Sprintf(`"was=" names a former column, and %s has none; leave it out`, f.Go)},
		{f.Was != "" && f.Was == f.Column, `"was=" names the column that the field has; leave it out`},
		{f.Unique && f.IsToMany(), fmt.Sprintf(`"unique" does not fit a %s, which has no column; leave it out`, f.Kind)},
	} {
		if wrong.found {
			report("rest tag: %s", wrong.msg)
		}
	}
	f.Titles = f.Titles && f.Kind.FreeText && !f.Hidden() && !f.Null
	f.ReadOnly = f.ReadOnly && !f.CreateOnly
	if (f.IsToOne() || f.IsFile()) && f.Optional {
		f.Null = true
	}
	if t.is("version") {
		readVersionOption(f, t, report)
	}
	readSearchOption(f, t, report)
	readFilterOptions(f, t, report)
	readRelationOptions(f, t, report)
}

func readRelationOptions(f *schema.Field, t tag, report field.Reporter) {
	isKey := f.Go == "ID"
	if t.is("link") {
		f.Show = schema.ShowLink
		if f.Relation == nil && !isKey {
			report(`rest tag: "link" is for relations and the field ID; leave it out`)
		}
	}
	if f.Relation == nil {
		for _, option := range valueOptions {
			if option == "of" && hasKey(t.values, option) {
				f.PartOf = t.values[option]
			} else if mistake, wrong := ofNested[option]; wrong && hasKey(t.values, option) {
				report("%s", mistake)
			} else if hasKey(t.values, option) {
				report(`rest tag: option "%s=" is for relations, and %s is %s; leave it out`, option, f.Go, f.WithArticle())
			}
		}
		return
	}
	if show, ok := t.values["show"]; ok {
		f.Show = schema.ShowField
		if t.is("link") {
			report(`rest tag: "link" and "show=%s" exclude each other; write one of them`, show)
		}
	}
	if f.IsHasMany() && !f.ReadOnly && f.Wire != "" {
		report(`rest tag: a %s is changed from its other side; write "readonly"`, reverseName(f))
	}
	makesRows(f, t, report)
	for _, option := range valueOptions {
		if mistake, wrong := ofNested[option]; wrong && hasKey(t.values, option) && !(option == "nested" && f.IsManyToMany()) {
			report("%s", mistake)
		}
	}
	f.Relation.ByName, f.Relation.Through = t.values["by"], t.values["through"]
	if f.Relation.ByName != "" && !f.IsHasMany() {
		report(`rest tag: "by=" names the other side of a HasMany or HasOne; leave it out`)
	}
	if f.Relation.Through != "" && !f.IsManyToMany() {
		report(`rest tag: "through=" names the table of pairs of a ManyToMany; leave it out`)
	} else if through := f.Relation.Through; through != "" && (!schema.IsName(through) || isSystemTable(through)) {
		report(`rest tag: through=%s is not a name for a table; write lower-case letters, digits and underscores`, through)
		f.Relation.Through = ""
	}
	readOnDelete(f, t.values["ondelete"], report)
	f.Relation.ShowName = t.values["show"]
}

// ofNested are the options of a rest.Nested, with the reasons why other fields have none.
var ofNested = map[string]string{
	"of":     `rest tag: "of=" names the relation that a rest.Nested shows; leave it out`,
	"order":  `rest tag: "order=" sorts the rows that a rest.Nested shows; leave it out`,
	"nested": `rest tag: "nested=" says what clients may send of the rows that a rest.Nested shows; write it there`,
}

func readOnDelete(f *schema.Field, word string, report field.Reporter) {
	if word == "" {
		return
	}
	actions := map[string]schema.OnDelete{"restrict": schema.Restrict, "cascade": schema.Cascade, "null": schema.SetNull}
	action, ok := actions[word]
	switch {
	case !f.IsToOne():
		report(`rest tag: "ondelete=" is for a BelongsTo; leave it out`)
	case !ok:
		report(`rest tag: unknown action ondelete=%s%s`, word, field.Hint(word, []string{"restrict", "cascade", "null"}))
	case action == schema.SetNull && !f.Null:
		report(`rest tag: ondelete=null needs a reference that may be empty; write "optional" too`)
	default:
		f.Relation.Delete = action
	}
}

// CheckHidden reports the relations of a type that are not shown and not used, once everything is linked.
func CheckHidden(t *schema.Type, report func(field, msg string)) {
	for _, f := range t.Fields {
		if f.IsHasMany() && f.Wire == "" && !f.NestsRows && schema.PermittedOf(f.Relation.Target) == nil {
			report(f.Path, fmt.Sprintf(`rest tag: a %s that is not shown has no effect; leave the field out`, reverseName(f)))
		}
	}
}

// reverseName returns the name of the type of a relation whose rows refer to this one.
func reverseName(f *schema.Field) string {
	if f.IsHasOne() {
		return "HasOne"
	}
	return "HasMany"
}

// checkOmitted checks the value of a field that a client omits.
func checkOmitted(f *schema.Field, report field.Reporter) {
	if !f.Optional || f.Null || f.HasDefault || f.Relation != nil {
		return
	}
	if mistake := f.ZeroMistake(); mistake != "" {
		report(`rest tag: %s`, mistake)
	}
}

// setDefault parses the default tag.
func (c *compiler) setDefault(f *schema.Field, t tag, report field.Reporter) {
	if !t.hasDef {
		return
	}
	mistake := ""
	switch {
	case f.Go != "ID" && c.isFilled(f, t):
		c.setFilled(f, report)
		return
	case f.Relation != nil:
		mistake = fmt.Sprintf(`a %s has no default; write "optional" where it may be left out`, f.Kind)
	case f.Null:
		mistake = `a pointer defaults to null; leave the tag out, or make the field a value, not a pointer`
	case f.Go == "ID" && f.AsKey != nil && !f.AsKey.Numbered:
		mistake = `a key has no default; leave the tag out`
	case f.Go == "ID":
		mistake = `the key is given by the database; leave the tag out`
	default:
		mistake = f.SetDefault(t.def)
	}
	if f.HasDefault = true; mistake != "" {
		report(`default tag: %s`, mistake)
	}
}

// readFilterOptions parses the word "filter", with its look-ups.
func readFilterOptions(f *schema.Field, t tag, report field.Reporter) {
	words, has := t.values["filter"]
	if !has {
		return
	}
	if f.Hidden() {
		report(`rest tag: "filter" would reveal a field that is never shown; leave it out`)
		return
	}
	lookups, mistake := f.FilterLookups(words)
	switch {
	case mistake != "":
		report("rest tag: filter=%s: %s", words, mistake)
	case slices.Contains(lookups, field.IsNull) && !f.Null && !f.IsToMany():
		report("rest tag: filter=%s: the field is never null; leave isnull out", words)
	default:
		f.Filters = lookups
	}
}

// readSearchOption parses the word "search".
func readSearchOption(f *schema.Field, t tag, report field.Reporter) {
	text, has := t.values["search"]
	if !has {
		return
	}
	s := &schema.Search{Prefix: text}
	if language, full := strings.CutPrefix(text, "@"); full {
		s.Prefix, s.Language = "@", schema.SimpleLanguage
		if language != "" {
			s.Language = language
		}
	}
	switch {
	case f.Hidden():
		report(`rest tag: "search" would reveal a field that is never shown; leave it out`)
	case !slices.Contains(schema.SearchPrefixes(), s.Prefix):
		report(`rest tag: search=%s is unknown; write "search" for texts that contain the word, or search=^ for those that begin with it, search== for what is equal to it, search=@ for full text, search=$ for patterns`, text)
	case s.Prefix == "@" && !slices.Contains(schema.SearchLanguages(), s.Language):
		report(`rest tag: search=%s: not every PostgreSQL has this language%s`, text, field.Hint(s.Language, schema.SearchLanguages()))
	case f.SearchMistake(s.Prefix) != "":
		report("rest tag: %s: %s", s, f.SearchMistake(s.Prefix))
	default:
		f.Search = s
	}
}
