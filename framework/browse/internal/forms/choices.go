// The related rows that a form offers as choices.

package forms

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Choices are the options of a relation while they are collected.
type Choices struct {
	*layout.Source
	In      *inputs.Input
	Field   *schema.Field
	Target  *catalog.Resource
	Several bool     // several rows may be chosen
	ByKey   bool     // the value is the key in the row's link, because the field is a link
	Texts   []string // texts of the chosen rows

	keys    map[schema.Key]bool // their keys, for texts that are keys
	offered map[schema.Key]bool
	above   []schema.Key // the rows of Target.Within, for each option
}

// relationLimit is the largest number of related rows in a select; beyond it, people search.
const relationLimit = 100

// relationOptions offers the related rows that the requester may list, by their titles. The chosen rows
// come first if several may be chosen or there are more rows than a select should hold; then come the rows
// that match the search. A chosen row that cannot be offered stays chosen under its key.
func (b *Builder) relationOptions(in *inputs.Input, f *schema.Field, texts []string, search string) error {
	targets := b.Targets
	if targets == nil {
		targets = b.Resource.Targets
	}
	target := targets[f.Index]
	if target == nil && f.IsToOne() {
		in.Input = "text"
		return b.suggest(in, f)
	}
	c := Choices{Source: b.Source, In: in, Field: f, Target: target, Several: f.IsManyToMany(), Texts: texts}
	if target != nil {
		if err := c.offer(search, b.allowedChoices(in, f)); err != nil {
			return fmt.Errorf("choices of %s: %w", f.Go, err)
		}
	}
	if f.IsToOne() {
		in.OfferNothing(f.Null)
		if in.Text == "" {
			in.Options[0].Selected = true
		}
	}
	c.keep()
	return nil
}

// Of a relation without a resource: how many rows are read for suggestions.
const suggestedFrom = 50

// suggest offers the names that a relation to records without a resource, such as accounts, has in the newest rows of the
// list, on a page with one form. The requester may read these rows, and the field in them. Other names can be typed.
func (b *Builder) suggest(in *inputs.Input, f *schema.Field) error {
	if b.Resource == nil || f.Show != schema.ShowField || b.Form.Opens == "" && !b.Writes() {
		return nil
	}
	own := b.Resource.Type.FieldOf(catalog.RowField(f))
	if own == nil || !b.reads(own) || b.Req.Listed(b.Resource.Resource).None() {
		return nil
	}
	err := b.Req.Listed(b.Resource.Resource).Newest(suggestedFrom, func(rec *schema.Record) error {
		name := inputs.Last(inputs.FormTexts(own, rec, b.Base, b.Zone))
		if name != "" && !slices.ContainsFunc(in.Options, func(o inputs.Option) bool { return o.Value == name }) {
			in.Options = append(in.Options, inputs.Option{Value: name})
		}
		return nil
	})
	slices.SortFunc(in.Options, func(a, b inputs.Option) int { return cmp.Compare(a.Value, b.Value) })
	if err != nil {
		return fmt.Errorf("suggestions for %s: %w", f.Go, err)
	}
	return nil
}

// reads reports whether a field of the row is in the list, or in the records that clients retrieve.
func (b *Builder) reads(f *schema.Field) bool {
	return b.Resource.Has(plan.List) && b.Resource.Shapes.List.Shows(f) || b.Resource.Has(plan.Retrieve) && b.Resource.Shapes.Retrieve.Shows(f)
}

// allowedChoices returns the condition of the plan on the rows that the field may refer to, as far as the
// other fields are known.
func (b *Builder) allowedChoices(in *inputs.Input, f *schema.Field) predicate.Expr {
	if b.nested != nil {
		return b.nested.Choices(catalog.RowField(f), nil, func(*schema.Field) bool { return false })
	}
	if in.Row == nil || in.Row.Type != b.Resource.Type {
		return predicate.Constant(true)
	}
	return b.Resource.Choices(f, in.Row, func(other *schema.Field) bool {
		key, refers := in.Row.Get(other).(schema.Key)
		return !in.Made || refers && !key.IsZero() || !refers && other.HasDefault
	})
}

// Pick offers the rows for a filter.
func (c *Choices) Pick(search string) error {
	if err := c.offer(search, predicate.Constant(true)); err != nil {
		return err
	}
	c.In.OfferAny()
	c.keep()
	return nil
}

// offer adds the related rows that the requester may read, that match a search and that meet a condition.
func (c *Choices) offer(search string, cond predicate.Expr) error {
	c.In.SearchText, c.keys, c.offered = search, map[schema.Key]bool{}, map[schema.Key]bool{}
	for _, id := range c.chosen(c.Texts) {
		c.keys[id] = true
	}
	rows := c.Req.Related(c.Target.Resource).Among(cond)
	if rows.None() {
		return nil
	}
	found := 0
	err := rows.Search(c.In.SearchText, relationLimit+1, func(rec *schema.Record) error {
		if found++; found > relationLimit {
			c.In.More = true
			return nil
		}
		return c.add(rec)
	})
	if err != nil {
		return err
	}
	if c.In.More || c.In.SearchText != "" {
		c.In.Search = pageapi.FindPrefix + c.In.Name
		if err := rows.Pick(c.keys, c.add); err != nil {
			return err
		}
	}
	if err := c.tellApart(); err != nil {
		return fmt.Errorf("names of %s: %w", c.Field.Go, err)
	}
	c.sort()
	return nil
}

