package auth

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// place is where a request comes from, for the throttle: an IPv4 address, or the /64 of an IPv6
// address, because a /64 is what one customer gets. It is the zero Addr where it is not known.
func place(r *http.Request, proxies []netip.Prefix) netip.Addr {
	return networkOf(clientAddr(r, proxies))
}

// networkOf is an IPv4 address, or the /64 of an IPv6 address.
func networkOf(client netip.Addr) netip.Addr {
	if client.Is6() {
		return netip.PrefixFrom(client, 64).Masked().Addr()
	}
	return client
}

// widePlaces is how many places a network of many counts as.
const widePlaces = 4

// networks are those that a place counts for: itself and, in IPv6, the /48 around it, because one
// customer may well have 65,536 places. There is no such network in IPv4: the addresses of a /24
// belong to strangers, who would answer for each other.
func networks(place netip.Addr) []netip.Prefix {
	if !place.Is6() {
		return []netip.Prefix{netip.PrefixFrom(place, place.BitLen())}
	}
	return []netip.Prefix{netip.PrefixFrom(place, 64), netip.PrefixFrom(place, 48).Masked()}
}

// clientAddr is the address that a request comes from, the zero Addr where it is not known.
//
// Behind proxies that are trusted it is the last address of X-Forwarded-For that is none of
// theirs: whatever stands before it is the client's own word.
func clientAddr(r *http.Request, proxies []netip.Prefix) netip.Addr {
	at := parseAddr(r.RemoteAddr)
	if trusted(at, proxies) {
		list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(list) - 1; i >= 0; i-- {
			before := parseAddr(strings.TrimSpace(list[i]))
			if !before.IsValid() {
				break
			}
			if at = before; !trusted(at, proxies) {
				break
			}
		}
	}
	return at
}

// ClientAddr is where a request comes from, as the throttle sees it: an IPv4 address, or the /64 of an
// IPv6 address; behind Options.Proxies it is that of their client. It is the zero Addr where the
// address is not known.
func (a *Authenticator) ClientAddr(r *http.Request) netip.Addr { return place(r, a.proxies) }

// PeerAddr is ClientAddr of a connection, whatever comes through it. It is the zero Addr for one of a
// trusted proxy, which speaks for many clients.
func (a *Authenticator) PeerAddr(peer net.Addr) netip.Addr {
	at := parseAddr(peer.String())
	if trusted(at, a.proxies) {
		return netip.Addr{}
	}
	return networkOf(at)
}

// parseAddr reads an address with a port or without.
func parseAddr(text string) netip.Addr {
	withPort, err := netip.ParseAddrPort(text)
	at := withPort.Addr()
	if err != nil {
		at, _ = netip.ParseAddr(text) // the zero Addr where it is none
	}
	return at.Unmap().WithZone("")
}

func trusted(at netip.Addr, proxies []netip.Prefix) bool {
	for _, p := range proxies {
		if p.Contains(at) {
			return true
		}
	}
	return false
}
