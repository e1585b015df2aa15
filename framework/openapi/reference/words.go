// Schemas in words.

package reference

import (
	"cmp"
	"slices"
	"strings"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
)

// merge returns the members of representations: of those that are answered, and of those that are sent.
func (r *reader) merge(out, in []roled) (members []Member) {
	var names []string
	for _, s := range slices.Concat(out, in) {
		for _, name := range r.d.Components.Schemas.Get(s.name).Properties.Names() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, name := range names {
		members = append(members, r.member(name, r.uses(name, out), r.uses(name, in), out))
	}
	return members
}

// use is a member in one representation.
type use struct {
	as       plan.Actions
	is       *openapi.Schema
	required bool
}

// uses returns a member in some representations.
func (r *reader) uses(name string, in []roled) (uses []use) {
	for _, s := range in {
		of := r.d.Components.Schemas.Get(s.name)
		if is := of.Properties.Get(name); is != nil {
			uses = append(uses, use{s.as, is, slices.Contains(of.Required, name)})
		}
	}
	return uses
}

// member returns a member in words. Members that a body may only repeat, so that it may be sent back, are read only.
func (r *reader) member(name string, read, sent []use, out []roled) Member {
	sent = slices.DeleteFunc(slices.Clone(sent), func(u use) bool { return u.as != 0 && u.is.ReadOnly })
	m := Member{Name: name, Input: "read only"}
	var is *openapi.Schema
	switch {
	case len(sent) > 0:
		is, m.Input = sent[0].is, inputWords(sent)
		if len(read) == 0 && len(out) > 0 && !strings.Contains(m.Input, "write only") {
			m.Input = "write only, " + m.Input
		}
	case len(read) > 0:
		is = read[0].is
	default:
		return m
	}
	m.Kind = r.kind(is)
	if len(sent) > 0 && len(read) > 0 {
		if other := r.kind(read[0].is); !slices.Equal(other, m.Kind) {
			m.Kind = slices.Concat(other, Phrase{{Text: "; sent as "}}, m.Kind)
		}
	}
	about := is.About()
	if lists, records := usedAs(read, plan.List), usedAs(read, plan.Retrieve); lists != records && readAs(out, plan.List) && readAs(out, plan.Retrieve) {
		about = append(about, map[bool]string{true: "In lists only.", false: "Not in lists."}[lists])
	}
	m.About = strings.Join(about, " ")
	return m
}

func usedAs(uses []use, as plan.Actions) bool {
	return slices.ContainsFunc(uses, func(u use) bool { return u.as&as != 0 })
}

func readAs(out []roled, as plan.Actions) bool {
	return slices.ContainsFunc(out, func(s roled) bool { return s.as&as != 0 })
}

// inputWords say what clients may send of a member.
func inputWords(sent []use) string {
	var words []string
	first := sent[0]
	if first.is.WriteOnly {
		words = append(words, "write only")
	}
	created, changed := usedAs(sent, plan.Create), usedAs(sent, plan.Replace|plan.Modify|plan.ModifyList)
	switch {
	case first.is.ReadOnly: // of a representation that is described by itself
		return "read only"
	case first.required:
		words = append(words, "required")
	default:
		words = append(words, "optional")
	}
	if created && !changed {
		words = append(words, "at the creation only")
	} else if changed && !created {
		words = append(words, "in changes only")
	}
	if value := first.is.Default; value != nil && value != "" {
		words = append(words, "default "+openapi.ValueWords(value))
	}
	return strings.Join(words, ", ")
}

// kind says of what kind values are.
func (r *reader) kind(s *openapi.Schema) Phrase {
	if s == nil {
		return Phrase{{Text: "any value"}}
	}
	if name := s.Component(); name != "" {
		return Phrase{{name, cmp.Or(r.home[name], "#shape-"+name)}}
	}
	if len(s.AnyOf) > 0 {
		var kinds []Phrase
		for _, one := range s.AnyOf {
			if kind := r.kind(one); !slices.ContainsFunc(kinds, func(k Phrase) bool { return slices.Equal(k, kind) }) {
				kinds = append(kinds, kind)
			}
		}
		return joined(kinds, " or ")
	}
	var kinds []Phrase
	for _, t := range s.Type {
		kinds = append(kinds, r.kindOf(t, s))
	}
	switch value := s.Others["const"]; {
	case value != nil:
		return Phrase{{Text: openapi.ValueWords(value)}}
	case len(kinds) > 0:
		return joined(kinds, " or ")
	case s.Enum != nil:
		return Phrase{{Text: "choice"}}
	}
	return Phrase{{Text: "any value"}}
}

// kindOf returns a kind by the name of a type.
func (r *reader) kindOf(name string, s *openapi.Schema) Phrase {
	switch {
	case name == "array" && s.Items == nil:
		return Phrase{{Text: "list"}}
	case name == "array":
		return append(Phrase{{Text: "list of "}}, r.kind(s.Items)...)
	case name == "object" && s.Properties.Len() > 0:
		var parts []Phrase
		for member, of := range s.Properties.All() {
			parts = append(parts, append(Phrase{{Text: member + ": "}}, r.kind(of)...))
		}
		return slices.Concat(Phrase{{Text: "object of "}}, joined(parts, ", "))
	case name == "string" && s.Format != "":
		return Phrase{{Text: s.Format}}
	}
	return Phrase{{Text: name}}
}

// joined puts phrases together, and neighbours without an address into one.
func joined(phrases []Phrase, between string) (all Phrase) {
	for i, p := range phrases {
		if i > 0 {
			p = append(Phrase{{Text: between}}, p...)
		}
		for _, piece := range p {
			if n := len(all); n > 0 && all[n-1].Href == "" && piece.Href == "" {
				all[n-1].Text += piece.Text
				continue
			}
			all = append(all, piece)
		}
	}
	return all
}

// parameter returns a parameter in words.
func (r *reader) parameter(p *openapi.Parameter) Parameter {
	to := Parameter{Name: p.Name, In: p.In, Required: p.Required, Kind: r.kind(p.Schema)}
	var about []string
	if p.Description != "" {
		about = append(about, p.Description)
	}
	if s := p.Schema; s != nil {
		about = append(about, s.About()...)
		if s.Default != nil {
			about = append(about, "Default "+openapi.ValueWords(s.Default)+".")
		}
		if slices.Equal(s.Type, openapi.Types{"array"}) && p.Explode != nil {
			about = append(about, map[bool]string{true: "It may be there several times.", false: "Several with commas between them."}[*p.Explode])
		}
	}
	to.About = strings.Join(about, " ")
	return to
}
