// The kinds of values of a set.

package sets

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema/structs"
)

// lacks returns the name of the first required function that a kind does not have, "" for none.
func lacks(k field.Kind) string {
	for _, f := range []struct {
		name    string
		missing bool
	}{
		{"Match", k.Match == nil},
		{"Bind", k.Bind == nil},
		{"Parse", k.Parse == nil},
		{"Arg", k.Arg == nil},
		{"Column", k.Column == nil},
	} {
		if f.missing {
			return f.name
		}
	}
	return ""
}

// builtinOf returns the mistake of a kind that matches a Go type of only a built-in kind.
func builtinOf(k field.Kind, builtin []field.Kind) string {
	for _, t := range field.BuiltinTypes() {
		matches, ok := Try(func() bool { return k.Match(t) })
		if !ok {
			return fmt.Sprintf("panicked when Match was asked about %s; fix the function", t)
		}
		if matches {
			i := slices.IndexFunc(builtin, func(b field.Kind) bool { return b.Match(t) })
			return fmt.Sprintf("matches %s, which is of the kind %s; declare your own type, such as type Name %s, and match only that", t, builtin[i].Name, t)
		}
	}
	return ""
}

// CompileKinds checks the set's kinds and puts them before the built-in ones.
func CompileKinds(reporter *Reporter) (kinds []field.Kind) {
	builtin := field.Builtin()
	seen := map[string]bool{}
	for i := range builtin {
		seen[builtin[i].Name] = true
	}
	for i, n := range reporter.Set.Kinds {
		mistake := func(msg string) { reporter.Report("", "", n.At, fmt.Sprintf("kind %q %s", n.Kind.Name, msg)) }
		lacking := lacks(n.Kind)
		tag := slices.IndexFunc(n.Kind.Tags, structs.IsTagKey)
		switch {
		case n.Kind.Name == "":
			reporter.Report("", "", n.At, fmt.Sprintf("kind %d of the set has no name; write Name: a word for messages and the plan", i+1))
		case strings.Trim(n.Kind.Name, ruleLetters+" -") != "":
			mistake("is not a name for a kind; write lower-case letters, digits, spaces, hyphens and underscores")
		case seen[n.Kind.Name]:
			mistake("is there already; list each kind once, under a different name")
		case lacking != "":
			mistake("has no " + lacking + " function; write one")
		case tag >= 0:
			mistake(fmt.Sprintf("reads the tag key %q, which means something else; choose another", n.Kind.Tags[tag]))
		case (n.Kind.Rules != nil || n.Kind.Counted) && len(n.Kind.Samples) == 0:
			mistake("has Rules without Samples, on which they are tried at start-up; write some values as Parse returns them")
		default:
			if taken := builtinOf(n.Kind, builtin); taken != "" {
				mistake(taken)
				break
			}
			kinds = append(kinds, structs.GuardKind(n.Kind))
		}
		seen[n.Kind.Name] = true
	}
	return append(kinds, builtin...)
}
