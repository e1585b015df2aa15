// The networks that a place counts for.

package passwords

import "net/netip"

// widePlaces is how many places a network of many counts as.
const widePlaces = 4

// networksOf are those that a place counts for: itself and, in IPv6, the /48 around it, because one
// customer may well have 65,536 places. There is no such network in IPv4: the addresses of a /24
// belong to strangers, who would answer for each other.
func networksOf(place netip.Addr) []netip.Prefix {
	if !place.Is6() {
		return []netip.Prefix{netip.PrefixFrom(place, place.BitLen())}
	}
	return []netip.Prefix{netip.PrefixFrom(place, 64), netip.PrefixFrom(place, 48).Masked()}
}
