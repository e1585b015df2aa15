// The hosts that the service accepts.

package request

import (
	"net/url"
	"slices"
	"strings"
)

// AllowedHosts returns the accepted hosts in lower case: the allowed ones, and that of the base address, if
// there is one; nil for all.
func AllowedHosts(allowed []string, address string) []string {
	if slices.Contains(allowed, "*") || allowed == nil && address == "" {
		return nil
	}
	var hosts []string
	for _, host := range allowed {
		hosts = append(hosts, strings.ToLower(host))
	}
	if base, err := url.Parse(address); err == nil && base.Host != "" {
		name := strings.ToLower(base.Hostname())
		if strings.Contains(name, ":") {
			name = "[" + name + "]"
		}
		hosts = append(hosts, name)
	}
	return hosts
}

// allowedHost reports whether a request's host is one of the allowed hosts, which are in lower case.
func allowedHost(hosts []string, requested string) bool {
	host := strings.ToLower(requested)
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	host = strings.TrimSuffix(host, ".")
	return slices.ContainsFunc(hosts, func(allowed string) bool {
		return host == allowed || strings.HasPrefix(allowed, ".") && (strings.HasSuffix(host, allowed) || host == allowed[1:])
	})
}

// validHost reports whether a text is a host for Django: a name, or an address in brackets, with an
// optional port.
func validHost(s string) bool {
	name := span(s, "._-", 'z')
	if name == 0 && strings.HasPrefix(s, "[") {
		name = 1 + span(s[1:], ".:", 'f')
		colon := strings.IndexByte(s[:name], ':')
		if colon < 0 || name-colon < 2 || strings.Contains(s[:colon], ".") || !strings.HasPrefix(s[name:], "]") {
			return false
		}
		name++
	}
	port, ok := strings.CutPrefix(s[name:], ":")
	return name > 0 && (s[name:] == "" || ok && port != "" && strings.Trim(port, "0123456789") == "")
}

// span returns the length of the prefix of s that consists of digits, of letters up to last, and of the
// characters in others.
func span(s, others string, last byte) int {
	for i := range len(s) {
		c := s[i]
		lower := c | 0x20
		if !(c >= '0' && c <= '9' || lower >= 'a' && lower <= last || strings.IndexByte(others, c) >= 0) {
			return i
		}
	}
	return len(s)
}
