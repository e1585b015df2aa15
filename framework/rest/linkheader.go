// The header Link of lists, as an option of a set.

package rest

// LinkHeader adds the addresses of the first page of a list, the next, the previous and the last to the
// header Link (RFC 8288), as far as they are known: in every format, and in addition to the envelope.
// Without it only the formats that contain just rows have the header. It returns the set.
func (s *Set) LinkHeader() *Set {
	s.set.LinkHeader = true
	return s
}
