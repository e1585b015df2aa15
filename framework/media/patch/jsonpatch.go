// JSON patches: operations on a tree of values.

package patch

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// operation is one step of a JSON patch.
type operation struct {
	op         string
	path, from []string
	text       string // path as text, for messages
	value      any
}

// jsonPatch is a JSON patch, with its limits.
type jsonPatch struct {
	operations    []operation
	depth, values int
	bytes         int64
}

// readOperations parses the operations of a patch, and refuses any other value. The steps of all pointers
// count as values.
func readOperations(body any, limits media.Limits) ([]operation, error) {
	list, is := body.([]any)
	if !is {
		return nil, malformed("JSON patch error - expected a list of operations")
	}
	operations := make([]operation, len(list))
	p := pointers{depth: limits.Depth, values: limits.Values}
	for i, item := range list {
		o, err := p.readOperation(item)
		if err != nil {
			return nil, malformed("JSON patch error - operation %d: %s", i, err)
		}
		operations[i] = o
	}
	return operations, nil
}

// pointers parses the pointers of a patch. A pointer has at most depth steps, and all of them together as
// many as there may be values.
type pointers struct {
	depth, values int
	steps         int // of the pointers so far
}

func (p *pointers) readOperation(item any) (o operation, err error) {
	object, is := item.(map[string]any)
	if !is {
		return o, errors.New("expected an object")
	}
	o.op, _ = object["op"].(string)
	takesValue, takesFrom := false, false
	switch o.op {
	case "add", "replace", "test":
		takesValue = true
	case "move", "copy":
		takesFrom = true
	case "remove":
	default:
		return o, errors.New(`"op" is one of add, remove, replace, move, copy and test`)
	}
	if o.path, o.text, err = p.read(object, "path"); err != nil {
		return o, err
	}
	if takesFrom {
		if o.from, _, err = p.read(object, "from"); err != nil {
			return o, err
		}
	}
	value, has := object["value"]
	if takesValue && !has {
		return o, errors.New(`"value" is missing`)
	}
	o.value = value
	return o, nil
}

// read parses a JSON pointer (RFC 6901) into the record. It refuses a pointer to the whole record. The steps
// are counted before memory is taken for them.
func (p *pointers) read(object map[string]any, member string) (steps []string, text string, err error) {
	text, is := object[member].(string)
	if !is || text != "" && text[0] != '/' {
		return nil, "", fmt.Errorf(`"%s" is a JSON pointer such as "/title"`, member)
	}
	count := strings.Count(text, "/")
	p.steps += count
	switch {
	case text == "":
		return nil, "", fmt.Errorf(`"%s" has to lead into the record`, member)
	case count > p.depth:
		return nil, "", fmt.Errorf(`"%s" leads deeper than %d levels`, member, p.depth)
	case p.steps > p.values:
		return nil, "", fmt.Errorf("more than %d values", p.values)
	}
	steps = make([]string, 0, count)
	for step := range strings.SplitSeq(text[1:], "/") {
		if steps, err = appendStep(steps, step); err != nil {
			return nil, "", fmt.Errorf(`"%s" has %s`, member, err)
		}
	}
	return steps, text, nil
}

