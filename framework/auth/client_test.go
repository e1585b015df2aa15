// Tests of the place and the address of a client.

package auth

import (
	"net"
	"net/http"
	"net/netip"
	"testing"
)

func TestPlace(t *testing.T) {
	clients := Clients{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:9::/48")}}
	tests := []struct {
		name, peer string
		forwarded  []string
		want       string
	}{
		{"no proxy", "192.0.2.1:5", nil, "192.0.2.1"},
		{"what a client says counts for nothing", "192.0.2.1:5", []string{"203.0.113.5"}, "192.0.2.1"},
		{"IPv6 by /64", "[2001:db8:1:2:3:4:5:6]:5", nil, "2001:db8:1:2::"},
		{"IPv6 zone", "[fe80::1%eth0]:5", nil, "fe80::"},
		{"IPv4 in IPv6", "[::ffff:192.0.2.1]:5", nil, "192.0.2.1"},
		{"a proxy", "10.1.2.3:5", []string{"203.0.113.5"}, "203.0.113.5"},
		{"two proxies", "10.1.2.3:5", []string{"203.0.113.5, 10.9.9.9"}, "203.0.113.5"},
		{"two headers", "10.1.2.3:5", []string{"198.51.100.1", "203.0.113.5"}, "203.0.113.5"},
		{"a client that pretends", "10.1.2.3:5", []string{"198.51.100.1, 203.0.113.5, 10.9.9.9"}, "203.0.113.5"},
		{"all proxies", "10.1.2.3:5", []string{"10.0.0.1"}, "10.0.0.1"},
		{"proxy in IPv6", "[2001:db8:9::1]:5", []string{"2001:db8:1:2::9"}, "2001:db8:1:2::"},
		{"with a port", "10.1.2.3:5", []string{"203.0.113.5:1234"}, "203.0.113.5"},
		{"garbage", "10.1.2.3:5", []string{"203.0.113.5, unknown"}, "10.1.2.3"},
		{"nothing", "10.1.2.3:5", nil, "10.1.2.3"},
		{"a socket", "@", nil, "invalid IP"},
	}
	for _, tt := range tests {
		r := &http.Request{RemoteAddr: tt.peer, Header: http.Header{"X-Forwarded-For": tt.forwarded}}
		if got := clients.Place(r).String(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestPeer(t *testing.T) {
	clients := Clients{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	for peer, want := range map[string]string{
		"192.0.2.1:5": "192.0.2.1", "[2001:db8:1:2:3:4:5:6]:5": "2001:db8:1:2::", "[fe80::1%eth0]:5": "fe80::",
		"[::ffff:192.0.2.1]:5": "192.0.2.1", "10.1.2.3:5": "invalid IP", "[::ffff:10.1.2.3]:5": "invalid IP",
	} {
		if got := clients.Peer(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(peer))).String(); got != want {
			t.Errorf("%s: got %s, want %s", peer, got, want)
		}
	}
	if got := clients.Peer(&net.UnixAddr{Name: "@", Net: "unix"}); got.IsValid() {
		t.Errorf("a socket: got %s, want none", got)
	}
}
