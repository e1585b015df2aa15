package schema

import (
	"fmt"
	"strings"
)

// Link joins a relation field of t to the compiled type of its other side and fills in what the
// tag left to be found: the field shown, the field that refers back, the table of pairs.
func Link(t *Type, f *Field, target *Type, report func(msg string)) {
	r := f.Relation
	r.Type = target
	if f.Show == ShowField {
		r.OnShow = target.ByWire(r.showName)
		switch {
		case r.OnShow == nil:
			report(fmt.Sprintf(`rest tag: show=%s names no field of %s; its fields are %s`, r.showName, target.Name, strings.Join(target.wires(), ", ")))
		case r.OnShow.Kind != Text || r.OnShow.Null:
			report(fmt.Sprintf(`rest tag: show=%s is a %s; a relation shows a text, its key or its link`, r.showName, r.OnShow.Kind))
			r.OnShow = nil
		case f.Writable() && !r.OnShow.Unique:
			report(fmt.Sprintf(`rest tag: show=%s is not unique, so that a client's text cannot say which %s is meant; write "readonly", or "unique" at %s.%s`, r.showName, target.Name, target.Name, r.OnShow.Go))
		}
	}
	switch f.Kind {
	case HasRows:
		r.By = findBack(t, f, target, report)
	case ManyRows:
		r.Here, r.There = Snake(t.Go.Name())+"_id", Snake(target.Go.Name())+"_id"
		if r.Through == "" {
			r.Through = t.Table + "_" + cmpOr(f.Wire, Snake(f.Go))
		}
		if r.Here == r.There {
			r.There = "to_" + r.There
		}
	}
}

// findBack finds the BelongsTo of target that refers to t's table.
func findBack(t *Type, f *Field, target *Type, report func(msg string)) *Field {
	var found []*Field
	for _, back := range target.Fields {
		named := f.Relation.ByName == "" || f.Relation.ByName == back.Go || f.Relation.ByName == back.Wire
		if back.Kind == ToOne && back.Relation.Target == t.Go && named {
			found = append(found, back)
		}
	}
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		report(fmt.Sprintf(`rest tag: %s refers to %s by several fields; name one with "by=%s"`, target.Name, t.Name, found[0].Wire))
	case f.Relation.ByName != "":
		report(fmt.Sprintf(`rest tag: by=%s is no BelongsTo[%s] of %s; write the name of one`, f.Relation.ByName, t.Name, target.Name))
	default:
		report(fmt.Sprintf(`%s has no field that refers to %s; give it one of type rest.BelongsTo[%s]`, target.Name, t.Name, t.Name))
	}
	return nil
}

func (t *Type) wires() []string {
	var names []string
	for _, f := range t.Fields {
		if f.Wire != "" {
			names = append(names, f.Wire)
		}
	}
	return names
}
