package browse_test

import (
	"net/http"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// Choices of the same name have the name of the record above, in forms and in filters; others have their own alone.
func TestNamesThatOccurTwice(t *testing.T) {
	h := server.New(t, server.Config{Set: demonstration, Pages: ownPages}, ":memory:")
	for _, row := range [][2]string{
		{"/projects/", `{"slug":"billing","name":"Billing"}`},
		{"/projects/", `{"slug":"search","name":"Search"}`},
		{"/labels/", `{"project":"billing","name":"bug","colour":"#ff0000"}`},
		{"/labels/", `{"project":"search","name":"bug","colour":"#ff0000"}`},
		{"/labels/", `{"project":"search","name":"idea","colour":"#00ff00"}`},
	} {
		if w := sendTo(h, "POST", row[0], "admin", row[1], "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatalf("%s: got %d %s", row[1], w.Code, w.Body)
		}
	}
	for _, path := range []string{"/tickets/?_show=create", "/tickets/"} {
		page := sendTo(h, "GET", path, "admin", "", "Accept", "text/html").Body.String()
		contains(t, page, "bug · billing", "bug · search", ">idea<")
		lacks(t, page, "idea · ")
	}
}
