// What a client has, in no language yet.

package client

import (
	"fmt"
	"slices"
	"strings"
)

// model is what a client has. Names are those of the document; each language writes them in its way.
type model struct {
	Name        string // of the package or module
	Title       string
	Version     string // of the API
	Prefix      string // of all paths, "" for none
	Accept      string
	VersionName string // of the header or parameter by which requests name the version, "" for none
	VersionIn   string // "header" or "query"
	Credentials []credential
	Groups      []*group
	Types       []*object // records and inputs, in the order in which they are met
	Choices     []*choice
}

// credential is a way to say who asks.
type credential struct {
	Name   string // "Token"
	Basic  bool
	Header string
	Word   string // before the token, with a space; "" for none
}

// group are the operations of a resource, or those below the first name of a path.
type group struct {
	Name       string // "tickets comments"
	Type       string // "TicketsCommentsAPI"
	About      string
	Operations []*operation
}

// kind is what an operation does, and so what its method looks like.
type kind uint8

const (
	callKind kind = iota // one request, one answer
	listKind             // a list without pages
	pageKind             // a page of a list
	bulkKind             // a list of inputs
	fileKind             // the content of a file
)

// operation is a method of a client. One operation of the document may have several.
type operation struct {
	ID, Method, Path string
	Name             string // "list", "get"
	Kind             kind
	Summary, About   string
	Deprecated       bool
	Keys             []*member // of the path
	Query            *object   // nil for none
	Input            *typeRef  // nil for none
	InputPath        []string
	Many             bool     // the body is a list of Input
	Upload           bool     // Input may have files
	Output           *typeRef // nil for none
	Empty            bool     // there may be no answer, though there is an Output
	Frame            frame
	Keyed            bool // it takes an Idempotency-Key
	Lenient          bool // some rows may be refused and others not
	Tagged           bool // the answer has an entity tag
	Change           bool // it changes something

	one *typeRef // the change of all rows that filters leave
}

// frame says where in an answer what a client wants stands: the names of members within each other.
type frame struct {
	Rows     []string // the list of rows
	Record   []string // the record, within a row of a list or within the answer
	Next     []string // the address of the next page; nil for none
	Previous []string // the address of the page before; nil for none
	Total    []string // the number of all rows; nil for none
}

// object is a record, an input, or the parameters of a list.
type object struct {
	Name    string
	About   string
	Input   bool // members that are not required may be absent
	Query   bool
	Tagged  bool // read by itself, it has an entity tag
	Members []*member
}

// Plain describes the type in words.
func (o *object) Plain() string {
	switch {
	case o.About != "":
		return strings.Join(strings.Fields(o.About), " ")
	case o.Input:
		return "What is sent. What is absent is not sent."
	}
	return "What the service shows."
}

// Says returns the comment of the type, with its name.
func (o *object) Says() string {
	if o.About != "" && !o.Query {
		return o.Name + ": " + o.Plain()
	}
	about := o.Plain()
	return o.Name + " is " + strings.ToLower(about[:1]) + about[1:]
}

// has reports whether a member has values of a type, be it in lists.
func (o *object) has(is typeKind) bool {
	return slices.ContainsFunc(o.Members, func(m *member) bool { return m.Type.holds(is) })
}

// holds reports whether values are of a type, or lists of it.
func (t *typeRef) holds(is typeKind) bool {
	return t.Is == is || t.Of != nil && t.Is == listType && t.Of.holds(is)
}

// needs reports whether a member has to be there.
func (o *object) needs() bool {
	return slices.ContainsFunc(o.Members, func(m *member) bool { return m.Required })
}

// Iterable reports whether the pages of a list lead to the next ones.
func (o *operation) Iterable() bool { return o.Kind == pageKind && o.Frame.Next != nil }

// One reports whether the answer is an object.
func (o *operation) One() bool { return o.Output != nil && o.Output.Is == objectType && !o.Output.Null }

// member is a member of an object, a parameter, or a key in a path.
type member struct {
	Wire     string
	About    []string // sentences
	Type     *typeRef
	Required bool
	Commas   bool // several values are joined by commas
}

// choice is a type of texts of which there are only some.
type choice struct {
	Name   string
	Values []string
}

// Plain describes the type in words.
func (c *choice) Plain() string { return fmt.Sprintf("One of %d texts.", len(c.Values)) }

// Says returns the comment of the type, with its name.
func (c *choice) Says() string { return fmt.Sprintf("%s is one of %d texts.", c.Name, len(c.Values)) }

// typeRef is the type of a value.
type typeRef struct {
	Is     typeKind
	Null   bool
	Of     *typeRef // of a list, or what the key stands for
	Key    *typeRef // of either
	Object *object
	Choice *choice
}

type typeKind uint8

const (
	anyType typeKind = iota
	textType
	intType
	floatType
	boolType
	momentType
	dateType
	decimalType
	mapType
	listType
	objectType
	choiceType
	eitherType // a key, or the record in its place
	looseType  // a number, or a word
	uploadType
)
