// Package patch parses bodies of PATCH with changes instead of values: merge patches (RFC 7396) and JSON
// patches (RFC 6902). A set lists the parsers that it accepts.
package patch

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
)

// Merge parses application/merge-patch+json: an object whose members replace those of the record. Objects
// are merged into objects, at any depth, and there null removes a member. A member of the record itself
// cannot be removed: null is its value.
func Merge() media.Parser {
	return media.Parser{MediaType: "application/merge-patch+json", Patch: true, Parse: func(body []byte, params map[string]string, limits media.Limits) (media.Body, error) {
		read, err := media.JSONParser().Parse(body, params, limits)
		if err != nil {
			return media.Body{}, err
		}
		object, is := read.Value.(map[string]any)
		if !is {
			return media.Body{}, malformed("Merge patch error - expected an object")
		}
		return media.Body{Patch: merge(object)}, nil
	}}
}

// JSON parses application/json-patch+json: a list of operations that are applied in order, all or none. It
// changes the record as it is read, with writable members in their written form.
func JSON() media.Parser {
	return media.Parser{MediaType: "application/json-patch+json", Patch: true, Parse: func(body []byte, params map[string]string, limits media.Limits) (media.Body, error) {
		read, err := media.JSONParser().Parse(body, params, limits)
		if err != nil {
			return media.Body{}, err
		}
		limits = limits.WithDefaults()
		operations, err := readOperations(read.Value, limits)
		if err != nil {
			return media.Body{}, err
		}
		return media.Body{Patch: &jsonPatch{operations: operations, depth: limits.Depth, values: limits.Values, bytes: limits.Body}}, nil
	}}
}

func malformed(format string, args ...any) error {
	return problem.New(problem.Malformed, format, args...)
}

// merge is a merge patch.
type merge map[string]any

// Apply implements media.Patch.
func (p merge) Apply(target map[string]any, _ map[string]bool) (named map[string]any, err error) {
	named = make(map[string]any, len(p))
	for name, value := range p {
		named[name] = merged(target[name], value)
	}
	return named, nil
}

// merged returns a value after a patch, by the algorithm of RFC 7396, section 2.
func merged(target, patch any) any {
	changes, is := patch.(map[string]any)
	if !is {
		return patch
	}
	before, _ := target.(map[string]any)
	after := make(map[string]any, len(before)+len(changes))
	for name, value := range before {
		after[name] = value
	}
	for name, value := range changes {
		if value == nil {
			delete(after, name)
		} else {
			after[name] = merged(after[name], value)
		}
	}
	return after
}
