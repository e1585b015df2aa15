// A test of a database that is unavailable.

package database_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"testing"

	"github.com/lib/pq"

	"example.com/resourceful/framework/database"
)

func TestUnavailable(t *testing.T) {
	_, refused := net.Dial("tcp", "127.0.0.1:1")
	tests := []struct {
		err  error
		want bool
	}{
		{fmt.Errorf("load: %w", driver.ErrBadConn), true},
		{refused, true},
		{context.DeadlineExceeded, true},
		{context.Canceled, false},
		{&pq.Error{Code: "57P01"}, true},
		{&pq.Error{Code: "25006"}, true},
		{&pq.Error{Code: "40001"}, true},
		{&pq.Error{Code: "53300"}, true},
		{&pq.Error{Code: "55P03"}, true}, // lock_timeout
		{&pq.Error{Code: "23505"}, false},
		{&pq.Error{Code: "42P01"}, false},
		{&pq.Error{}, false},
		{errors.New("other"), false},
	}
	for _, tt := range tests {
		if got := database.Unavailable(tt.err); got != tt.want {
			t.Errorf("Unavailable(%v): got %v, want %v", tt.err, got, tt.want)
		}
	}
}
