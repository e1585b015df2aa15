// How long caches may use a response.

package request

import (
	"net/http"

	"example.com/resourceful/framework/caching"
)

// Freshness returns the values of Cache-Control by which caches may use the responses of an operation; nil for the usual ones.
func Freshness(c *caching.Policy) *[2][]string {
	if c == nil {
		return nil
	}
	return &[2][]string{{c.Header(true)}, {c.Header(false)}}
}

// TellFresh lets caches use a response, if the operation declares how long.
func TellFresh(x *Exchange, a *Admission, p *Response) {
	if a.Operation.Fresh == nil || !p.Safe || p.Format.Page || p.Status != http.StatusOK {
		return
	}
	h := x.W.Header()
	h["Cache-Control"] = a.Operation.Fresh[0]
	if a.Requester.Credentials != nil {
		h["Cache-Control"] = a.Operation.Fresh[1]
	}
	if x.Service.Auth.HasBasic() { // what is for requests without credentials is not for those with
		x.VaryBy("Authorization")
	}
}

// TellStale takes back what TellFresh has said, for a response that is an error after all.
func TellStale(x *Exchange, a *Admission) {
	switch {
	case a.Operation == nil || a.Operation.Fresh == nil || x.Started:
	case a.Requester.Credentials != nil:
		x.W.Header()["Cache-Control"] = PrivateResponse
	default:
		x.W.Header().Del("Cache-Control")
	}
}
