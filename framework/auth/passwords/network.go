// The networks of a place for throttling.

package passwords

import "net/netip"

// widePlaces is the number of places that a wide network counts as.
const widePlaces = 4

// networksOf returns the networks of a place: itself and, in IPv6, the /48 around it, because one customer
// may have 65,536 places. IPv4 has no such network: the addresses of a /24 belong to strangers, who would
// pay for each other.
func networksOf(place netip.Addr) []netip.Prefix {
	if !place.Is6() {
		return []netip.Prefix{netip.PrefixFrom(place, place.BitLen())}
	}
	return []netip.Prefix{netip.PrefixFrom(place, 64), netip.PrefixFrom(place, 48).Masked()}
}
