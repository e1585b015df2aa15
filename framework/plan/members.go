// Members of representations that clients ask for.

package plan

// Members says what of each row a client wants to be shown.
type Members struct{}
