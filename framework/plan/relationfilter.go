// Filters by relations, whose values identify other rows.

package plan

import (
	"cmp"
	"fmt"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// relationFilter compares the rows that the relation at the end of a path leads to.
type relationFilter struct {
	path *FieldPath    // End is the relation
	last Step          // the same, with the rule of the rows there
	by   *schema.Field // identifies those rows by its values
	mine mine          // the value of the requester's account; nil for rows that are no accounts
}

// NewRelationFilter returns the parameter of a look-up on the relation at the end of a path. Values
// identify rows as in representations: by the value that shows the relation, or by the key.
func NewRelationFilter(name string, path *FieldPath, last Step, lookup field.Lookup) *Param {
	target := path.End.Relation.Type
	f := relationFilter{path: path, last: last, by: cmp.Or(path.End.ShownBy(), target.Key)}
	p := &Param{Name: name, Role: FilterRole, Field: path.End, Path: path, Label: path.label(), Lookup: lookup, About: fmt.Sprintf(abouts[lookup], path.Text)}
	value := f.by.ValueJSON()
	if lookup != field.IsNull {
		f.mine = mineOf(target, f.by)
	}
	if p.Me = f.mine != nil; p.Me {
		p.Also = alsoAccount(f.by)
	}
	switch lookup {
	case field.IsNull:
		p.Schema = map[string]any{"type": "boolean"}
		p.Read = f.readNull
	case field.In, field.All:
		p.Several, p.Commas = true, splits(&f.by.Spec)
		p.Schema = map[string]any{"type": "array", "items": value}
		named := severalChoices
		if lookup == field.All {
			named = allChoices
		}
		p.Read = func(l *Listing, values []string) ([]string, error) { return f.read(l, values, named) }
	case field.NotEqual:
		p.Several, p.Commas = true, splits(&f.by.Spec)
		p.Schema = map[string]any{"type": "array", "items": value}
		p.Read = func(l *Listing, values []string) ([]string, error) { return f.read(l, values, otherChoice) }
	default:
		p.Schema = value
		p.Read = func(l *Listing, values []string) ([]string, error) {
			return f.read(l, values[len(values)-1:], oneChoice)
		}
	}
	return p
}

// choices determines how many rows a filter names, and how many of them are wanted.
type choices uint8

const (
	oneChoice      choices = iota
	severalChoices         // one of them
	otherChoice            // none of them
	allChoices             // each of them
)

// read adds a query for the rows that the values identify; the condition uses their keys. The account of an
// anonymous requester is no row.
func (f *relationFilter) read(l *Listing, values []string, named choices) ([]string, error) {
	target := f.path.End.Relation.Type
	several := named != oneChoice && (named != otherChoice || len(values) > 1)
	var args []any
	var texts []string
	for _, text := range values {
		value, known := f.mine.value(l, text)
		if !known {
			continue
		}
		arg, ok := f.arg(value)
		switch {
		case !ok && several:
			return []string{"“" + text + "” is not a valid value."}, nil
		case arg == nil && several:
			return []string{field.NoChoice(text)}, nil
		case arg == nil:
			return []string{noChoice}, nil
		}
		args, texts = append(args, arg), append(texts, text)
	}
	if named == allChoices && len(args) < len(values) {
		args = nil // no row is related to nobody
	}
	if args == nil {
		f.require(l, nil, named)
		return nil, nil
	}
	visible := predicate.Constant(true)
	if f.last.Visible != nil {
		visible = l.Visible(f.last.Visible)
	}
	l.References = append(l.References, &Reference{Type: target, By: f.by, Visible: visible, Values: args, Found: func(keys map[string]schema.Key) []string {
		found := make([]any, len(args))
		for i, arg := range args {
			key, ok := keys[argText(arg)]
			switch {
			case !ok && several:
				return []string{field.NoChoice(texts[i])}
			case !ok:
				return []string{noChoice}
			}
			found[i] = key.Arg()
		}
		if named != allChoices {
			f.require(l, found, named)
			return nil
		}
		for _, key := range found {
			f.require(l, []any{key}, oneChoice)
		}
		return nil
	}})
	return nil, nil
}

// require keeps the rows that are related to one with such a key, or for another choice the others. Without
// a key these are none, or all.
func (f *relationFilter) require(l *Listing, keys []any, named choices) {
	end := f.path.End
	var leaf predicate.Expr
	if end.IsToMany() {
		key := end.Relation.Type.Key
		leaf = predicate.ExistsAt(nameOf(end), end.Index, (&FieldPath{End: key}).oneOf(keys))
	} else {
		leaf = f.path.oneOf(keys)
	}
	where := f.path.Where(l, leaf)
	if named == otherChoice {
		where = predicate.Not(where)
	}
	l.Require(where)
}

// arg returns the value that identifies a row: nil for one that no row has, not ok for an invalid text.
func (f *relationFilter) arg(text string) (arg any, ok bool) {
	if f.by == f.path.End.Relation.Type.Key && f.by.AsKey != nil {
		return f.by.AsKey.Refer(text)
	}
	arg, message := f.by.ReadFilter(text)
	return arg, message == ""
}

// argText returns a value as a text, which References use.
func argText(arg any) string {
	if n, ok := arg.(int64); ok {
		return strconv.FormatInt(n, 10)
	}
	return fmt.Sprint(arg)
}

// readNull reads whether the relation leads to a row that the requester may see.
func (f *relationFilter) readNull(l *Listing, values []string) ([]string, error) {
	null, ok := field.FilterTruth(values[len(values)-1])
	if !ok {
		return []string{"Must be a valid boolean."}, nil
	}
	end, visible := f.path.End, predicate.Constant(true)
	if f.last.Visible != nil {
		visible = l.Visible(f.last.Visible)
	}
	leaf := predicate.ExistsAt(nameOf(end), end.Index, visible)
	if end.IsToOne() && visible.IsTrue() {
		leaf = predicate.Not(f.path.Compare(predicate.OpIsNull, nil))
	}
	is := f.path.Where(l, leaf)
	if null {
		is = predicate.Not(is)
	}
	l.Require(is)
	return nil, nil
}
