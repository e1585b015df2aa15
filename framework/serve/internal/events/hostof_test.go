// Tests of the hosts that deliveries are counted by.

package events

import (
	"testing"

	"example.com/resourceful/framework/schema"
)

// A host is one whatever its port and spelling.
func TestHostOf(t *testing.T) {
	for url, want := range map[string]string{
		"https://example.com/":             "example.com",
		"https://Example.COM:8443/a":       "example.com",
		"http://example.com.:80/":          "example.com",
		"https://hooks.example.com/":       "hooks.example.com",
		"http://93.184.215.14:8080/":       "93.184.215.14",
		"http://[::ffff:93.184.215.14]/":   "93.184.215.14",
		"http://[2606:2800:0:0::DB]:8080/": "2606:2800::db",
		"http://[2606:2800::db]/":          "2606:2800::db",
	} {
		if got := hostOf(&schema.Webhook{URL: url}); got != want {
			t.Errorf("%s: got %s, want %s", url, got, want)
		}
	}
}
