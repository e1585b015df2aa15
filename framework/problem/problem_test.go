package problem_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"testing"

	"example.com/resourceful/framework/problem"
)

func TestStatus(t *testing.T) {
	want := map[problem.Code]int{
		problem.Internal: 500, problem.Invalid: 400, problem.Malformed: 400, problem.Unauthorized: 401, problem.Forbidden: 403, problem.NotFound: 404,
		problem.MethodNotAllowed: 405, problem.NotAcceptable: 406, problem.Conflict: 409, problem.PreconditionFailed: 412, problem.TooLarge: 413,
		problem.UnsupportedMedia: 415, problem.Throttled: 429, problem.TooLong: 414, problem.RangeNotSatisfiable: 416, problem.Timeout: 408, problem.Unavailable: 503, problem.Code(200): 500,
	}
	for code, want := range want {
		if got := code.Status(); got != want {
			t.Errorf("code %d has the status %d, want %d", code, got, want)
		}
	}
	if got := problem.New(problem.NotFound, "Not found.").Code.Status(); got != http.StatusNotFound {
		t.Errorf("got %d, want 404", got)
	}
}

// Messages keep the order of their paths; several of one path come together.
func TestFields(t *testing.T) {
	var f problem.Fields
	if f.Err() != nil || f.Get("a") != nil {
		t.Errorf("no messages are an error: %v", f.Err())
	}
	f.Add("b", "First.")
	f.Add("a", "No more than %d%%.", 3)
	f.Add("b", "%s", "100% wrong.")
	want := problem.Fields{{Path: "b", Messages: []string{"First.", "100% wrong."}}, {Path: "a", Messages: []string{"No more than 3%."}}}
	if !reflect.DeepEqual(f, want) {
		t.Errorf("got %v, want %v", f, want)
	}
	err := f.Err()
	if got, want := err.Error(), "b: First. 100% wrong.; a: No more than 3%."; got != want {
		t.Errorf("the error reads %q, want %q", got, want)
	}
	if p := problem.As(err); p == nil || p.Code != problem.Invalid {
		t.Errorf("the error is %v, want an Invalid one", p)
	}
}

// A problem is found below what it was wrapped in; other errors are none.
func TestAs(t *testing.T) {
	refusal := problem.New(problem.Malformed, "JSON parse error - %s", io.EOF)
	if got := problem.As(fmt.Errorf("parse: %w", errors.Join(io.EOF, refusal))); got != refusal {
		t.Errorf("got %v, want %v", got, refusal)
	}
	for _, err := range []error{nil, io.EOF} {
		if got := problem.As(err); got != nil {
			t.Errorf("%v is the problem %v, want none", err, got)
		}
	}
}

func ExampleFields_Err() {
	var said problem.Fields
	fmt.Println(said.Err() == nil)
	said.Add("title", "Ensure this field has no more than %d characters.", 100)
	fmt.Println(said.Err())
	// Output:
	// true
	// title: Ensure this field has no more than 100 characters.
}
