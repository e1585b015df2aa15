package forms_test

import (
	"fmt"
	"testing"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/problem/forms"
)

// The body of a refusal in each form.
func TestForms(t *testing.T) {
	gone := problem.New(problem.NotFound, "No \"x\".")
	invalid := &problem.Error{Code: problem.Invalid, Fields: problem.Fields{
		{Path: "title", Messages: []string{"Wrong.", "Too long."}},
		{Path: "items[0].a/b~", Messages: []string{"Wrong."}},
		{Path: problem.NonField, Messages: []string{"No."}},
	}}
	items := problem.As(problem.ItemsErr([]problem.Fields{
		nil,
		{{Path: "title", Messages: []string{"Wrong."}}, {Path: "tags[1]", Messages: []string{"No."}}},
		{{Messages: []string{"Nothing."}}},
		{{Path: problem.NonField, Messages: []string{"No."}}},
	}))
	both := &problem.Error{Code: problem.Invalid, Fields: problem.Fields{
		{Path: "items", Messages: []string{"Too many."}}, {Path: "items[1].a", Messages: []string{"Wrong."}}, {Path: "title", Messages: []string{"No."}}, {Path: "items[0].a", Messages: []string{"No."}},
	}}
	tests := []struct {
		form plan.ErrorForm
		p    *problem.Error
		want string
	}{
		{forms.Plain{}, gone, `404 {"detail":"No \"x\"."}`},
		{forms.Plain{}, invalid, `400 {"title":["Wrong.","Too long."],"items":{"0":{"a/b~":["Wrong."]}},"non_field_errors":["No."]}`},
		{forms.Plain{}, both, `400 {"items":{"non_field_errors":["Too many."],"1":{"a":["Wrong."]},"0":{"a":["No."]}},"title":["No."]}`},
		{forms.Details{}, gone, `404 {"type":"about:blank","title":"Not Found","status":404,"detail":"No \"x\"."}`},
		{forms.Details{}, invalid, `400 {"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[` +
			`{"pointer":"#/title","code":"invalid","detail":"Wrong."},{"pointer":"#/title","code":"invalid","detail":"Too long."},` +
			`{"pointer":"#/items/0/a~1b~0","code":"invalid","detail":"Wrong."},{"pointer":"#","code":"invalid","detail":"No."}]}`},
		{
			forms.Details{},
			&problem.Error{Code: problem.Invalid, Inside: []string{"a/b", "c"}, Fields: problem.Fields{{Path: "x.y", Messages: []string{"Wrong."}}, {Path: problem.NonField, Messages: []string{"No."}}}},
			`400 {"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[{"pointer":"#/a~1b/c/x/y","code":"invalid","detail":"Wrong."},{"pointer":"#/a~1b/c","code":"invalid","detail":"No."}]}`,
		},
		{
			forms.Details{},
			&problem.Error{Code: problem.Invalid, Query: true, Fields: problem.Fields{{Path: "x[0].y", Messages: []string{"Wrong."}}}},
			`400 {"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[{"parameter":"x[0].y","code":"invalid","detail":"Wrong."}]}`,
		},
		{forms.Plain{}, items, `400 [{},{"title":["Wrong."],"tags":{"1":["No."]}},["Nothing."],{"non_field_errors":["No."]}]`},
		{forms.Details{}, items, `400 {"type":"about:blank","title":"Bad Request","status":400,"detail":"Invalid input.","errors":[` +
			`{"pointer":"#/1/title","code":"invalid","detail":"Wrong."},{"pointer":"#/1/tags/1","code":"invalid","detail":"No."},{"pointer":"#/2","code":"invalid","detail":"Nothing."},{"pointer":"#/3","code":"invalid","detail":"No."}]}`},
		{forms.Nested{}, items, `422 {"errors":[{},{"title":["Wrong."],"tags":{"1":["No."]}},["Nothing."],{"non_field_errors":["No."]}]}`},
		{forms.Nested{}, gone, `404 {"errors":{"body":["No \"x\"."]}}`},
		{forms.Nested{}, invalid, `422 {"errors":{"title":["Wrong.","Too long."],"items":{"0":{"a/b~":["Wrong."]}},"non_field_errors":["No."]}}`},
		{forms.Nested{Name: "wrong", Detail: "message", Invalid: 409}, gone, `404 {"wrong":{"message":["No \"x\"."]}}`},
		{forms.Nested{Invalid: 409}, invalid, `409 {"errors":{"title":["Wrong.","Too long."],"items":{"0":{"a/b~":["Wrong."]}},"non_field_errors":["No."]}}`},
	}
	for _, tt := range tests {
		if got := fmt.Sprintf("%d %s", tt.form.Status(tt.p), tt.form.AppendBody([]byte("x"), tt.p)[1:]); got != tt.want {
			t.Errorf("%T of %v:\n got %s\nwant %s", tt.form, tt.p, got, tt.want)
		}
	}
	for want, form := range map[string]plan.ErrorForm{"application/json": forms.Nested{}, "application/problem+json": forms.Details{}} {
		if got := form.ContentType("application/json"); got != want {
			t.Errorf("%T: got the type %s, want %s", form, got, want)
		}
		if got := form.ContentType("text/html"); got != "text/html" {
			t.Errorf("%T: got the type %s, want that of HTML as it is", form, got)
		}
	}
}
