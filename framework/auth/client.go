// Where requests come from, with and without proxies.

package auth

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Clients tells where requests come from.
type Clients struct {
	// Proxies are the networks whose X-Forwarded-For counts.
	Proxies []netip.Prefix
}

// Addr is the address that a request comes from, the zero Addr where it is not known.
//
// Behind proxies that are trusted it is the last address of X-Forwarded-For that is none of
// theirs: whatever stands before it is the client's own word.
func (c Clients) Addr(r *http.Request) netip.Addr {
	at := parseAddr(r.RemoteAddr)
	if len(c.Proxies) > 0 && c.trusted(at) {
		list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(list) - 1; i >= 0; i-- {
			before := parseAddr(strings.TrimSpace(list[i]))
			if !before.IsValid() {
				break
			}
			if at = before; !c.trusted(at) {
				break
			}
		}
	}
	return at
}

// Proxied reports whether a request comes over a connection of a trusted proxy, whose headers count.
func (c Clients) Proxied(r *http.Request) bool { return c.trusted(parseAddr(r.RemoteAddr)) }

// Place is the network that a request comes from: an IPv4 address, or the /64 of an IPv6 address,
// because a /64 is what one customer gets. It is the zero Addr where it is not known.
func (c Clients) Place(r *http.Request) netip.Addr { return PlaceOf(c.Addr(r)) }

// Peer is Place of a connection, whatever comes through it. It is the zero Addr for one of a
// trusted proxy, which speaks for many clients.
func (c Clients) Peer(peer net.Addr) netip.Addr {
	at := parseAddr(peer.String())
	if c.trusted(at) {
		return netip.Addr{}
	}
	return PlaceOf(at)
}

// PlaceOf is an IPv4 address, or the /64 of an IPv6 address.
func PlaceOf(client netip.Addr) netip.Addr {
	if client.Is6() {
		return netip.PrefixFrom(client, 64).Masked().Addr()
	}
	return client
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

func (c Clients) trusted(at netip.Addr) bool {
	for _, p := range c.Proxies {
		if p.Contains(at) {
			return true
		}
	}
	return false
}
