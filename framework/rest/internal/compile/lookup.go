// The options Lookup and LookupPattern: the values that identify records in addresses.

package compile

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/schema"
)

// slug matches a text in addresses by default: without escapes and dots, since the name of a format follows
// a dot.
const slug = "[-a-zA-Z0-9_]+"

// The messages for texts that addresses cannot contain, as in Django's slugs and patterns.
const (
	invalidSlug    = `Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.`
	invalidPattern = "This value does not match the required pattern."
)

// compileLookup finds the field that identifies the records in addresses, and its possible values.
func compileLookup(r *resource) {
	key := r.Type.Key
	r.Resource.Lookup.Field = key
	if key == nil || key.AsKey == nil {
		return // it is reported for the struct
	}
	if r.declaration.Singleton && r.declaration.Lookup+r.declaration.LookupPattern != "" {
		r.mistake("Lookup and LookupPattern say how addresses name records, and a singleton is at its Path; leave them out")
		return
	}
	if name := r.declaration.Lookup; name != "" {
		f := r.Type.ByWire(name)
		if f == nil {
			r.mistake("Lookup: %q names no field that is shown%s", name, field.Hint(name, lookups(r.Type)))
			return
		}
		if problem := lookupProblem(r.Type, f); problem != "" {
			r.ReportField(r.declaration.GoType, f.Go, fmt.Sprintf("Lookup: %s", problem))
			return
		}
		r.Resource.Lookup.Field = f
	}
	if compileLookupPattern(r) {
		limitLookupValues(r, r.Type)
	}
}

// lookups returns the fields that Lookup can name.
func lookups(t *schema.Type) []string {
	var names []string
	for _, f := range t.Fields {
		if f != t.Key && lookupProblem(t, f) == "" {
			names = append(names, f.Wire)
		}
	}
	return names
}

// lookupProblem returns why a field cannot identify records in addresses, with the correction, or "".
func lookupProblem(t *schema.Type, f *schema.Field) string {
	switch {
	case f == t.Key:
		return "addresses name records by their key anyway; leave Lookup out"
	case f.Relation != nil:
		return fmt.Sprintf("addresses name records by a column of the row itself, and %s is a %s; name another field", f.Go, f.Kind)
	case f.Hidden():
		return fmt.Sprintf("addresses would show %s, which clients do not read; name another field", f.Go)
	case f.Null:
		return fmt.Sprintf("%s may be null, and such a record has no address; make it a value, not a pointer, or name another field", f.Go)
	case f.AsKey == nil:
		return fmt.Sprintf("addresses name records by a text, an int64 or a uuid, and %s is %s; name another field", f.Go, f.WithArticle())
	case !f.Unique:
		return fmt.Sprintf("two records may have the same %s; write \"unique\" in its rest tag, or name another field", f.Go)
	}
	return inputProblem(f)
}

// inputProblem returns why a field that clients send cannot identify records in addresses, or "".
func inputProblem(f *schema.Field) string {
	switch {
	case f.Optional || f.HasDefault && f.Moving == nil:
		return fmt.Sprintf("%s may be left out, and then two records would have one address; leave \"optional\" and the default out", f.Go)
	case f.Multiline:
		return fmt.Sprintf("%s has lines, and an address has none; leave \"multiline\" out", f.Go)
	case f.Kind.FreeText && f.Writable() && f.Choices == nil && (f.MaxLength == 0 || f.MaxLength > schema.MaxKeyLength):
		return fmt.Sprintf(`%s is part of addresses and indexes; bound its length by validate:"max=50", or another number up to %d`, f.Go, schema.MaxKeyLength)
	}
	return ""
}

// compileLookupPattern compiles the pattern of texts in paths, and reports success.
func compileLookupPattern(r *resource) bool {
	text, l := r.declaration.LookupPattern, &r.Resource.Lookup
	if text == "" {
		return true
	}
	_, err := regexp.Compile(text)
	if err != nil {
		_, reason, _ := strings.Cut(err.Error(), "error parsing regexp: ")
		r.mistake("LookupPattern %q is not a regular expression: %s; write one such as %q", text, reason, "[0-9]+")
		return false
	}
	pattern := regexp.MustCompile("^(?:" + text + ")$")
	switch {
	case pattern.MatchString(""):
		r.mistake("LookupPattern %q takes the empty text, which no address has; write + instead of *", text)
	case pattern.MatchString("a/b") || pattern.MatchString("1/2"):
		r.mistake("LookupPattern %q takes a slash, which ends a part of a path; write %q for everything else", text, "[^/]+")
	case !fitsOne(pattern, l.Field):
		r.mistake("LookupPattern %q takes no value of %s, which is %s; write a pattern for such values, or leave it out", text, l.Field.Go, l.Field.WithArticle())
	default:
		l.Pattern = pattern
		warnOfFormats(r)
		return true
	}
	return false
}

