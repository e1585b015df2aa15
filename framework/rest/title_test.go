package rest_test

import (
	"testing"

	"example.com/resourceful/framework/rest"
)

// Pages call a record by the tagged title, else by a unique text, else by the first short one, the first long one or the key.
func TestTitle(t *testing.T) {
	type tagged struct {
		ID    int64  `rest:"id,readonly"`
		Code  string `rest:"code,unique" validate:"max=9"`
		First string `rest:"first"`
		Name  string `rest:"name,title,multiline"`
	}
	type unique struct {
		ID    int64  `rest:"id,readonly"`
		First string `rest:"first"`
		Code  string `rest:"code,unique" validate:"max=9"`
	}
	type short struct {
		ID    int64   `rest:"id,readonly"`
		Long  string  `rest:"long,multiline"`
		Null  *string `rest:"null"`
		First string  `rest:"first"`
	}
	type long struct {
		ID    int64  `rest:"id,readonly"`
		Pages int64  `rest:"pages"`
		Long  string `rest:"long,multiline"`
	}
	type key struct {
		ID    int64 `rest:"id,readonly"`
		Pages int64 `rest:"pages"`
	}
	for want, set := range map[string]*rest.Set{"name": one[tagged](), "code": one[unique](), "first": one[short](), "long": one[long](), "id": one[key]()} {
		p, err := set.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Resources[0].Title.Wire; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
