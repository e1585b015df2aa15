// The related rows that a form offers as choices.

package browse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// relationLimit is how many related rows a select offers; past that, people search.
const relationLimit = 100

// relationOptions offers the related rows that the requester may list, by their titles: the
// chosen ones first where several may be chosen and where there are more than a select should
// hold, then those that match what was searched for. What is chosen and cannot be offered stays
// chosen under its own name.
func (b *builder) relationOptions(in *inputs.Input, f *schema.Field, texts []string, search string) error {
	target := b.targetsOf()[f.Index]
	if target == nil && f.IsToOne() {
		in.Input = "text"
		return nil
	}
	c := choices{
		in: in, base: b.Base, field: f, target: target, several: f.IsManyToMany(),
		texts: texts, keys: map[schema.Key]bool{}, offered: map[schema.Key]bool{},
	}
	for _, id := range c.chosen(texts) {
		c.keys[id] = true
	}
	if target != nil {
		in.SearchText = search
		if err := c.offer(b.req.Related(target.Resource).Among(b.allowedChoices(in, f))); err != nil {
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

// allowedChoices are the rows that the plan lets the row of a form refer to, as far as its other fields are known.
func (b *builder) allowedChoices(in *inputs.Input, f *schema.Field) predicate.Expr {
	if in.Row == nil || in.Row.Type != b.resource.Type {
		return predicate.Constant(true)
	}
	return b.resource.Choices(f, in.Row, func(other *schema.Field) bool {
		key, refers := in.Row.Get(other).(schema.Key)
		return !in.Made || refers && !key.IsZero() || !refers && other.HasDefault
	})
}

// pick offers the rows that a filter may be given.
func (c *choices) pick(rows pageapi.RelatedRows, search string) error {
	for _, id := range c.chosen(c.texts) {
		c.keys[id] = true
	}
	c.in.SearchText = search
	if err := c.offer(rows); err != nil {
		return err
	}
	c.in.OfferAny()
	c.keep()
	return nil
}

// choices are the options of a relation while they are collected.
type choices struct {
	in      *inputs.Input
	base    string
	field   *schema.Field
	target  *catalog.Resource
	several bool                // may be chosen
	byKey   bool                // what is shown as a link is chosen by what the link names it by
	texts   []string            // what is chosen
	keys    map[schema.Key]bool // the same, as far as they are keys
	offered map[schema.Key]bool
}

// offer adds the related rows that the requester may read.
func (c *choices) offer(rows pageapi.RelatedRows) error {
	if rows.None() {
		return nil
	}
	found := 0
	err := rows.Search(c.in.SearchText, relationLimit+1, func(rec *schema.Record) error {
		if found++; found > relationLimit {
			c.in.More = true
			return nil
		}
		return c.add(rec)
	})
	if err != nil {
		return err
	}
	if c.in.More || c.in.SearchText != "" {
		c.in.Search = pageapi.FindPrefix + c.in.Name
		if err := rows.Pick(c.keys, c.add); err != nil {
			return err
		}
	}
	c.sort()
	return nil
}

// sort puts the chosen rows first. Of several that may be chosen the others are in the order of
// their names, as far as they have any; a single one is chosen from rows in the resource's order.
func (c *choices) sort() {
	byName := c.several && c.target.Title.Kind.FreeText
	if !c.several && c.in.Search == "" {
		return
	}
	slices.SortStableFunc(c.in.Options, func(a, b inputs.Option) int {
		order := rank(b.Selected) - rank(a.Selected)
		if order == 0 && byName {
			order = cmp.Or(strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label)), strings.Compare(a.Label, b.Label))
		}
		return order
	})
}

func (c *choices) add(rec *schema.Record) error {
	if c.offered[rec.Key()] {
		return nil
	}
	c.offered[rec.Key()] = true
	o := c.option(rec)
	if c.in.Keys == nil {
		c.in.Keys = map[string]string{}
	}
	c.in.Keys[o.Value] = rec.Key().String()
	o.Selected = c.keys[rec.Key()] || c.field.ShownBy() != nil && slices.Contains(c.texts, o.Value)
	c.in.Options = append(c.in.Options, o)
	return nil
}

// keep keeps what is chosen and not offered.
func (c *choices) keep() {
	var texts []string
	for _, text := range c.texts {
		ids := c.chosen([]string{text})
		if text != "" && (len(ids) == 0 || !c.offered[ids[0]]) {
			texts = append(texts, text)
		}
	}
	c.in.KeepChosen(texts...)
}

func rank(selected bool) int {
	if selected {
		return 1
	}
	return 0
}

// chosen are the keys that texts refer to.
func (c *choices) chosen(texts []string) []schema.Key {
	var ids []schema.Key
	f := c.field
	for _, text := range texts {
		if f.ByLink() && f.ShownBy() == nil && !c.byKey {
			if id, problem := f.Relation.Resolve(text); problem == "" {
				ids = append(ids, id)
			}
		} else if f.ByKey() || c.byKey && f.ByLink() && f.ShownBy() == nil {
			if arg, ok := f.Relation.Type.Key.AsKey.Refer(text); ok && arg != nil {
				ids = append(ids, schema.KeyOf(arg))
			}
		}
	}
	return ids
}

// option is a related row as a choice: its value is what a client would send. A row whose title
// shows nothing is called by its key.
func (c *choices) option(rec *schema.Record) inputs.Option {
	key := rec.Key().String()
	o := inputs.Option{Value: key, Label: key}
	if title := rec.Get(c.target.Title); title != nil && strings.TrimSpace(fmt.Sprint(title)) != "" {
		o.Label = fmt.Sprint(title)
	}
	switch {
	case c.field.Show == schema.ShowLink && c.byKey:
		o.Value = c.linkKey(rec).String()
	case c.field.Show == schema.ShowLink:
		o.Value = inputs.Reference(c.field, c.linkKey(rec), c.base)
	case c.field.Show == schema.ShowField:
		o.Value = fmt.Sprint(rec.Get(rec.Type.Fields[c.field.Relation.OnShow.Index])) // of the same struct
	}
	return o
}

// linkKey is what the links of the relation name a row by.
func (c *choices) linkKey(rec *schema.Record) schema.Key {
	by := c.field.ShownBy()
	if by == nil {
		return rec.Key()
	}
	return schema.KeyOf(rec.Column(by.Index)) // of the same struct
}
