package auth

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// place is where a request comes from, for the throttle: an IPv4 address, or the /64 of an IPv6
// address, because a /64 is what one customer gets. It is the zero Addr where it is not known.
//
// Behind proxies that are trusted it is the last address of X-Forwarded-For that is none of
// theirs: whatever stands before it is the client's own word.
func place(r *http.Request, proxies []netip.Prefix) netip.Addr {
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
	return networkOf(at)
}

// networkOf is an IPv4 address, or the /64 of an IPv6 address.
func networkOf(at netip.Addr) netip.Addr {
	if at.Is6() {
		return netip.PrefixFrom(at, 64).Masked().Addr()
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
