package app

import (
	"reflect"
	"strings"
	"testing"
)

// Only mappings of the program's file that cannot be written, and of which no page was, can be dropped.
func TestCleanMappings(t *testing.T) {
	const smaps = `00400000-01000000 r-xp 00000000 08:01 42 /opt/my app
Rss:                6144 kB
Anonymous:             0 kB
01000000-01800000 r--p 00c00000 08:01 42 /opt/my app
Anonymous:             4 kB
01800000-01900000 r--p 01400000 08:01 42 /opt/my app
Anonymous:             0 kB
01900000-01a00000 rw-p 01500000 08:01 42 /opt/my app
Anonymous:             0 kB
7f0000000000-7f0000100000 r-xp 00000000 08:01 43 /lib/libc.so.6
Anonymous:             0 kB
7f0000200000-7f0000300000 r--s 00000000 08:01 42 /opt/my app
Anonymous:             0 kB
7f0000400000-7f0000500000 rw-p 00000000 00:00 0 
Anonymous:             0 kB
VmFlags: rd ex
`
	got := cleanMappings(strings.NewReader(smaps), "/opt/my app")
	if want := []mapping{{0x400000, 0xc00000}, {0x1800000, 0x100000}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
	if got := cleanMappings(strings.NewReader(smaps), "/opt/other"); got != nil {
		t.Errorf("got %x, want none", got)
	}
}
