// The rule against requests from other sites' pages.

package auth

import (
	"errors"
	"net/http"
	"net/netip"

	"example.com/resourceful/framework/problem"
)

// CheckOrigin applies the cross-origin rule: an unsafe request that a browser sends for another site's page
// is a *problem.Error with code Forbidden. It is for credentials that a browser adds automatically, such as
// a cookie or the password after a challenge, and for forms of pages. c are those credentials, nil for
// none. Other credentials need no rule: no page can make a browser send them.
func CheckOrigin(r *http.Request, c *Credentials) error {
	var origins http.CrossOriginProtection
	if err := origins.Check(r); err != nil {
		return crossOrigin{problem.New(problem.Forbidden, "CSRF Failed: %s.", err), c}
	}
	return nil
}

// IsLocal reports whether a host, without its port, is this machine: "localhost", or a loopback address.
func IsLocal(host string) bool {
	at, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && at.IsLoopback()
}

// crossOrigin is the refusal of the cross-origin rule.
type crossOrigin struct {
	refusal     *problem.Error
	credentials *Credentials // credentials of the request, nil for none
}

func (e crossOrigin) Error() string { return e.refusal.Error() }
func (e crossOrigin) Unwrap() error { return e.refusal }

// CrossOrigin reports whether err is the refusal of CheckOrigin, and returns its credentials, nil for none.
func CrossOrigin(err error) (c *Credentials, ok bool) {
	e, ok := errors.AsType[crossOrigin](err)
	return e.credentials, ok
}
