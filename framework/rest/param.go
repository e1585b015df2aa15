// Parameters of the queries of lists.

package rest

// LinkHeader gives the addresses of the first page of a list, the next, the previous and the last in the header
// Link (RFC 8288), as far as they are known: in every format, and beside the envelope. Without it only the
// formats that hold just rows have the header. It returns the set.
func (s *Set) LinkHeader() *Set {
	s.set.LinkHeader = true
	return s
}
