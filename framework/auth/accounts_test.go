package auth_test

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

func TestDenied(t *testing.T) {
	bob := &auth.User{ID: 7, Username: "bob", Active: true}
	for u, want := range map[*auth.User]string{
		nil: "Authentication credentials were not provided.",
		bob: "You do not have permission to perform this action.",
	} {
		if got := auth.Denied(u); got.Code != problem.Forbidden || got.Detail != want {
			t.Errorf("Denied(%v) = %v %q, want Forbidden %q", u, got.Code, got.Detail, want)
		}
	}
}
