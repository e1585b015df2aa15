// Rows that clients send nested in others.

package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/links"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// compileNestedWrites finds the writes of the rows that bodies nest.
func compileNestedWrites(c *compiler) {
	for _, r := range c.resources {
		for _, o := range r.Operations {
			if o.Input != nil && o.Builtin != 0 {
				o.Nested = compileNestedIn(c, r.Resource, o.Input.Type, nil)
				checkRuledNested(c, r.Resource, o.Input.Type, o.Nested, o.Builtin == plan.Create)
			}
		}
	}
}

// maxNestedLevels is the largest depth of nested rows in writes: each level takes more statements.
const maxNestedLevels = 5

// compileNestedIn returns the nested rows of a type from clients, whose rows are of a resource. within are
// the members around it.
func compileNestedIn(c *compiler, res *plan.Resource, t *schema.Type, within []*schema.Field) (list []*plan.NestedWrite) {
	for _, f := range t.Fields {
		nested := nestedCompiler{compiler: c, of: res, in: t, field: f}
		if f.IsManyToMany() && f.WritesRows() && f.Relation.OnShow != nil {
			if w := nested.byName(); w != nil {
				list = append(list, w)
			}
			continue
		}
		if !f.WritesRows() || f.Derived == nil || f.Derived.Along == nil || f.Derived.Shape == nil {
			continue
		}
		if nested.twice() {
			continue
		}
		if len(within) == maxNestedLevels {
			nested.mistake("nested=%s is below %d other members that nest rows which are written; leave it out here, and let clients write the rows by themselves", f.Derived.Write, len(within))
			continue
		}
		if w := nested.write(); w != nil {
			w.Nested = compileNestedIn(c, w.Resource, w.Shape, append(within, f))
			list = append(list, w)
		}
	}
	return list
}

// checkRuledNested reports members by which clients send the rows of relations if the rules about the
// relations do not check the rows.
func checkRuledNested(c *compiler, res *plan.Resource, t *schema.Type, list []*plan.NestedWrite, made bool) {
	for _, w := range list {
		nested := nestedCompiler{compiler: c, of: res, in: t, field: w.Member}
		fixed := slices.ContainsFunc(res.ReadOnlyWhile, func(r plan.ReadOnlyWhile) bool { return slices.Contains(r.Fields, w.Along) })
		limited := slices.ContainsFunc(res.LimitChoices, func(l plan.LimitChoices) bool { return l.Field == w.Along })
		if fixed && !made {
			nested.mistake(`clients send rows by it, and ReadOnlyWhile of %s fixes the relation %s, which does not look at them; leave one of the two out`, res.Path, w.Along.Go)
		}
		if limited && w.Along.IsManyToMany() {
			nested.mistake(`clients send rows by it, and LimitChoices of %s limits the relation %s, which does not look at them; leave one of the two out`, res.Path, w.Along.Go)
		}
		checkRuledNested(c, w.Resource, w.Shape, w.Nested, false)
	}
}

// nestedCompiler compiles one member by which clients send nested rows.
type nestedCompiler struct {
	*compiler
	of    *plan.Resource // the resource of the member's row
	in    *schema.Type
	field *schema.Field
}

func (nested *nestedCompiler) mistake(format string, args ...any) {
	nested.ReportField(nested.in.Go, nested.field.Go, "rest tag: "+fmt.Sprintf(format, args...))
}

// twice reports a relation that clients send by two members.
func (nested *nestedCompiler) twice() bool {
	along := nested.field.Derived.Along
	for _, other := range nested.in.Fields {
		same := cmp.Or(other.Of, other) == along || other.IsNested() && other.Derived.Along == along && other.Index < nested.field.Index
		if other != nested.field && same && other.Writable() {
			nested.mistake(`clients send the relation by %s too; write "readonly" at one of the two`, other.Go)
			return true
		}
	}
	return false
}

// write returns the operation's write of the member's rows, nil after a mistake.
func (nested *nestedCompiler) write() *plan.NestedWrite {
	derived := nested.field.Derived
	w := &plan.NestedWrite{Member: nested.field, Along: derived.Along, Strategy: derived.Write, Shape: derived.Shape}
	if w.Resource = nested.serves(); w.Resource == nil {
		return nil
	}
	switch {
	case derived.Along.IsToOne() && derived.Write == schema.NestedReplace:
		nested.mistake(`nested=replace deletes or unlinks the rows that are not sent, and %s refers to one; write nested=merge`, derived.Along.Go)
		return nil
	case !nested.field.IsList() && len(nested.field.Rules) > 0:
		nested.mistake(`a reference leads to one row, which no rule counts; leave the validate tag out`)
		return nil
	case nested.field.MostNested() > maxBulk:
		nested.mistake(`at most %d rows are nested; write a smaller number in the validate tag`, maxBulk)
		return nil
	}
	if by := derived.Along.Relation.By; by != nil && by.Filled || derived.Along.Filled {
		nested.mistake(`the database fills the reference that nested rows need (default:"database"); write "readonly"`)
		return nil
	}
	if !nested.named(w) {
		return nil
	}
	if w.Shape.Row != nil {
		nested.sent(w)
	}
	return w
}

