// Package plan is the compiled set: resources, operations and paths, for every part of the service. It is
// complete and closed when rest has compiled the declarations.
package plan

import (
	"fmt"
	"slices"
	"strings"
)

// Paths is a table of path patterns. A pattern is a path of segments, each between slashes; those in braces
// stand for any text: "/tickets/{key}/close/". The zero value is an empty table. It is safe for concurrent
// reading once all patterns are in.
type Paths[T any] struct {
	root node[T]
	deep int // largest number of parameters in a pattern
}

// node is one segment of the patterns with a common beginning.
type node[T any] struct {
	names   map[string]*node[T]
	any     *node[T] // a segment in braces
	pattern string   // the pattern that ends here, "" for none
	value   T
}

// A PathError is a pattern that cannot be in a table.
type PathError struct {
	Pattern string
	Taken   string // the pattern that has the same paths already, "" if Pattern itself is wrong
}

func (e *PathError) Error() string {
	if e.Taken == "" {
		return fmt.Sprintf("%q is not a path pattern", e.Pattern)
	}
	return fmt.Sprintf("path %q is taken by %q", e.Pattern, e.Taken)
}

// Add adds a pattern to the table, for which Find returns the value. Its error is a *PathError. Patterns
// that differ only in the names of their parameters have the same paths.
func (p *Paths[T]) Add(pattern string, value T) error {
	rest, rooted := strings.CutPrefix(pattern, "/")
	if !rooted || rest != "" && !strings.HasSuffix(rest, "/") {
		return &PathError{Pattern: pattern}
	}
	at, params := &p.root, 0
	for rest != "" {
		var segment string
		segment, rest, _ = strings.Cut(rest, "/")
		var err error
		if at, err = at.add(pattern, segment); err != nil {
			return err
		}
		if isParam(segment) {
			params++
		}
	}
	if at.pattern != "" {
		return &PathError{Pattern: pattern, Taken: at.pattern}
	}
	at.pattern, at.value = pattern, value
	p.deep = max(p.deep, params)
	return nil
}

// add returns the node of a segment below n.
func (n *node[T]) add(pattern, segment string) (*node[T], error) {
	switch {
	case isParam(segment):
		if n.any == nil {
			n.any = &node[T]{}
		}
		return n.any, nil
	case segment == "" || strings.ContainsAny(segment, "{}"):
		return nil, &PathError{Pattern: pattern}
	case n.names[segment] != nil:
		return n.names[segment], nil
	case n.names == nil:
		n.names = map[string]*node[T]{}
	}
	n.names[segment] = &node[T]{}
	return n.names[segment], nil
}

func isParam(segment string) bool {
	return len(segment) > 2 && segment[0] == '{' && segment[len(segment)-1] == '}' && !strings.ContainsAny(segment[1:len(segment)-1], "{}")
}

// Params returns the names of the parameters of a pattern, in order.
func Params(pattern string) []string {
	var names []string
	for segment := range strings.SplitSeq(pattern, "/") {
		if isParam(segment) {
			names = append(names, segment[1:len(segment)-1])
		}
	}
	return names
}

// Find returns the value of the pattern that a path matches, and appends the values of its parameters. If
// several match, a fixed segment precedes a parameter, from the left: "/tickets/mine/" is not the ticket
// whose key is "mine". A parameter is never empty.
func (p *Paths[T]) Find(path string, params []string) (value T, found []string, ok bool) {
	rest, rooted := strings.CutPrefix(path, "/")
	if !rooted {
		return value, params, false
	}
	n, found := p.root.find(rest, slices.Grow(params, p.deep))
	if n == nil {
		return value, params, false
	}
	return n.value, found, true
}

// find returns the node of the rest of a path, nil for none.
func (n *node[T]) find(rest string, params []string) (*node[T], []string) {
	if rest == "" {
		if n.pattern == "" {
			return nil, params
		}
		return n, params
	}
	segment, after, closed := strings.Cut(rest, "/")
	if !closed || segment == "" {
		return nil, params
	}
	if next := n.names[segment]; next != nil {
		if found, all := next.find(after, params); found != nil {
			return found, all
		}
	}
	if n.any != nil {
		return n.any.find(after, append(params, segment))
	}
	return nil, params
}

// Names returns the fixed texts at the place of a pattern's last parameter, sorted: no key may be one of
// them, because its record could not be reached.
func (p *Paths[T]) Names(pattern string) []string {
	at := &p.root
	var before *node[T]
	for segment := range strings.SplitSeq(strings.Trim(pattern, "/"), "/") {
		if before = at; isParam(segment) {
			at = at.any
		} else {
			at = at.names[segment]
		}
		if at == nil {
			return nil
		}
	}
	var names []string
	for name := range before.names {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
