package serve_test

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// Coupon is a row in an envelope.
type coupon struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,filter" validate:"max=100"`
}

// A DELETE of the rows that filters leave has no body, and so nothing that would stand in an envelope; keys stand in it.
func TestDestroyListInEnvelope(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			return rest.NewSet("coupons", rest.ViewSet[coupon]{
				Path: "/coupons/", Bulk: rest.Bulk{Actions: rest.Create | rest.Destroy, Filtered: true},
				Envelope: rest.Envelope{Record: "coupon", List: "coupons", Input: "coupon"},
			}).Access(permission.Anyone)
		}
		s := server.New(t, server.Config{Set: set}, address)
		must(t, s, "POST", "/coupons/", "admin", `{"coupon":[{"name":"a"},{"name":"b"},{"name":"c"}]}`)
		for _, tt := range []struct {
			path, body string
			want       int
			wantList   string
		}{
			{"/coupons/", ``, 400, `{"coupons":[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}]}`},
			{"/coupons/?name=a&max_affected=5", ``, 204, `{"coupons":[{"id":2,"name":"b"},{"id":3,"name":"c"}]}`},
			{"/coupons/", `[2]`, 400, `{"coupons":[{"id":2,"name":"b"},{"id":3,"name":"c"}]}`},
			{"/coupons/", `{"coupon":[2]}`, 204, `{"coupons":[{"id":3,"name":"c"}]}`},
		} {
			status, answer := call(s, "DELETE", tt.path, "admin", tt.body)
			if _, list := call(s, "GET", "/coupons/", "admin", ""); status != tt.want || list != tt.wantList {
				t.Errorf("DELETE %s %s: got %d %s, which leaves %s, want %d and %s", tt.path, tt.body, status, answer, list, tt.want, tt.wantList)
			}
		}
	})
}
