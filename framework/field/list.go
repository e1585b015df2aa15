// Lists of values of one kind: []string, []int64 …

package field

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/field/notation"
)

// List is the kind of slices with items of a kind, stored as JSON. Rules after "dive" apply to the items:
// validate:"max=5,dive,email".
func List(of Kind) Kind {
	return Kind{
		Name:      "list of " + of.Name,
		Match:     func(t reflect.Type) bool { return t.Kind() == reflect.Slice && of.Match(t.Elem()) },
		Tags:      of.Tags,
		Configure: func(s *Spec) string { return configureList(s, &of) },
		Bind:      func(s *Spec, p reflect.Value) Slot { return &listSlot{item: s.Item, p: p.Elem()} },
		Parse: func(s *Spec, v any) (any, []string) {
			value, messages, parts := parseList(s, v)
			for _, p := range parts {
				for _, m := range p.Messages {
					messages = append(messages, p.Path+" "+m)
				}
			}
			return value, messages
		},
		Parts: parseList,
		Form:  listOfForm,
		Codes: append([]string{"not_a_list"}, of.Codes...),
		Arg: func(s *Spec, v any) any {
			if v, ok := v.([]any); ok {
				return listJSON(s, v)
			}
			return nil
		},
		Text:         listText,
		Column:       listColumn,
		Lookups:      []Lookup{IsNull},
		Zero:         []any{},
		Rules:        []string{"min", "max", "len"},
		RuleMessages: ElementMessages(),
		Samples:      []any{[]any{}, []any{"a", "b"}},
		Counted:      true,
		Several:      true,
		Input:        Input{Control: "textarea"},
		Metadata:     "list",
		JSON:         func(s *Spec) map[string]any { return map[string]any{"type": "array", "items": s.Item.JSON()} },
	}
}

// ElementMessages returns the messages of rules that count the elements of a list.
func ElementMessages() map[string]string {
	return map[string]string{
		"max": "Ensure this field has no more than %s elements.",
		"min": "Ensure this field has at least %s elements.",
		"len": "Ensure this field has exactly %s elements.",
	}
}

func configureList(s *Spec, of *Kind) string {
	s.Item = &Spec{Kind: of, Go: s.Go, Type: s.Type.Elem(), Tags: s.Tags, Messages: s.Messages, Unmanaged: s.Unmanaged}
	if of.Configure != nil {
		if mistake := of.Configure(s.Item); mistake != "" {
			return mistake
		}
	}
	s.Item.SetColumns()
	return ""
}

// parseList parses each item by its own kind and rules. Messages about items have their places. An item that is
// no text, for a list of texts with a format such as email, breaks the rule of the format.
func parseList(s *Spec, v any) (value any, messages []string, parts []Part) {
	list, ok := v.([]any)
	if !ok {
		return nil, []string{s.Message("not_a_list", fmt.Sprintf("Expected a list of items but got type %q.", notation.TypeName(v)))}, nil
	}
	bound := make([]any, len(list))
	for i, item := range list {
		var said []string
		var inside []Part
		switch _, isText := notation.TextOf(item); {
		case item == nil:
			said = []string{s.Message("null", "This field may not be null.")}
		case s.Item.format != nil && !isText:
			said = s.Item.broken(s.Item.format)
		default:
			bound[i], said, inside = s.Item.ParseParts(item)
		}
		place := "[" + strconv.Itoa(i) + "]"
		if said != nil {
			parts = append(parts, Part{Path: place, Messages: said})
		}
		for _, p := range inside {
			parts = append(parts, Part{Path: place + p.Path, Messages: p.Messages})
		}
	}
	if parts != nil {
		return nil, nil, parts
	}
	return bound, nil, nil
}

