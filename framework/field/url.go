// Web addresses.

package field

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// URL is the rule "url", like a URLField of Django REST framework: an address of http, https, ftp or ftps
// at a host with a domain, at localhost or at an IP address. javascript:alert(1) is refused.
func URL() Check {
	return Check{Valid: isURL, Message: "Enter a valid URL.", Format: "url"}
}

// The largest lengths of addresses and names, as in Django.
const (
	maxURL   = 2048
	maxHost  = 253
	maxLabel = 63
)

func isURL(text string) bool {
	if len(text) > maxURL || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return false
	}
	u, err := url.Parse(text)
	if err != nil || !slices.Contains([]string{"http", "https", "ftp", "ftps"}, strings.ToLower(u.Scheme)) || u.Opaque != "" {
		return false
	}
	host, port := u.Hostname(), u.Port()
	if n, err := strconv.Atoi(port); strings.HasSuffix(u.Host, ":") || port != "" && (err != nil || n > 65535) {
		return false
	}
	if strings.HasPrefix(u.Host, "[") {
		ip, err := netip.ParseAddr(host)
		return err == nil && ip.Is6() && ip.Zone() == ""
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Is4()
	}
	return host == "localhost" || isDomain(host)
}

// isDomain reports whether a host is a name with a domain, whose last part is no number.
func isDomain(host string) bool {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	for _, label := range labels {
		if label == "" || len(label) > maxLabel || label[0] == '-' || label[len(label)-1] == '-' || strings.ContainsFunc(label, func(r rune) bool {
			return r < utf8.RuneSelf && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(host) <= maxHost && len(labels) > 1 && len(last) > 1 && strings.Trim(last, "0123456789") != ""
}
