package serve

// RequestHeader is the header of an answer by which whoever serves the handler names the request.
const RequestHeader = "X-Request-Id"

// Values that many answers have are shared by all of them. No list of values is changed in place:
// Set replaces it, Add makes a longer one, and net/http writes a copy.
var (
	denyFrames = []string{"DENY"}
	noSniffing = []string{"nosniff"}
	sameOrigin = []string{"same-origin"}
	varyAccept = []string{"Accept"}

	// noContent is the policy of what is not a page: a browser that shows it all the same loads
	// and runs nothing.
	noContent = []string{"default-src 'none'; frame-ancestors 'none'"}
	// privateResponse is for what one requester is told. It is kept by nobody else, and asked for anew.
	privateResponse = []string{"private, no-cache"}
	// notStored is for the refusal of credentials.
	notStored = []string{"no-store"}
	// onlyHTTPS is for two years.
	onlyHTTPS = []string{"max-age=63072000"}
)

func (x *exchange) securityHeaders() {
	h := x.header()
	h["X-Frame-Options"] = denyFrames
	h["X-Content-Type-Options"] = noSniffing
	h["Referrer-Policy"] = sameOrigin
	h["Content-Security-Policy"] = noContent // a page replaces it with its own
	if x.h.https || x.r.TLS != nil {
		h["Strict-Transport-Security"] = onlyHTTPS
	}
}

// values is room for the values of headers that a response has of its own.
type values struct {
	list [3]string
	n    int
}

// of is a list of the one value.
func (v *values) of(value string) []string {
	if v.n == len(v.list) {
		return []string{value}
	}
	v.list[v.n] = value
	v.n++
	return v.list[v.n-1 : v.n : v.n]
}
