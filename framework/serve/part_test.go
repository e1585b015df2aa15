package serve_test

import (
	"fmt"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// fillCards adds cards with the fronts "front 1", "front 2" and so on.
func fillCards(t *testing.T, address string, n int) {
	t.Helper()
	numbers := fmt.Sprintf("(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d) SELECT i FROM n) AS n", n)
	text := "INSERT INTO cards (front, back, notes, line) SELECT 'front ' || i, '', '', '' FROM " + numbers
	if _, err := server.Direct(t, address).ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}
