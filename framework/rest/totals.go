// Totals of lists.

package rest

// Totals let clients request totals of a list's rows at the path "totals/" below it, in one statement that
// reads no rows: /tickets/totals/?aggregate=count,cost__sum&by=status. They are of the rows that the
// requester may read and that match the filters, the search and the alternatives of the query. The zero
// value offers none.
type Totals struct {
	// By are the members by which clients may group the rows: values of columns, and references.
	By []string
	// Of are the members with totals. Integers, durations, and decimals of at most 18 digits have __sum and
	// __avg. All numbers, durations, dates, moments and times of day have __min and __max. Totals without a
	// value are null. An average of integers has 4 places, one of decimals has 4 more than they have.
	Of []string
	// Max is the largest number of groups in a response; more are refused. It is 1,000 by default.
	Max int
}
