package serve_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// medal is what each requester has one of, with a picture that nobody is shown.
type medal struct {
	ID      int64                     `rest:"id,readonly"`
	Holder  rest.BelongsTo[auth.User] `rest:"holder,readonly,unique,show=username"`
	Picture rest.File                 `rest:"picture,writeonly" file:"max=1KiB"`
}

// A singleton with a file is made under an Idempotency-Key, and once.
func TestSingletonFileOnce(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("badges", rest.ViewSet[medal]{
			Path: "/me/", Singleton: true, Actions: rest.Create | rest.Retrieve | rest.Modify, Access: permission.SignedIn,
			Owner: rest.Field(func(m *medal) *rest.BelongsTo[auth.User] { return &m.Holder }),
		})
	}
	body := strings.ReplaceAll("--b\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.txt\"\n\nhello\n--b--\n", "\n", "\r\n")
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set, Options: serve.Options{Now: time.Now}}, address)
		for range 2 {
			if w := server.SendAs(s, "alice", "POST", "/me/", body, "Content-Type", "multipart/form-data; boundary=b", "Idempotency-Key", "a key of the medal"); w.Code != 201 {
				t.Errorf("got %d %s, want 201", w.Code, w.Body)
			}
		}
	})
}