// tellApart adds to each name that occurs twice the name of the record above: "bug · billing-engine".
func (c *Choices) tellApart() error {
	if c.Target.Within == nil || c.Target.Targets[c.Target.Within.Index] == nil {
		return nil
	}
	named, target := map[string]int{}, c.Target.Targets[c.Target.Within.Index]
	for _, o := range c.In.Options {
		named[o.Label]++
	}
	above := map[int]schema.Key{}
	for i, o := range c.In.Options {
		if named[o.Label] > 1 && !c.above[i].IsZero() {
			above[i] = c.above[i]
		}
	}
	names, err := c.Names(target, slices.Collect(maps.Values(above)))
	for i, key := range above {
		if found, is := names[key]; is {
			c.In.Options[i].Label += " · " + target.NameOf(found.Name, found.Address.String())
		}
	}
	return err
}

// sort puts the chosen rows first. For a list of related rows, the others are sorted by name, if they have
// one; for a single row, they stay in the resource's order.
func (c *Choices) sort() {
	byName := c.Several && c.Target.Title.Kind.FreeText
	if !c.Several && c.In.Search == "" {
		return
	}
	slices.SortStableFunc(c.In.Options, func(a, b inputs.Option) int {
		order := rank(b.Selected) - rank(a.Selected)
		if order == 0 && byName {
			order = cmp.Or(strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label)), strings.Compare(a.Label, b.Label))
		}
		return order
	})
}

func (c *Choices) add(rec *schema.Record) error {
	if c.offered[rec.Key()] {
		return nil
	}
	c.offered[rec.Key()] = true
	o := c.Option(rec)
	if c.In.Keys == nil {
		c.In.Keys = map[string]string{}
	}
	c.In.Keys[o.Value] = rec.Key().String()
	o.Selected = c.keys[rec.Key()] || c.Field.ShownBy() != nil && slices.Contains(c.Texts, o.Value)
	c.In.Options = append(c.In.Options, o)
	if c.Target.Within != nil {
		above, _ := rec.Get(c.Target.Within).(schema.Key)
		c.above = append(c.above, above)
	}
	return nil
}

// keep adds the chosen rows that were not offered.
func (c *Choices) keep() {
	var texts []string
	for _, text := range c.Texts {
		ids := c.chosen([]string{text})
		if text != "" && (len(ids) == 0 || !c.offered[ids[0]]) {
			texts = append(texts, text)
		}
	}
	c.In.KeepChosen(texts...)
}

// rank sorts what is so behind what is not.
func rank(is bool) int {
	if is {
		return 1
	}
	return 0
}

// chosen returns the keys in texts.
func (c *Choices) chosen(texts []string) []schema.Key {
	var ids []schema.Key
	f := c.Field
	for _, text := range texts {
		if f.ByLink() && f.ShownBy() == nil && !c.ByKey {
			if id, problem := f.Relation.Resolve(text); problem == "" {
				ids = append(ids, id)
			}
		} else if f.ByKey() || c.ByKey && f.ByLink() && f.ShownBy() == nil {
			if arg, ok := f.Relation.Type.Key.AsKey.Refer(text); ok && arg != nil {
				ids = append(ids, schema.KeyOf(arg))
			}
		}
	}
	return ids
}

// Option returns a related row as a choice: its value is the text that a client would send. A row without a
// visible title is named by its key.
func (c *Choices) Option(rec *schema.Record) inputs.Option {
	key := rec.Key().String()
	o := inputs.Option{Value: key, Label: key}
	if title := rec.Get(c.Target.Title); title != nil && strings.TrimSpace(fmt.Sprint(title)) != "" {
		o.Label = typedtext.Name(fmt.Sprint(title), cells.MaxCell)
	}
	switch {
	case c.Field.Show == schema.ShowLink && c.ByKey:
		o.Value = c.linkKey(rec).String()
	case c.Field.Show == schema.ShowLink:
		o.Value = inputs.Reference(c.Field, c.linkKey(rec), c.Base)
	case c.Field.Show == schema.ShowField:
		o.Value = fmt.Sprint(rec.Get(rec.Type.Fields[c.Field.Relation.OnShow.Index])) // of the same struct
	}
	return o
}

// linkKey returns the key that links of the relation use for a row.
func (c *Choices) linkKey(rec *schema.Record) schema.Key {
	by := c.Field.ShownBy()
	if by == nil {
		return rec.Key()
	}
	return schema.KeyOf(rec.Column(by.Index)) // of the same struct
}

// Names replaces the texts of a field's values by what people call them: the titles of the target's rows that the
// requester may read, and the labels of choices. target is nil for a field without one.
func Names(source *layout.Source, target *catalog.Resource, f *schema.Field, texts []string) error {
	for i, text := range texts {
		for _, choice := range f.Choices {
			if choice.Value == text {
				texts[i] = choice.Label
			}
		}
	}
	if target == nil || f.ShownBy() != nil {
		return nil
	}
	c := Choices{Field: f}
	names, err := source.Names(target, c.chosen(texts))
	for i, text := range texts {
		for _, key := range c.chosen([]string{text}) {
			texts[i] = cmp.Or(names[key].Name, text)
		}
	}
	return err
}
