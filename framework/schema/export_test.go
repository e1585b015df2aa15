// What the tests of names reach inside.

package schema

import "example.com/resourceful/framework/problem"

// Refuse returns the messages about the names of an input.
func (n *Names) Refuse(in *Input, sent map[string]any) problem.Fields { return n.refuse(in, sent) }