// warnOfFormats warns of keys that can end in the name of a format, as far as a few of them show.
func warnOfFormats(r *resource) {
	l := &r.Resource.Lookup
	if !l.Field.Kind.FreeText {
		return
	}
	for _, name := range sets.ListRenderers(r.Reporter) {
		for _, stem := range []string{"a", "A", "1", "ab", "a1", "abc", "a-b"} {
			if key := stem + "." + name; l.Pattern.MatchString(key) {
				r.warn(fmt.Sprintf("LookupPattern takes keys that end in the name of a format: GET %s%s reads the record %q as %s, and %[1]s%[2]s/ the record %[2]q; write a pattern without the dot if that is not meant", r.Resource.Path, key, stem, name))
				return
			}
		}
	}
}

// fitsOne reports whether a pattern matches some value of a field, as far as a few of them show.
func fitsOne(pattern *regexp.Regexp, f *schema.Field) bool {
	var samples []string
	switch {
	case f.Choices != nil:
		for _, c := range f.Choices {
			samples = append(samples, c.Value)
		}
	case f.Kind.FreeText:
		return true
	case f.AsKey.Numbered:
		for n := range 19 {
			samples = append(samples, "1234567891234567891"[:n+1], "1"+strings.Repeat("0", n), strconv.Itoa(n+1))
		}
	default:
		samples = []string{uuid.NameSpaceURL.String(), uuid.Must(uuid.NewV7()).String()}
	}
	for _, sample := range samples {
		if pattern.MatchString(sample) {
			return true
		}
	}
	return false
}

// limitLookupValues limits a text from clients, in a row or a representation of one, to those that
// addresses can contain. A key from clients is also in the addresses of the records that refer to it.
func limitLookupValues(r *resource, t *schema.Type) {
	l := &r.Resource.Lookup
	slugs, message := regexp.MustCompile("^"+slug+"$"), invalidPattern
	values := l.Pattern
	if values == nil {
		values, message = slugs, invalidSlug
	}
	if t.RowType().Unmanaged && l.Pattern == nil {
		return // others may give any text, for which addresses have escapes
	}
	if l.Field.Kind.FreeText && l.Field.KeyParts == nil {
		l.Values = values
		addValueCheck(r, t, l.Field, values, message)
	}
	if key := r.Type.Key; key != l.Field && key.Kind.FreeText {
		addValueCheck(r, t, key, slugs, invalidSlug)
	}
}

// checkLookupShape checks the lookup field of a representation that clients send.
func checkLookupShape(r *resource, name string, t *schema.Type) {
	of := r.Resource.Lookup.Field
	if of == nil || of.AsKey == nil {
		return
	}
	if f := t.FieldOf(of); f != nil && f != t.Key && f.Writable() {
		if problem := inputProblem(f); problem != "" {
			r.ReportField(t.Go, f.Go, fmt.Sprintf("Shapes.%s: %s", name, problem))
			return
		}
	}
	limitLookupValues(r, t)
}

// addStaticNameCheck lets requests refuse texts that would be the address of something else.
func addStaticNameCheck(res *plan.Resource) {
	of := res.Lookup.Field
	if of == nil || len(res.StaticNames) == 0 || !of.Kind.FreeText {
		return
	}
	checked := map[*schema.Field]bool{}
	for _, shape := range []*plan.Shape{res.Shapes.Own, res.Shapes.Create, res.Shapes.Update} {
		f := shape.Type.FieldOf(of)
		if f == nil || !f.Writable() || f.Choices != nil || checked[f] {
			continue
		}
		checked[f] = true
		f.AddCheck("static", "This value is reserved for another URL.", func(text string) bool {
			return !slices.Contains(res.StaticNames, text)
		})
	}
}

// addValueCheck adds a rule to a type's field for a field of the row, if it has one.
func addValueCheck(r *resource, t *schema.Type, of *schema.Field, values *regexp.Regexp, message string) {
	f := t.FieldOf(of)
	if f == nil {
		return
	}
	for _, c := range f.Choices {
		if !values.MatchString(c.Value) {
			r.ReportField(t.Go, f.Go, fmt.Sprintf("the choice %q cannot be in an address, which matches %s; write another, or a LookupPattern that takes it", c.Value, values))
		}
	}
	if !f.Writable() || f.Choices != nil {
		return
	}
	if r.declaration.LookupPattern == "" {
		f.Metadata = "slug"
	}
	f.AddCheck("slug", message, func(text string) bool {
		return values.MatchString(text) && text != "." && text != ".."
	})
}
