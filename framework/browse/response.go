// What the API answered, before it is laid out.

package browse

// response is what the API answered and what can be done next. Nothing in it is escaped.
type response struct {
	answer
	records
	offers
	listPart
	recordPart
	failure

	// Flash says what the requester did on the page before, and Done what this request has done,
	// for people; "" for nothing.
	Flash, Done string
	// Undo is the path that takes back what Flash tells of, by a form with UndoKey; "" for none.
	Undo, UndoKey string
}

// link lets the parts of a response know each other.
func (a *response) link() {
	a.records.answer, a.offers.answer = &a.answer, &a.answer
	a.listPart.answer, a.listPart.records, a.listPart.offers = &a.answer, &a.records, &a.offers
	a.recordPart.answer, a.recordPart.records, a.recordPart.offers = &a.answer, &a.records, &a.offers
	a.failure.answer, a.failure.offers = &a.answer, &a.offers
}
