package plan

import (
	"example.com/resourceful/framework/permission"
)

// Operation is what one method of one path does. Those with a Builtin are the framework's own; the
// others run the code of a team.
type Operation struct {
	Name     string    // "list", "close"; no other of the same resource has it
	Method   string    // "POST"
	Pattern  string    // "/tickets/{key}/close/"
	Resource *Resource // nil for an endpoint without rows
	Record   bool      // it is about one record of the resource, whose key is the path's last parameter
	Builtin  Actions   // one bit; 0 for an operation of a team
	Access   permission.Rule

	Input  *Shape // what a body is bound to; nil takes no body
	Output *Shape // what a success answers; nil is 204 without a body
	Status int    // of a success

	// Run is the code of a team; nil for a built-in operation. row is a *T of the resource, nil where
	// Record is false; input is a pointer to the struct of Input. It returns such a pointer to the struct
	// of Output, or a slice of them.
	Run func(call Call, row, input any) (any, error)
}
