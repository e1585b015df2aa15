package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
)

// another is the address of an empty database of the same kind.
func another(t *testing.T, address string) string {
	t.Helper()
	if strings.HasSuffix(address, ".sqlite") {
		return t.TempDir() + "/test.sqlite"
	}
	return pg.Postgres(t)
}
