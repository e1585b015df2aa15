// Tests of the members that a client chooses.

package plan

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// treeOf is a tree of members: "a" is a value, "b(…)" a nested one and "c?(…)" one that can be expanded.
func treeOf(members ...*Member) *MemberTree { return &MemberTree{Members: members} }

func valueOf(name string) *Member {
	return &Member{Field: &schema.Field{Wire: name, Spec: field.Spec{Go: name}}}
}

func nestedOf(name string, expandable bool, below *MemberTree) *Member {
	m := valueOf(name)
	m.Nested = below
	if expandable {
		m.Expanded = m.Field
	}
	return m
}

// library has members that are nested in members.
func library() *MemberTree {
	return treeOf(valueOf("id"), valueOf("title"),
		nestedOf("author", true, treeOf(valueOf("name"), nestedOf("town", true, treeOf(valueOf("name"), valueOf("zip"))))),
		nestedOf("shelf", false, treeOf(valueOf("name"), nestedOf("room", true, treeOf(valueOf("door"))))))
}

// read reads the three parameters, and returns all messages.
func (c *MemberChoices) read(l *Listing, fields, omit, expand string) (messages []string) {
	for _, p := range c.Params(c.List) {
		text := map[string]string{fieldsParam: fields, omitParam: omit, expandParam: expand}[p.Name]
		if text == "" {
			continue
		}
		more, _ := p.Read(l, strings.Split(text, ","))
		messages = append(messages, more...)
	}
	return messages
}

// What a client says chooses members, in the order of the declaration.
func TestChoose(t *testing.T) {
	c := &MemberChoices{Fields: true, List: library()}
	for _, tt := range []struct{ fields, omit, expand, want string }{
		{"title,id", "", "", "id,title,"},
		{"", "title", "", "id,author,shelf(name,room,),"},
		{"author", "", "author", "author(name,town,),"},
		{"author", "", "author.town", "author(name,town(name,zip,),),"},
		{"author.town", "", "", "author(town,),"},
		{"author.town.zip", "", "", "author(town(zip,),),"},
		{"author.town.zip,author", "", "", "author(name,town,),"},
		{"author,author.name", "", "", "author(name,town,),"},
		{"shelf.room", "", "", "shelf(room,),"},
		{"shelf", "shelf.name", "shelf.room", "shelf(room(door,),),"},
		{"shelf", "shelf", "", ""},
		{"author", "author.name", "", "author,"},
		{"author", "author.name", "author", "author(town,),"},
		{" id , title ", "", "", "id,title,"},
	} {
		l := &Listing{}
		messages := c.read(l, tt.fields, tt.omit, tt.expand)
		if got := c.List.Choose(l.Members).Key(); got != tt.want || messages != nil {
			t.Errorf("fields=%s omit=%s expand=%s: got %s and %q, want %s", tt.fields, tt.omit, tt.expand, got, messages, tt.want)
		}
	}
}

// Whatever a client says, members are chosen among those there are, or each name that is none has a message.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{"", "id", "id,title", "author.town.zip", "author.", ".", "..", "shelf.room.door,shelf", "author..name", " id", "titel", "ID", "id,id", "\x00"} {
		f.Add(seed, "", "author", true)
		f.Add("", seed, seed, false)
		f.Add(seed, seed, seed, false)
	}
	c := &MemberChoices{Fields: true, List: library()}
	known, expandable := c.List.paths(false), c.List.paths(true)
	f.Fuzz(func(t *testing.T, fields, omit, expand string, lenient bool) {
		l := &Listing{Rules: RequestRules{IgnoreUnknown: lenient}}
		messages := c.read(l, fields, omit, expand)
		wrong := 0
		for text, names := range map[*string][]string{&fields: known, &omit: known, &expand: expandable} {
			for name := range strings.SplitSeq(*text, ",") {
				if name = strings.TrimSpace(name); name != "" && !slices.Contains(names, name) {
					wrong++
				}
			}
		}
		if lenient {
			wrong = 0
		}
		if len(messages) != wrong {
			t.Fatalf("%q %q %q: got %d messages, want %d: %q", fields, omit, expand, len(messages), wrong, messages)
		}
		if l.Members == nil {
			return
		}
		all := &Members{expand: &memberNames{}}
		for _, path := range expandable {
			all.expand.add(strings.Split(path, "."))
		}
		if got, most := c.List.Choose(l.Members).Key(), c.List.Choose(all).Key(); len(got) > len(most) {
			t.Errorf("%q %q %q: got more than all: %s", fields, omit, expand, got)
		}
	})
}
