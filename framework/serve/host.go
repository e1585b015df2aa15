// The hosts that the service answers under.

package serve

import (
	"net/url"
	"slices"
	"strings"
)

// allowedHosts are the hosts that a handler answers under, in lower case; nil for all.
func allowedHosts(options *Options) []string {
	if slices.Contains(options.AllowedHosts, "*") || options.AllowedHosts == nil && options.BaseURL == "" {
		return nil
	}
	var hosts []string
	for _, host := range options.AllowedHosts {
		hosts = append(hosts, strings.ToLower(host))
	}
	if base, err := url.Parse(options.BaseURL); err == nil && base.Host != "" {
		name := strings.ToLower(base.Hostname())
		if strings.Contains(name, ":") {
			name = "[" + name + "]"
		}
		hosts = append(hosts, name)
	}
	return hosts
}

// allowedHost reports whether one of the allowed hosts, in lower case, is that of a request.
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
