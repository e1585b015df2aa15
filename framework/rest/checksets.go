// Checks of several sets in one program.

package rest

import (
	"errors"
	"fmt"

	"example.com/resourceful/framework/rest/internal/source"
)

// CheckSets returns the mistakes in a list of sets, nil for none: each set is present, and no two have the
// same name. Compile finds the mistakes within a set.
func CheckSets(sets ...*Set) error {
	var mistakes []error
	first := map[string]*Set{}
	for i, s := range sets {
		switch {
		case s == nil:
			mistakes = append(mistakes, fmt.Errorf("the set at place %d of %d is nil; take it out, or return one where it is made", i+1, len(sets)))
		case first[s.Name()] == nil:
			first[s.Name()] = s
		default:
			f := source.NewFinder(s.set.At)
			mistakes = append(mistakes, &DeclError{Pos: f.At(s.set.At), Msg: fmt.Sprintf(
				"the name %q is that of the set at %s too; give one of them another", s.Name(), f.At(first[s.Name()].set.At))})
		}
	}
	return errors.Join(mistakes...)
}
