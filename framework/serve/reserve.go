package serve

import (
	"net/netip"
	"time"

	"example.com/resourceful/framework/problem"
)

// free is how much of a body does not count among all bodies, and of a response not among all
// responses.
const free = 64 << 10

// clientAddress is the address whose share of the budgets the request uses.
func (x *exchange) clientAddress() netip.Addr {
	if !x.hasAddr {
		x.address, x.hasAddr = x.auth.ClientAddr(x.r), true
	}
	return x.address
}

// reserveBody takes more of the budget of bodies: for what is read of one, and for the values in it.
func (x *exchange) reserveBody(bytes int64) error {
	if !x.bodies.Acquire(x.clientAddress(), bytes) {
		return problem.New(problem.Unavailable, "Too many large bodies are being read. Please try again.")
	}
	x.bodyBytes += bytes
	return nil
}

// reserveComplete counts a response that is complete among those that are on their way, for as long
// as its client takes to read it. One that is larger than the whole budget is refused; any other finds
// room when its client reads no other large one and half of the budget is free.
func (x *exchange) reserveComplete(size int) error {
	more, all := int64(size-free), x.answers.Limit()
	if more > 0 {
		x.response.ReadBy = time.Now().Add(x.options.Limits.Traffic.ReadTimeout)
	}
	if more > all {
		return errTooManyAnswers()
	}
	return x.reserveResponse(min(more, all/2))
}

func errTooManyAnswers() error {
	return problem.New(problem.Unavailable, "Too many large answers are being read. Please try again.")
}

// reserveResponse resizes this response's share of the budget of responses to n bytes, or to nothing
// where n is negative.
func (x *exchange) reserveResponse(n int64) error {
	more := max(n, 0) - x.responseBytes
	switch {
	case more > 0 && !x.answers.Acquire(x.clientAddress(), more):
		return errTooManyAnswers()
	case more < 0:
		x.answers.Release(x.clientAddress(), -more)
	}
	x.responseBytes += more
	return nil
}

// releaseShares gives back what the request has of the budgets.
func (x *exchange) releaseShares() {
	x.leave()
	if x.bodyBytes > 0 {
		x.bodies.Release(x.clientAddress(), x.bodyBytes)
	}
	if x.responseBytes > 0 {
		x.answers.Release(x.clientAddress(), x.responseBytes)
	}
}

// What rendering takes, as a multiple of the compact JSON that it is made of; see media.Sizer.
const (
	pageSize = 10
	// formSize is the same for a page that gives back what was typed, of the body that it was in: as a
	// text, and in a form that brings it along.
	formSize = 6
)

// loadSize is what a record and its representation take, as a multiple of its texts.
const loadSize = 2

// reserveRendering counts a response that is about to be rendered as what that takes, but as no more
// than one address may have.
func (x *exchange) reserveRendering(bytes int64) error {
	return x.reserveResponse(min(bytes, x.answers.Limit()/2) - free)
}

// pageBytes is what the page of the representation takes, and of a form that was sent, without a
// preview.
func (x *exchange) pageBytes() int64 {
	size := int64(len(x.out)) * pageSize
	if x.form.Posted != nil && x.upload != nil {
		size += x.upload.BytesRead() * formSize
	}
	return size
}

// reserveRecord counts a record that was loaded: to be read, as the response that is made of it; to be
// changed, among the bodies, as it is there while the client sends its own. Until then as many
// records are loaded uncounted as there are connections to the database.
func (x *exchange) reserveRecord() error {
	bytes := x.record.Size()
	switch {
	case bytes <= free/loadSize:
		return nil
	case x.safe():
		return x.reserveRendering(loadSize * bytes)
	default:
		return x.reserveBody(max(min(bytes, x.bodies.Limit()/2)-free, 0))
	}
}