// appendStep appends a step of a pointer without its escapes.
func appendStep(steps []string, step string) ([]string, error) {
	if strings.Count(step, "~") != strings.Count(step, "~0")+strings.Count(step, "~1") {
		return nil, errors.New(`a "~" without 0 or 1 behind it`)
	}
	return append(steps, strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")), nil
}

// conflict refuses a patch that does not fit the record (RFC 5789, section 2.2).
type conflict string

func (c conflict) Error() string { return string(c) }

const errNoValue = conflict("there is no such value")

// Apply implements media.Patch.
func (p *jsonPatch) Apply(target map[string]any, unread map[string]bool) (map[string]any, error) {
	t := &tree{patch: p, root: any(maps.Clone(target)), unread: unread, named: map[string]bool{}}
	for i, o := range p.operations {
		if err := t.do(o); err != nil {
			return nil, problem.New(problem.Conflict, "JSON patch error - operation %d (%s %.100s): %s", i, o.op, o.text, err)
		}
	}
	root := t.root.(map[string]any)
	named := make(map[string]any, len(t.named))
	for name := range t.named {
		named[name] = root[name]
	}
	return named, nil
}

// tree is a record while it is patched. Lists and objects are copied before they are changed, because the
// values of a patch may occur in it more than once.
type tree struct {
	patch  *jsonPatch
	root   any
	unread map[string]bool // members whose values are hidden
	named  map[string]bool // members of the record that operations have changed
	values int             // values that operations have added
	bytes  int64
	copied int // values in changed lists and objects
}

func (t *tree) do(o operation) error {
	value := o.value
	var err error
	if o.op == "move" || o.op == "copy" {
		if value, err = t.read(o.from); err != nil {
			return err
		}
	}
	switch o.op {
	case "test":
		value, err = t.read(o.path)
		if err == nil && !equal(value, o.value) {
			err = conflict("the value is another")
		}
		return err
	case "move":
		if len(o.path) > len(o.from) && slices.Equal(o.from, o.path[:len(o.from)]) {
			return conflict("a value cannot be moved into itself")
		}
		t.named[o.from[0]] = true
		if t.root, err = t.change(t.root, o.from, removing, nil); err != nil {
			return err
		}
	}
	if o.op != "remove" {
		if err := t.take(value, len(o.path)); err != nil {
			return err
		}
	}
	t.named[o.path[0]] = true
	t.root, err = t.change(t.root, o.path, map[string]edit{"remove": removing, "replace": replacing}[o.op], value)
	return err
}

// take counts the values that an operation adds, because a few copies of copies are many.
func (t *tree) take(value any, at int) error {
	depth := 0
	walk(value, 1, func(v any, level int) bool {
		t.values++
		depth = max(depth, level)
		if text, is := v.(string); is {
			t.bytes += int64(len(text))
		}
		return t.values <= t.patch.values && t.bytes <= t.patch.bytes
	})
	switch {
	case t.values > t.patch.values:
		return fmt.Errorf("more than %d values", t.patch.values)
	case t.bytes > t.patch.bytes:
		return fmt.Errorf("texts of more than %d bytes", t.patch.bytes)
	case at+depth > t.patch.depth+1:
		return fmt.Errorf("nested deeper than %d levels", t.patch.depth)
	}
	return nil
}

// copyFactor is the number of values that a patch may copy, as a multiple of the limit of a body.
const copyFactor = 10

// copy counts the values of a list or an object that is copied for a change.
func (t *tree) copy(values int) error {
	if t.copied += values; t.copied > copyFactor*t.patch.values {
		return errors.New("changes lists and objects that are too long, too often")
	}
	return nil
}

// walk visits a value and all values in it, until visit returns false.
func walk(v any, level int, visit func(v any, level int) bool) bool {
	if !visit(v, level) {
		return false
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if !walk(item, level+1, visit) {
				return false
			}
		}
	case map[string]any:
		for name, item := range v {
			if !visit(name, level) || !walk(item, level+1, visit) {
				return false
			}
		}
	}
	return true
}

// read returns the value at a path that the client may read.
func (t *tree) read(path []string) (any, error) {
	if t.unread[path[0]] {
		return nil, errNoValue
	}
	return find(t.root, path)
}

// find returns the value at a path.
func find(v any, path []string) (any, error) {
	for _, step := range path {
		switch in := v.(type) {
		case map[string]any:
			next, has := in[step]
			if !has {
				return nil, errNoValue
			}
			v = next
		case []any:
			i, err := index(step, len(in)-1)
			if err != nil {
				return nil, err
			}
			v = in[i]
		default:
			return nil, errNoValue
		}
	}
	return v, nil
}

// index parses the index of an item in a list, which is at most last.
func index(step string, last int) (int, error) {
	i, err := strconv.Atoi(step)
	if err != nil || i < 0 || strconv.Itoa(i) != step || i > last {
		return 0, errNoValue
	}
	return i, nil
}

// edit is the change at the end of a path.
type edit int

const (
	adding edit = iota
	replacing
	removing
)

// change returns a copy of a value with a change at the end of a path.
func (t *tree) change(v any, path []string, how edit, value any) (any, error) {
	step, rest := path[0], path[1:]
	switch in := v.(type) {
	case map[string]any:
		if err := t.copy(len(in)); err != nil {
			return nil, err
		}
		before, has := in[step]
		if !has && (len(rest) > 0 || how != adding) {
			return nil, errNoValue
		}
		out := maps.Clone(in)
		switch {
		case len(rest) > 0:
			after, err := t.change(before, rest, how, value)
			if err != nil {
				return nil, err
			}
			out[step] = after
		case how == removing:
			delete(out, step)
		default:
			out[step] = value
		}
		return out, nil
	case []any:
		return t.changeList(in, step, rest, how, value)
	}
	return nil, errNoValue
}

func (t *tree) changeList(in []any, step string, rest []string, how edit, value any) (any, error) {
	last := len(in) - 1
	if len(rest) == 0 && how == adding {
		last++
		if step == "-" {
			step = strconv.Itoa(last)
		}
	}
	i, err := index(step, last)
	if err != nil {
		return nil, err
	}
	if err := t.copy(len(in)); err != nil {
		return nil, err
	}
	if len(rest) == 0 && how == adding {
		return append(append(append(make([]any, 0, len(in)+1), in[:i]...), value), in[i:]...), nil
	}
	out := slices.Clone(in)
	switch {
	case len(rest) > 0:
		out[i], err = t.change(in[i], rest, how, value)
		return out, err
	case how == removing:
		return slices.Delete(out, i, i+1), nil
	}
	out[i] = value
	return out, nil
}