// listOfForm returns the list in a form: a repeated field, an item per line, or a list in JSON, which items
// of several lines need. An item that is an object is in JSON. Empty items are dropped, because a form
// cannot leave out the field of an empty list.
func listOfForm(s *Spec, texts []string) any {
	if len(texts) == 1 && strings.HasPrefix(texts[0], "[") {
		if v, err := decodeFor(s, texts[0]); err == nil && notation.Depth(v) <= maxFormDepth {
			return v
		}
	}
	list := []any{}
	inJSON := s != nil && s.Item != nil && s.Item.Kind.Form != nil
	for _, text := range texts {
		if inJSON { // it may have several lines
			if v, err := decodeFor(s.Item, text); err == nil && notation.Depth(v) <= maxFormDepth {
				list = append(list, v)
				continue
			}
		}
		for line := range strings.SplitSeq(text, "\n") {
			switch line = strings.TrimSuffix(line, "\r"); {
			case line == "":
			case inJSON:
				list = append(list, s.Item.Kind.Form(s.Item, []string{line}))
			default:
				list = append(list, line)
			}
		}
	}
	return list
}

// decodeFor decodes a JSON document for a spec, with the order of the objects that keep it.
func decodeFor(s *Spec, text string) (any, error) {
	if s == nil || !s.KeepsOrder() {
		return notation.DecodeJSON(text)
	}
	o, err := notation.DecodeOrdered(text)
	return s.InOrder(o.Value, o.Orders), err
}

// listText returns an item per line, or JSON if that would be parsed differently.
func listText(s *Spec, v any) string {
	list, _ := v.([]any)
	lines := make([]string, len(list))
	for i, item := range list {
		lines[i] = s.Item.Text(item)
		if lines[i] == "" || strings.ContainsAny(lines[i], "\r\n") || strings.HasPrefix(lines[0], "[") {
			return listJSON(s, v)
		}
	}
	return strings.Join(lines, "\n")
}

// listJSON returns a bound list as JSON.
func listJSON(s *Spec, v any) string {
	slot := s.Kind.Bind(s, reflect.New(s.Type))
	slot.Set(v)
	return string(slot.Append(nil, ""))
}

// listSlot is a slice, whose items are read and written by the slots of their kind.
type listSlot struct {
	item *Spec
	p    reflect.Value // the slice itself
}

// make begins a list of some length.
func (s *listSlot) make(length int) { s.p.Set(reflect.MakeSlice(s.p.Type(), length, length)) }

// at returns the slot of an item.
func (s *listSlot) at(i int) Slot { return s.item.Kind.Bind(s.item, s.p.Index(i).Addr()) }

// Scan parses the text that Append has written, because clients can send back an item as they read it.
func (s *listSlot) Scan(src any) error {
	var text string
	if err := ScanText(&text, src); err != nil {
		return err
	}
	if s.item.Unmanaged && isArray(text) {
		return s.scanArray(text)
	}
	value, err := decodeFor(&Spec{Kind: &Kind{}, Item: s.item}, text)
	list, ok := value.([]any)
	if err != nil || !ok {
		return fmt.Errorf("column holds %.100q, want a list in JSON", text)
	}
	if s.item.Unmanaged && slices.Contains(list, nil) {
		return errNullItem
	}
	s.make(len(list))
	for i, item := range list {
		if plain, ok := item.(string); ok && s.item.Kind.FreeText {
			s.at(i).Set(plain)
			continue
		}
		bound, messages := s.item.Kind.Parse(s.item, item)
		if messages != nil {
			return fmt.Errorf("item %d of a list: %s", i, strings.Join(messages, " "))
		}
		s.at(i).Set(bound)
	}
	return nil
}

func (s *listSlot) Arg() any { return string(s.Append(nil, "")) }

func (s *listSlot) Get() any {
	list := make([]any, s.p.Len())
	for i := range list {
		list[i] = s.at(i).Get()
	}
	return list
}

func (s *listSlot) Set(v any) {
	list, _ := v.([]any)
	s.make(len(list))
	for i, item := range list {
		s.at(i).Set(item)
	}
}

func (s *listSlot) Append(b []byte, base string) []byte { return s.AppendIn(b, base, nil) }

func (s *listSlot) AppendIn(b []byte, base string, client *time.Location) []byte {
	b = append(b, '[')
	for i := range s.p.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendIn(b, s.at(i), base, client)
	}
	return append(b, ']')
}

// Size implements Sized.
func (s *listSlot) Size() (bytes int) {
	for i := range s.p.Len() {
		bytes += 8
		if sized, ok := s.at(i).(Sized); ok {
			bytes += sized.Size()
		}
	}
	return bytes
}
