// Schemas in words.

package openapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
)

// schema is the schema that a reference names, or itself.
func (r *reader) schema(s any) any {
	if name := refName(s); name != "" {
		return at(r.root, "components", "schemas", name)
	}
	return s
}

// merge are the members of representations: of those that are answered, and of those that are sent.
func (r *reader) merge(out, in []roled) (members []Member) {
	var names []string
	for _, s := range slices.Concat(out, in) {
		for _, name := range membersAt(r.schema(schemaNamed(s.name)), "properties").names {
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

// schemaNamed is a reference to a schema.
func schemaNamed(name string) any { return newObject().set("$ref", "#/components/schemas/"+name) }

// use is a member in one representation.
type use struct {
	as       plan.Actions
	is       any
	required bool
}

// uses are a member in some representations.
func (r *reader) uses(name string, in []roled) (uses []use) {
	for _, s := range in {
		of := r.schema(schemaNamed(s.name))
		if is := membersAt(of, "properties").values[name]; is != nil {
			uses = append(uses, use{s.as, is, slices.Contains(list(at(of, "required")), any(name))})
		}
	}
	return uses
}

// member is one in words. Members that a body may only repeat, so that it may be sent back, are read only.
func (r *reader) member(name string, read, sent []use, out []roled) Member {
	sent = slices.DeleteFunc(slices.Clone(sent), func(u use) bool { return u.as != 0 && at(u.is, "readOnly") == true })
	m := Member{Name: name, Input: "read only"}
	var is any
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
	about := r.about(is)
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
	if at(first.is, "writeOnly") == true {
		words = append(words, "write only")
	}
	created, changed := usedAs(sent, plan.Create), usedAs(sent, plan.Replace|plan.Modify|plan.ModifyList)
	switch {
	case at(first.is, "readOnly") == true: // of a representation that is described by itself
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
	if value := at(first.is, "default"); value != nil && value != "" {
		words = append(words, "default "+valueWords(value))
	}
	return strings.Join(words, ", ")
}

// valueWords are a value as people write it.
func valueWords(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case string:
		if v != "" {
			return v
		}
	}
	encoded, err := encode(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(encoded)
}

// kind says of what kind values are.
func (r *reader) kind(s any) Phrase {
	if name := refName(s); name != "" {
		href := r.home[name]
		if href == "" {
			href = "#shape-" + name
		}
		return Phrase{{name, href}}
	}
	if some := list(at(s, "anyOf")); len(some) > 0 {
		var kinds []Phrase
		for _, one := range some {
			if kind := r.kind(one); !slices.ContainsFunc(kinds, func(k Phrase) bool { return slices.Equal(k, kind) }) {
				kinds = append(kinds, kind)
			}
		}
		return joined(kinds, " or ")
	}
	var kinds []Phrase
	for _, t := range typesNamed(s) {
		kinds = append(kinds, r.kindOf(t, s))
	}
	switch value := at(s, "const"); {
	case value != nil:
		return Phrase{{Text: valueWords(value)}}
	case len(kinds) > 0:
		return joined(kinds, " or ")
	case at(s, "enum") != nil:
		return Phrase{{Text: "choice"}}
	}
	return Phrase{{Text: "any value"}}
}

// typesNamed are the types of a schema.
func typesNamed(s any) (names []string) {
	if name := textAt(s, "type"); name != "" {
		return []string{name}
	}
	for _, name := range list(at(s, "type")) {
		names = append(names, fmt.Sprint(name))
	}
	return names
}

// kindOf is a kind by the name of a type.
func (r *reader) kindOf(name string, s any) Phrase {
	format := textAt(s, "format")
	switch {
	case name == "array":
		items := at(s, "items")
		if items == nil {
			return Phrase{{Text: "list"}}
		}
		return append(Phrase{{Text: "list of "}}, r.kind(items)...)
	case name == "object":
		properties := membersAt(s, "properties")
		var parts []Phrase
		for _, member := range properties.names {
			parts = append(parts, append(Phrase{{Text: member + ": "}}, r.kind(properties.values[member])...))
		}
		if len(parts) == 0 {
			return Phrase{{Text: "object"}}
		}
		return slices.Concat(Phrase{{Text: "object of "}}, joined(parts, ", "))
	case name == "string" && format != "":
		return Phrase{{Text: format}}
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

// boundWords are what the bounds of a schema mean; %s stands for the bound.
var boundWords = []struct{ name, words string }{
	{"minLength", "At least %s characters."},
	{"maxLength", "At most %s characters."},
	{"minimum", "At least %s."},
	{"x-minimum", "At least %s."},
	{"exclusiveMinimum", "More than %s."},
	{"maximum", "At most %s."},
	{"x-maximum", "At most %s."},
	{"exclusiveMaximum", "Less than %s."},
	{"x-exclusiveMinimum", "More than %s."},
	{"x-exclusiveMaximum", "Less than %s."},
	{"multipleOf", "A multiple of %s."},
	{"minItems", "At least %s items."},
	{"maxItems", "At most %s items."},
	{"minProperties", "At least %s members."},
	{"maxProperties", "At most %s members."},
	{"pattern", "Matches %s."},
	{"contentMediaType", "Holds %s."},
}

// nowWords are what bounds by the time of the request mean.
var nowWords = map[string]string{
	"x-minimum": "Not before the request.", "x-maximum": "Not after the request.",
	"x-exclusiveMinimum": "After the request.", "x-exclusiveMaximum": "Before the request.",
}

// maxChoices is how many choices are named one by one.
const maxChoices = 40

// about says what a schema asks of values, a sentence each.
func (r *reader) about(s any) (sentences []string) {
	if refName(s) == "" { // which is described elsewhere
		if text := textAt(s, "description"); text != "" {
			sentences = append(sentences, text)
		}
	}
	sentences = append(sentences, bounds(s)...)
	if items := at(s, "items"); items != nil {
		for _, sentence := range bounds(items) {
			sentences = append(sentences, "Each: "+strings.ToLower(sentence[:1])+sentence[1:])
		}
	}
	for _, one := range list(at(s, "anyOf")) {
		for _, sentence := range r.about(one) {
			if !slices.Contains(sentences, sentence) {
				sentences = append(sentences, sentence)
			}
		}
	}
	if examples := list(at(s, "examples")); len(examples) > 0 {
		sentences = append(sentences, "Such as "+valueWords(examples[0])+".")
	}
	return sentences
}

// Words says what a JSON Schema asks of values, a sentence each: its bounds, those of its items, and its choices. Bounds that
// JSON Schema cannot say, such as the least date, are x-minimum and x-maximum.
func Words(schema map[string]any) []string {
	encoded, err := json.Marshal(schema)
	if err != nil {
		return nil
	}
	s, err := decodeOrdered(encoded)
	if err != nil {
		return nil
	}
	if o, is := s.(*object); is {
		for _, name := range []string{"description", "examples"} {
			delete(o.values, name)
		}
	}
	return new(reader).about(s)
}

// bounds are those of a schema itself.
func bounds(s any) (sentences []string) {
	for _, b := range boundWords {
		switch value := at(s, b.name); {
		case value == nil:
		case b.name == "minLength" && value == json.Number("1"):
			sentences = append(sentences, "Not empty.")
		case nowWords[b.name] != "" && value == "now":
			sentences = append(sentences, nowWords[b.name])
		default:
			sentences = append(sentences, fmt.Sprintf(b.words, valueWords(value)))
		}
	}
	if at(s, "uniqueItems") == true {
		sentences = append(sentences, "No item twice.")
	}
	if not := at(s, "not"); not != nil {
		sentences = append(sentences, "Not as "+valueWords(not)+".")
	}
	if choices := list(at(s, "enum")); len(choices) > 0 {
		var words []string
		for _, c := range choices[:min(len(choices), maxChoices)] {
			words = append(words, valueWords(c))
		}
		text := "One of " + strings.Join(words, ", ")
		if n := len(choices); n > maxChoices {
			text += fmt.Sprintf(" … %d in all", n)
		}
		sentences = append(sentences, text+".")
	}
	return sentences
}

// parameter is one in words.
func (r *reader) parameter(p any) Parameter {
	s := at(p, "schema")
	about := r.about(s)
	if text := textAt(p, "description"); text != "" {
		about = append([]string{text}, about...)
	}
	if value := at(s, "default"); value != nil {
		about = append(about, "Default "+valueWords(value)+".")
	}
	if textAt(s, "type") == "array" {
		switch at(p, "explode") {
		case true:
			about = append(about, "It may be there several times.")
		case false:
			about = append(about, "Several with commas between them.")
		}
	}
	return Parameter{Name: textAt(p, "name"), In: textAt(p, "in"), Required: at(p, "required") == true, Kind: r.kind(s), About: strings.Join(about, " ")}
}
