// Addresses: the headers Link and Location, and paths without a slash at the end.

package rest

// OmitLocation leaves out the header Location of created records. By default a 201 has it, if GET reads the record at an
// address (RFC 9110, section 15.3.3). It returns the set.
func (s *Set) OmitLocation() *Set {
	s.set.NoLocation = true
	return s
}

// Slashless answers a path without its slash at the end as the path with it, for any method: /notes as /notes/, and
// /notes/1 as /notes/1/. By default such a request is redirected, with 301 or 308. Addresses of records keep their
// slash. It returns the set.
func (s *Set) Slashless() *Set {
	s.set.Slashless = true
	return s
}

// LinkHeader adds the addresses of the first page of a list, the next, the previous and the last to the
// header Link (RFC 8288), as far as they are known: in every format, and in addition to the envelope.
// Without it only the formats that contain just rows have the header. It returns the set.
func (s *Set) LinkHeader() *Set {
	s.set.LinkHeader = true
	return s
}
