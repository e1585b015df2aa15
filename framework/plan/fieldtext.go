// The fields of a type in the text of the plan.

package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// writeFields writes all that is known of the fields of a type.
func writeFields(b *strings.Builder, t *schema.Type) {
	var fields [][]string
	for _, f := range t.Fields {
		words := append(append(clientWords(f), serviceWords(f)...), labelWords(f)...)
		if f.Titles {
			words = append(words, "the title on pages")
		}
		if f.Code {
			words = append(words, "shown as code")
		}
		if f.Group != "" {
			words = append(words, fmt.Sprintf("in group %q", f.Group))
		}
		fields = append(fields, fieldRow(f, words))
	}
	align(b, "    ", fields)
}

// writeClientFields writes what clients see of the fields of a type, and of those that newest shows in their place: their
// defaults and rules still hold. A table's names and what only pages show may change without a new version.
func writeClientFields(b *strings.Builder, t, newest *schema.Type) {
	var fields [][]string
	for _, f := range t.Fields {
		replaced := func(of *schema.Field) bool { return of.Go == f.Go && of.Wire != "" }
		if f.Wire != "" || slices.ContainsFunc(newest.Fields, replaced) {
			fields = append(fields, fieldRow(f, append(clientWords(f), labelWords(f)...)))
		}
	}
	align(b, "    ", fields)
}

func fieldRow(f *schema.Field, words []string) []string {
	return []string{f.Go, wireOf(f), f.Spec.String(), strings.Join(words, ", ")}
}

// uniqueWords describes a unique field or column.
func uniqueWords(ignoresCase bool) string {
	if ignoresCase {
		return "unique in any letter case"
	}
	return "unique"
}

// clientWords describes what a field means to a client, except its names and its kind.
func clientWords(f *schema.Field) []string {
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
	add(f.Unique, "%s", uniqueWords(f.IgnoresCase))
	add(f.Multiline, "multiline")
	add(f.Kind.Quoted || f.Item != nil && f.Item.Kind.Quoted, "as a text in JSON")
	add(f.Filled, "filled by the database")
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
	return words
}

// serviceWords describes where a field is stored, and where pages link it to.
func serviceWords(f *schema.Field) []string {
	var words []string
	if f.Relation != nil && f.IsManyToMany() {
		words = append(words, fmt.Sprintf("through %s (%s, %s)", f.Relation.Through, f.Relation.Here, f.Relation.There))
	}
	if f.Show != schema.ShowLink && f.LinkPath != "" {
		words = append(words, "on pages a link to "+f.LinkPath)
	}
	if f.Column != "" && f.Column != f.Wire {
		words = append(words, "column "+f.Column)
	}
	return words
}

// labelWords describes what people are told of a field, in metadata and documents too.
func labelWords(f *schema.Field) []string {
	var words []string
	if f.Wire != "" && !strings.EqualFold(f.Label, strings.ReplaceAll(f.Wire, "_", " ")) {
		words = append(words, fmt.Sprintf("label %q", f.Label))
	}
	if f.Help != "" {
		words = append(words, fmt.Sprintf("help %q", f.Help))
	}
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
	case f.IsManyToMany(): // its table is one of the serviceWords
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

// derivedWords returns the source of a field without a column.
func derivedWords(f *schema.Field) string {
	d := f.Derived
	switch d.Form {
	case schema.FormPath:
		return "at " + d.Name
	case schema.FormCount:
		return "number of rows of " + alongWords(d)
	case schema.FormHas:
		return "whether the requester is among rows of " + alongWords(d)
	case schema.FormAddress:
		if d.Name != "" {
			return "address of the content of " + d.Name
		}
		return "address of the record"
	case schema.FormNested:
		return "nests " + d.Shape.Go.String() + " of " + d.Along.Go
	default:
		return "computed"
	}
}

// alongWords returns the name of the relation of counted rows.
func alongWords(d *schema.Derived) string {
	r := d.Along.Relation
	if r.By != nil {
		return fmt.Sprintf("%s by their %s", r.Type.Go, r.By.Go)
	}
	return fmt.Sprintf("%s through %s", r.Type.Go, r.Through)
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
