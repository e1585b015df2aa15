// The built-in operations as a set.

package plan

// Actions are the built-in operations that a resource offers, joined by |.
type Actions uint8

// The actions, and the methods that reach them.
const (
	List     Actions = 1 << iota // GET on the collection
	Create                       // POST on the collection
	Retrieve                     // GET on a record
	Replace                      // PUT on a record
	Modify                       // PATCH on a record
	Destroy                      // DELETE on a record

	ModifyList  // PATCH on the collection, of many rows: see Bulk
	DestroyList // DELETE on the collection, of many rows

	// ReadOnly offers only reading.
	ReadOnly = List | Retrieve
	// Everything offers all actions, as the zero value of ViewSet.Actions does.
	Everything = List | Create | Retrieve | Replace | Modify | Destroy
)