// serves returns the resource whose rules apply to the rows, nil if none offers the operations of the
// strategy.
func (nested *nestedCompiler) serves() *plan.Resource {
	derived, list := nested.field.Derived, links.FindServing(nested.Linker, nested.field.Derived.Along)
	list = slices.DeleteFunc(slices.Clone(list), func(res *plan.Resource) bool { return res.Singleton })
	if len(list) == 0 {
		nested.mistake(`nested=%s writes rows of %s, and no resource of the set says who may do that; list a view set of it`, derived.Write, derived.Along.Relation.Target)
		return nil
	}
	needs := map[schema.Strategy]plan.Actions{
		schema.NestedCreate: plan.Create, schema.NestedMerge: plan.Create | plan.Modify, schema.NestedReplace: plan.Create | plan.Modify,
	}[derived.Write]
	if derived.Along.IsHasMany() && derived.Write == schema.NestedReplace {
		needs |= plan.Destroy
	}
	if derived.Along.IsHasMany() && derived.Write == schema.NestedLink {
		needs |= plan.Modify
	}
	for _, res := range list {
		if res.Actions&needs == needs {
			return res
		}
	}
	var missing []string
	for _, a := range []struct {
		action plan.Actions
		name   string
	}{{plan.Create, "rest.Create"}, {plan.Modify, "rest.Modify"}, {plan.Destroy, "rest.Destroy"}} {
		if needs&^list[0].Actions&a.action != 0 {
			missing = append(missing, a.name)
		}
	}
	nested.mistake(`nested=%s needs %s of %s, which does not offer that; add it to the actions there, or write another strategy`, derived.Write, strings.Join(missing, " and "), list[0].Path)
	return nil
}

// named finds the member that identifies existing rows.
func (nested *nestedCompiler) named(w *plan.NestedWrite) bool {
	key, res := w.Shape.Key, w.Resource
	if by := nested.field.Derived.KeyName; by != "" {
		return nested.namedBy(w, by)
	}
	lookup := w.Shape.FieldOf(res.Lookup.Field)
	switch {
	case key != nil && !key.Hidden() && key.Show == schema.ShowLink:
		w.Key, w.By = key, res.Lookup.Field
		w.Resolve = func(address string) (schema.Key, string) { return links.ResolveAddress(nested.Linker, res, address) }
	case key != nil && !key.Hidden():
		w.Key, w.By = key, res.Type.Key
	case lookup != nil && !lookup.Hidden():
		w.Key, w.By = lookup, res.Lookup.Field
		return nested.exact(w)
	default:
		nested.mistake(`nested=%s tells the rows of %s apart by their key, which is not shown; give it the key, such as ID int64 with the tag rest:"id,readonly", or name another member with "by="`, w.Strategy, w.Shape.Go)
		return false
	}
	return true
}

// namedBy is named for a member in the tag.
func (nested *nestedCompiler) namedBy(w *plan.NestedWrite, name string) bool {
	f := w.Shape.ByWire(name)
	switch {
	case f == nil:
		nested.mistake("by=%s names no member of %s%s", name, w.Shape.Go, field.Hint(name, w.Shape.Wires()))
	case f.Hidden() || f.Column == "" || f.Null || f.Relation == nil && !f.Kind.Compared():
		nested.mistake("by=%s names %s.%s, which does not tell rows apart; name a member that is unique, shown and never null", name, w.Shape.Go, f.Go)
	case !w.Along.IsHasMany():
		nested.mistake(`"by=" tells the rows of one parent apart, and those of %s may have several; leave it out`, w.Along.Go)
	default:
		w.Key, w.By = f, cmp.Or(f.Of, f)
		return nested.exact(w)
	}
	return false
}

// exact refuses names in any letter case: a name in another case would be another row.
func (nested *nestedCompiler) exact(w *plan.NestedWrite) bool {
	if w.By.IgnoresCase {
		nested.mistake(`nested=%s tells the rows of %s apart by %s, whose texts are the same in any letter case; give it the key, such as ID int64 with the tag rest:"id,readonly"`, w.Strategy, w.Shape.Go, w.By.Go)
	}
	return !w.By.IgnoresCase
}

// sent checks a representation from clients, as one of the view set of the rows.
func (nested *nestedCompiler) sent(w *plan.NestedWrite) {
	r := nested.resources[slices.Index(nested.Compiled, w.Resource)]
	checkLookupShape(r, "Update", w.Shape)
	narrowSentMembers(r, "Nested", w.Shape)
	if w.Strategy.Creates() {
		checkSufficient(r, fmt.Sprintf("rest tag of %s.%s", source.PlainName(nested.in.Go), nested.field.Go), w.Shape, w.Along.Relation.By)
	}
}

// nests reports whether rows get a reference from rows that clients send with them.
func nests(t *schema.Type, f *schema.Field) bool {
	return slices.ContainsFunc(t.Fields, func(n *schema.Field) bool {
		return n.IsNested() && n.Writable() && n.Derived.Along == f && !n.Optional
	})
}

// byName returns the write of a ManyToMany's rows that clients send by names: missing rows are created.
func (nested *nestedCompiler) byName() *plan.NestedWrite {
	f := nested.field
	list := slices.DeleteFunc(slices.Clone(links.FindServing(nested.Linker, f)), func(res *plan.Resource) bool { return res.Singleton || !res.Has(plan.Create) })
	if len(list) == 0 {
		nested.mistake(`nested=create makes rows of %s, and no resource of the set says who may do that; list a view set of it that offers rest.Create`, f.Relation.Target)
		return nil
	}
	w := &plan.NestedWrite{Member: f, Along: cmp.Or(f.Of, f), Strategy: schema.NestedReplace, Resource: list[0], Shape: list[0].Shapes.Create.Type, By: f.Relation.OnShow}
	if w.Key = w.Shape.FieldOf(w.By); w.Key == nil || !w.Key.Writable() {
		nested.mistake(`nested=create makes rows of %s by their %s, which clients do not send; write another "show=", or leave nested=create out`, f.Relation.Target, w.By.Go)
		return nil
	}
	for _, other := range w.Shape.Fields {
		if other != w.Key && other.Required() {
			nested.mistake(`nested=create makes rows of %s from only their names, and %s is required; give it a default, or leave nested=create out`, f.Relation.Target, other.Go)
			return nil
		}
	}
	return w
}
