// Internet addresses: netip.Addr.

package field

import (
	"net/netip"
	"reflect"

	"example.com/resourceful/framework/field/notation"
)

// IP is the kind of netip.Addr: an inet in PostgreSQL, a text in SQLite, on the wire the shortest form of
// the address in lower case, as in Django REST framework. Addresses have no zones.
func IP() Kind {
	c := &codec[netip.Addr]{
		scan:   scanIP,
		append: func(b []byte, ip netip.Addr) []byte { return notation.AppendText(b, ip.String()) },
		arg:    func(ip netip.Addr) any { return ip.String() },
	}
	return Kind{
		Name:      "ip address",
		Match:     func(t reflect.Type) bool { return t == reflect.TypeFor[netip.Addr]() },
		Bind:      func(_ *Spec, p reflect.Value) Slot { return &slot[netip.Addr]{p.Interface().(*netip.Addr), c} },
		Parse:     parseIP,
		EmptyNull: true,
		Literal:   `a netip.Addr, or its text such as "192.0.2.1"`,
		Arg: func(_ *Spec, v any) any {
			switch v := v.(type) {
			case netip.Addr:
				if v.IsValid() && v.Zone() == "" {
					return v.String()
				}
			case string:
				if ip, ok := ipOf(v); ok {
					return ip.String()
				}
			}
			return nil
		},
		Column: func(_ *Spec, d Dialect) Column {
			c := TextColumn(d)
			if d == PostgreSQL {
				c.Types, c.JSON = []string{"inet"}, "host(%s)"
			}
			return c
		},
		Lookups:  []Lookup{Equal, NotEqual, In, IsNull},
		Inside:   insideText,
		NoZero:   "no address",
		Rules:    []string{"ipv4", "ipv6"},
		Samples:  []any{netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("2001:db8::1")},
		ForRule:  func(v any) any { return v.(netip.Addr).String() },
		Metadata: "field",
		JSON: func(*Spec) map[string]any {
			return map[string]any{"type": "string", "anyOf": []any{map[string]any{"format": "ipv4"}, map[string]any{"format": "ipv6"}}}
		},
	}
}

func parseIP(spec *Spec, v any) (any, []string) {
	if text, ok := v.(string); ok {
		if ip, ok := ipOf(notation.TrimSpace(text)); ok {
			return ip, nil
		}
	}
	return spec.Invalid("Enter a valid IPv4 or IPv6 address.")
}

// ipOf parses an address without a zone. An IPv4 address in IPv6 notation stays in that notation.
func ipOf(text string) (netip.Addr, bool) {
	ip, err := netip.ParseAddr(text)
	return ip, err == nil && ip.Zone() == ""
}

// scanIP reads an address from either database: PostgreSQL appends the length of a network, which is the
// full one.
func scanIP(to *netip.Addr, src any) error {
	var text string
	if err := ScanText(&text, src); err != nil {
		return BadScan(src, "an ip address")
	}
	if network, err := netip.ParsePrefix(text); err == nil {
		*to = network.Addr()
		return nil
	}
	ip, err := netip.ParseAddr(text)
	*to = ip
	return err
}
