// The kind of a Go type.

package structs

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// setKind sets the kind of a Go type, and whether null is a value. It returns the mistake with its
// correction, or "".
func setKind(f *schema.Field, t reflect.Type, kinds []field.Kind) (mistake string) {
	switch {
	case schema.IsRelation(t):
		f.SetRelation(t)
		return ""
	case schema.IsDerived(t):
		return deriveFrom(f, t, kinds)
	}
	plain := t
	if t.Kind() == reflect.Pointer {
		f.Null = true
		plain = t.Elem()
	}
	f.Type = plain
	i := slices.IndexFunc(kinds, func(k field.Kind) bool { return k.Match(plain) })
	if i < 0 && plain.Kind() == reflect.Slice && plain.Elem().Kind() != reflect.Uint8 {
		if of := slices.IndexFunc(kinds, func(k field.Kind) bool { return k.Match(plain.Elem()) && k.File == field.NoFile && k.Seal == nil }); of >= 0 {
			list := field.List(kinds[of])
			f.Kind = &list
			return ""
		}
	}
	if i < 0 && plain.Kind() == reflect.Slice && slices.ContainsFunc(kinds, func(k field.Kind) bool { return k.File != field.NoFile && k.Match(plain.Elem()) }) {
		return fmt.Sprintf("a field has one file; give each its row, in a struct that refers to this one, with a field rest.%s", plain.Elem().Name())
	}
	if i < 0 {
		return fmt.Sprintf("type %s cannot be a column; %s", schema.TypeText(t), instead(t))
	}
	f.Kind = &kinds[i]
	if f.IsFile() && f.Null {
		return fmt.Sprintf(`write rest.%s without the *, and "optional" where a row may be without a file`, plain.Name())
	}
	own := kinds[:len(kinds)-field.NumBuiltin()] // built-in kinds come last
	if j := slices.IndexFunc(own[min(i+1, len(own)):], func(k field.Kind) bool { return k.Match(plain) }); j >= 0 {
		return fmt.Sprintf("type %s is of the kind %s and of the kind %s; list one of them, or let them match different types", plain, f.Kind, &own[i+1+j])
	}
	return ""
}

// instead suggests a replacement for a Go type that cannot be a column.
func instead(t reflect.Type) string {
	shape := t.Kind()
	if t == reflect.TypeFor[field.Password]() || (shape == reflect.Slice || shape == reflect.Pointer) && t.Elem() == reflect.TypeFor[field.Password]() {
		return "one password is hashed by what the set lists: write .Kinds(rest.Passwords(&passwords.Hasher{})) behind rest.NewSet(…), and rest.Password or *rest.Password"
	}
	switch shape {
	case reflect.Pointer:
		return insteadOfPointer(t.Elem())
	case reflect.Uintptr:
		return "write uint64"
	case reflect.Slice, reflect.Array, reflect.Map:
		if t.Elem() == reflect.TypeFor[byte]() {
			return "write []byte"
		}
		return "a list holds plain values, as []string does: write a struct for other items and refer to it with rest.HasMany or rest.ManyToMany"
	case reflect.Struct:
		if strings.HasPrefix(t.String(), "sql.Null") {
			return "a value that may be null is a pointer, such as *string"
		}
		if t.ConvertibleTo(reflect.TypeFor[time.Time]()) {
			return "write time.Time or rest.Date"
		}
		return "write its fields out, or refer to another struct with rest.BelongsTo"
	}
	return "write string, bool, int64, float64, time.Time, time.Duration, rest.Date, rest.TimeOfDay, uuid.UUID, decimal.Decimal, netip.Addr, []byte, json.RawMessage, map[string]any, a pointer to one, a list of one, or a relation; or list your own kind with Set.Kinds"
}

func insteadOfPointer(elem reflect.Type) string {
	if schema.IsDerived(elem) {
		return fmt.Sprintf("write %s without the *", schema.TypeText(elem))
	}
	if schema.IsRelation(elem) {
		return fmt.Sprintf(`write %s without the *, and "optional" where it may refer to nothing`, schema.TypeText(elem))
	}
	if elem.Kind() == reflect.Pointer {
		return "one * is enough for a value that may be null"
	}
	return instead(elem)
}

// tagsOf returns the keys of a tag string that only some kinds read.
func tagsOf(kinds []field.Kind) []string {
	var keys []string
	for i := range kinds {
		for _, key := range kinds[i].Tags {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// configure sets the parameters of the kind and computes the column. It reports whether that succeeded.
func configure(f *schema.Field, t tag, kinds []field.Kind, report field.Reporter) bool {
	f.Tags = t.kind
	for _, key := range slices.Sorted(maps.Keys(t.kind)) {
		if !slices.Contains(f.Kind.Tags, key) {
			report(`tag key %q is for %s, and %s is %s; leave it out`, key, readers(key, kinds), f.Go, f.WithArticle())
		}
	}
	if f.Kind.Configure != nil {
		if mistake := f.Kind.Configure(&f.Spec); mistake != "" {
			report("%s", mistake)
			return false
		}
	}
	if mistake := tryKind(&f.Spec, kinds); mistake != "" {
		report("%s", mistake)
		return false
	}
	if t.is("string") && !f.Quote() {
		report(`rest tag: "string" is for whole numbers, and %s is %s; leave it out`, f.Go, f.WithArticle())
	}
	if f.Kind.Column != nil {
		f.SetColumns()
	}
	return true
}

// readers names the kinds that read a key of a tag string.
func readers(key string, kinds []field.Kind) string {
	var names []string
	for i := range kinds {
		if slices.Contains(kinds[i].Tags, key) {
			names = append(names, kinds[i].Name)
		}
	}
	return "fields of the kind " + strings.Join(names, " or ")
}

// OfType returns a member with a name and values of a Go type. The mistake is the reason why filters cannot
// compare them, or "".
func OfType(t reflect.Type, name string, kinds []field.Kind) (f *schema.Field, mistake string) {
	f = &schema.Field{Spec: field.Spec{Go: name, Messages: map[string]string{}}, Wire: name, Label: schema.Label(name), InObject: true}
	if mistake = setKind(f, t, kinds); mistake != "" || f.Relation != nil || f.Derived != nil {
		return nil, cmp.Or(mistake, "a member of an object is a value; write one, such as \"\" or int64(0)")
	}
	f.Null = true
	configure(f, tag{}, kinds, func(format string, args ...any) { mistake = fmt.Sprintf(format, args...) })
	return f, mistake
}
