// The code that tests give to the rows of a world.

package sets

import "example.com/resourceful/framework/rest"

// codeOf returns the code that a test gives for the rows of T, among its code for all rows; none if it gives none.
func codeOf[T any](code []any) (found rest.Serializer[T]) {
	for _, one := range code {
		if s, ok := one.(rest.Serializer[T]); ok {
			return s
		}
	}
	return found
}
