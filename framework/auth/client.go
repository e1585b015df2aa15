// The origin of requests, with and without proxies.

package auth

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Clients determines the origin of requests.
type Clients struct {
	// Proxies are the networks whose X-Forwarded-For is trusted.
	Proxies []netip.Prefix
}

// Addr returns the address of the client, the zero Addr if it is not known.
//
// Behind trusted proxies it is the last address of X-Forwarded-For that is not a proxy's: the client may
// have invented the addresses before it.
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

// Proxied reports whether a request comes over a connection of a trusted proxy, whose headers are trusted.
func (c Clients) Proxied(r *http.Request) bool { return c.trusted(parseAddr(r.RemoteAddr)) }

// Place returns the network of the client: an IPv4 address, or the /64 of an IPv6 address, because one
// customer gets a /64. It is the zero Addr if it is not known.
func (c Clients) Place(r *http.Request) netip.Addr { return PlaceOf(c.Addr(r)) }

// Peer is Place for a connection. It is the zero Addr for a connection of a trusted proxy, which serves
// many clients.
func (c Clients) Peer(peer net.Addr) netip.Addr {
	at := parseAddr(peer.String())
	if c.trusted(at) {
		return netip.Addr{}
	}
	return PlaceOf(at)
}

// PlaceOf returns an IPv4 address, or the /64 of an IPv6 address.
func PlaceOf(client netip.Addr) netip.Addr {
	if client.Is6() {
		return netip.PrefixFrom(client, 64).Masked().Addr()
	}
	return client
}

// parseAddr parses an address with or without a port.
func parseAddr(text string) netip.Addr {
	withPort, err := netip.ParseAddrPort(text)
	at := withPort.Addr()
	if err != nil {
		at, _ = netip.ParseAddr(text) // the zero Addr if it is invalid
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
