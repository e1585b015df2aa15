// The names of a resource, and the built-in operations that it offers.

package compile

import (
	"example.com/resourceful/framework/plan"
)

func compileNames(r *resource) {
	r.Resource.Name = r.Type.Name
	r.Resource.ListName, r.Resource.RecordName = r.declaration.ListName, r.declaration.RecordName
	if r.Resource.ListName == "" {
		r.Resource.ListName = r.Type.Name + " List"
	}
	if r.Resource.RecordName == "" {
		r.Resource.RecordName = r.Type.Name + " Instance"
	}
	r.Resource.Description = r.declaration.Description
	r.Resource.EmptyNotFound = r.declaration.EmptyNotFound
}

func compileActions(r *resource) {
	r.Resource.Actions, r.Resource.Singleton = r.declaration.Actions, r.declaration.Singleton
	switch {
	case r.Resource.Actions == 0 && r.Resource.Singleton:
		r.Resource.Actions = plan.Retrieve | plan.Replace | plan.Modify
	case r.Resource.Actions == 0:
		r.Resource.Actions = plan.Everything
	}
	if extra := r.Resource.Actions &^ plan.Everything; extra != 0 {
		r.mistake("Actions has the unknown bits %#x; join rest.List, rest.Create, rest.Retrieve, rest.Replace, rest.Modify and rest.Destroy by |", uint8(extra))
	}
}
