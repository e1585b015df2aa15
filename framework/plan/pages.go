package plan

// PageNumber cuts lists into pages that ?page=N selects, in the envelope count, next, previous,
// results. The zero value does not cut: the list is one bare array.
//
// Counting all records takes a time that grows with the table, tens of milliseconds for a million
// rows. A large table can do without: where the count is not known it is null, "last" is no page,
// and whether there is a next page is found by reading one record more.
type PageNumber struct {
	Size      int   // records on a page, at most 10,000
	CountUpTo int64 // count no further: a longer list has no count; 0 counts everything
	Uncounted bool  // never count
}
