package browse_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// Who has a signed address of a file is no administrator: the page of its refusal explains nothing.
func TestSignedAddressExplainsNothing(t *testing.T) {
	type scan struct {
		ID      int64     `rest:"id,readonly"`
		Scan    rest.File `rest:"scan" file:"inline"`
		Address string    `rest:"address,computed"`
	}
	s := server.New(t, server.Config{Pages: ownPages, Basic: true, Options: serve.Options{Files: serve.FileOptions{Store: server.NewFileStore(t)}, Now: time.Now}, Set: func() *rest.Set {
		return rest.NewSet("scans", rest.ViewSet[scan]{Path: "/scans/", Serializer: rest.Serializer[scan]{
			Computed: []rest.Computed[scan]{rest.Compute("address", func(c *rest.Call, row *scan) string {
				address, _ := c.SignedAddress(fmt.Sprintf("/scans/%d/scan/", row.ID), row.Scan, time.Hour)
				return address
			})},
		}}).Access(permission.Admin)
	}}, ":memory:")
	contentType, body := server.FormWithFiles(nil, server.File{Field: "scan", Name: "a.txt", Content: []byte("a")})
	w := server.SendAs(s, "admin", "POST", "/scans/", string(body), "Content-Type", contentType, "Accept", "application/json")
	_, address, _ := strings.Cut(w.Body.String(), `"address":"http://example.com`)
	address, _, _ = strings.Cut(address, `"`)
	page := func(user, path string, headers ...string) *httptest.ResponseRecorder {
		return server.SendAs(s, user, "GET", path, "", append(headers, "Accept", "text/html")...)
	}
	if w := page("admin", "/scans/?_explain=true"); !strings.Contains(w.Body.String(), `class="explanation"`) {
		t.Error("an administrator gets no explanation")
	}
	if w := page("", address+"&_explain=true", "Range", "bytes=9-"); w.Code != 416 || strings.Contains(w.Body.String(), `class="explanation"`) {
		t.Errorf("at %s: got %d %s", address, w.Code, w.Body)
	}
}
