package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/webhook"
)

// receiver is what webhooks are sent to.
type receiver struct {
	*httptest.Server
	got    chan received
	status chan int // of the next answers; 200 where there is none
}

type received struct {
	header http.Header
	body   string
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{got: make(chan received, 100), status: make(chan int, 100)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		select {
		case status := <-r.status:
			w.WriteHeader(status)
		default:
		}
		r.got <- received{q.Header, string(body)}
	}))
	t.Cleanup(r.Close)
	return r
}

// delivering is a service that sends events to webhooks on this machine.
func delivering(t *testing.T, address string, allowed ...netip.Prefix) *streaming {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.HookedClubs, Options: serve.Options{Now: time.Now, Events: serve.EventOptions{Networks: allowed, Retry: time.Millisecond}}}, address)
	made := &streaming{Server: s}
	made.deliver(t)
	return made
}

// deliver sends events to webhooks until the test ends.
func (s *streaming) deliver(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan bool)
	go func() {
		s.Handler.(*serve.Handler).DeliverWebhooks(ctx)
		close(ended)
	}()
	t.Cleanup(func() { cancel(); <-ended })
}

var thisMachine = netip.MustParsePrefix("127.0.0.0/8")

// waitFor asks until an answer has a text.
func (s *streaming) waitFor(t *testing.T, path, want string) string {
	t.Helper()
	for ctx := t.Context(); ; {
		got := server.SendAs(s, "admin", "GET", path, "").Body.String()
		if strings.Contains(got, want) {
			return got
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%s: got %s, want %s", path, got, want)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// A webhook is sent what its account may see, signed with a secret that is shown once, until it takes it.
func TestWebhooks(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, to := delivering(t, address, thisMachine), newReceiver(t)
		s.send(t, "admin", "POST /clubs/", `{"slug":"before","open":true}`)
		s.waitFor(t, "/clubs/", "before")
		made := s.send(t, "alice", "POST /webhooks/", fmt.Sprintf(`{"url":%q,"resources":["clubs"]}`, to.URL))
		secret, _ := made["secret"].(string)
		if !strings.HasPrefix(secret, "whsec_") || made["username"] != "alice" || made["position"] != nil || made["account"] != nil {
			t.Errorf("a webhook: got %v, want its secret and who has made it", made)
		}
		if again := s.send(t, "alice", "GET /webhooks/1/", ""); again["secret"] != nil {
			t.Errorf("reading a webhook: got %v, want no secret", again)
		}
		for _, status := range []int{500, 302, 404} {
			to.status <- status
		}
		s.send(t, "admin", "POST /meetings/", `{"club":"before","topic":"x"}`)
		s.send(t, "admin", "POST /clubs/", `{"slug":"closed","budget":3}`)
		s.send(t, "admin", "POST /clubs/", `{"slug":"open","open":true,"budget":4}`)
		id := ""
		for range 4 { // three that fail
			got := <-to.got
			if err := webhook.Verify(secret, got.header, []byte(got.body), time.Now()); err != nil {
				t.Errorf("a message: got %v with %v", err, got.header)
			}
			if id == "" {
				id = got.header.Get("Webhook-Id")
			}
			var e readEvent
			_ = json.Unmarshal([]byte(got.body), &e)
			if want := `clubs.create open {"friends":[],"id":3,"members":[],"open":true,"slug":"open"}`; e.text() != want || got.header.Get("Webhook-Id") != id {
				t.Errorf("a message: got %s with the id %s, want %s with %s", e.text(), got.header.Get("Webhook-Id"), want, id)
			}
		}
		s.waitFor(t, "/webhook-deliveries/", `"state":"delivered","attempts":4,"status":200,"error":""`)
		s.waitFor(t, "/webhooks/1/", `"failures":0,"retry_at":null`)
		if w := server.SendAs(s, "", "GET", "/webhooks/", ""); w.Code != 401 {
			t.Errorf("a stranger: got %d %s, want 401", w.Code, w.Body)
		}
		if w := server.SendAs(s, "alice", "POST", "/webhooks/", `{"url":"gopher"}`, "Content-Type", "application/json"); w.Code != 400 || !strings.Contains(w.Body.String(), `"url"`) {
			t.Errorf("no address: got %d %s, want 400", w.Code, w.Body)
		}

		other := s.send(t, "alice", "POST /webhooks/1/secret/", "")["secret"].(string)
		to.status <- http.StatusGone
		s.send(t, "admin", "PATCH /clubs/open/", `{"budget":5}`)
		got := <-to.got
		if err := webhook.Verify(other, got.header, []byte(got.body), time.Now()); err != nil || other == secret {
			t.Errorf("a message with another secret: got %v", err)
		}
		s.waitFor(t, "/webhooks/1/", `"active":false`)
	})
}

// An account that was deactivated is sent nothing any more.
func TestWebhooksOfInactive(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, of, other := delivering(t, address, thisMachine), newReceiver(t), newReceiver(t)
		s.send(t, "alice", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, of.URL))
		s.send(t, "admin", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, other.URL))
		s.send(t, "admin", "POST /clubs/", `{"slug":"first","open":true}`)
		<-of.got
		<-other.got
		if _, err := server.Direct(t, address).Exec("UPDATE users SET active = NOT active WHERE username = 'alice'"); err != nil {
			t.Fatal(err)
		}
		for _, slug := range []string{"second", "third"} {
			s.send(t, "admin", "POST /clubs/", fmt.Sprintf(`{"slug":%q,"open":true}`, slug))
			<-other.got
		}
		select {
		case got := <-of.got:
			t.Errorf("a message to the webhook of an account that is not active: got %s, want none", got.body)
		default:
		}
	})
}

// Where events are sent, and what they are signed with, is said by the account that may see them and by no other one, and
// by no credentials that are limited; nobody else reads what was sent.
func TestWebhooksOfOthers(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, to, other := delivering(t, address, thisMachine), newReceiver(t), newReceiver(t)
		s.send(t, "admin", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, to.URL))
		limited := s.send(t, "alice", "POST /tokens/", `{"name":"hooks","scopes":["hooks"]}`)["token"].(string)
		for _, c := range []struct {
			user, line, body string
			status           int
		}{
			{"bob", "PATCH /webhooks/1/", fmt.Sprintf(`{"url":%q}`, other.URL), 403},
			{"bob", "PUT /webhooks/1/", fmt.Sprintf(`{"url":%q}`, other.URL), 403},
			{"bob", "POST /webhooks/1/secret/", "", 403},
			{"", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, other.URL), 403},
			{"bob", "PATCH /webhooks/1/", `{"resources":["clubs"]}`, 200},
		} {
			method, path, _ := strings.Cut(c.line, " ")
			headers := []string{"Content-Type", "application/json"}
			if c.user == "" {
				headers = append(headers, "Authorization", "Bearer "+limited)
			}
			w := server.SendAs(s, c.user, method, path, c.body, headers...)
			if w.Code != c.status || strings.Contains(w.Body.String(), "whsec_") || strings.Contains(w.Body.String(), "limited") != (c.user == "") {
				t.Errorf("%s by %q: got %d %s, want %d", c.line, c.user, w.Code, w.Body, c.status)
			}
		}
		s.send(t, "admin", "POST /clubs/", `{"slug":"closed","budget":3}`)
		<-to.got
		s.waitFor(t, "/webhook-deliveries/", `"state":"delivered"`)
		if got := s.waitFor(t, "/webhook-deliveries/1/", `"body":"{`); !strings.Contains(got, `budget`) {
			t.Errorf("a delivery to who has made the webhook: got %s, want its body", got)
		}
		if w := server.SendAs(s, "bob", "GET", "/webhook-deliveries/1/", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"body":null`) {
			t.Errorf("a delivery to another account: got %d %s, want no body", w.Code, w.Body)
		}
		if len(other.got) > 0 {
			t.Errorf("got %v at the address of another account, want nothing", <-other.got)
		}
		s.send(t, "admin", "PATCH /webhooks/1/", fmt.Sprintf(`{"url":%q}`, other.URL))
		s.send(t, "admin", "PATCH /clubs/closed/", `{"budget":4}`)
		<-other.got
	})
}

// What fails too often is dead, and is sent again when somebody says so. An address of a private network is never connected to.
func TestWebhooksDead(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, to := delivering(t, address), newReceiver(t) // this machine is not allowed
		db := server.Direct(t, address)
		s.send(t, "admin", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, strings.Replace(to.URL, "127.0.0.1", "localhost", 1)))
		s.send(t, "admin", "POST /clubs/", `{"slug":"a"}`)
		s.waitFor(t, "/webhook-deliveries/1/", "this is not a public internet address")
		for _, text := range []string{"UPDATE webhook_deliveries SET attempts = 100", "UPDATE webhooks SET failures = 0, retry_at = NULL"} {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		s.waitFor(t, "/webhook-deliveries/1/", `"state":"dead"`)
		if w := server.SendAs(s, "admin", "POST", "/webhook-deliveries/1/replay/", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"state":"pending","attempts":0`) {
			t.Errorf("replay: got %d %s", w.Code, w.Body)
		}
		if _, err := db.Exec("UPDATE webhooks SET failures = 0, retry_at = NULL"); err != nil {
			t.Fatal(err)
		}
		s.waitFor(t, "/webhook-deliveries/1/", `"attempts":1`)
		select {
		case got := <-to.got:
			t.Errorf("got %v at a private address, want nothing", got)
		default:
		}
	})
}

// One that does not answer keeps no other one waiting, and the service stops all the same.
func TestWebhooksHang(t *testing.T) {
	s, to := delivering(t, t.TempDir()+"/test.sqlite", thisMachine), newReceiver(t)
	hanging, release := make(chan bool, 100), make(chan bool)
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		hanging <- true
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(func() { close(release); slow.Close() })
	s.send(t, "admin", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, slow.URL))
	s.send(t, "admin", "POST /webhooks/", fmt.Sprintf(`{"url":%q}`, to.URL))
	s.send(t, "admin", "POST /clubs/", `{"slug":"a"}`)
	<-hanging
	<-to.got
	for i := range 10 {
		s.send(t, "admin", "PATCH /clubs/a/", fmt.Sprintf(`{"budget":%d}`, i))
		<-to.got
	}
	if len(hanging) != 0 {
		t.Errorf("got %d messages more to one that has not answered, want none", len(hanging))
	}
}

// A webhook takes no names but those of resources whose changes are told, which the document of the service names.
func TestWebhooksOfUnknownResources(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.HookedClubs, Options: serve.Options{Now: time.Now}}, address)
		for _, c := range []struct {
			line, body string
			status     int
			want       string
		}{
			{"POST /webhooks/", `{"url":"https://example.com/","resources":["clubs","nope"]}`, 400, `{"resources":{"1":["\"nope\" is not a valid choice."]}}`},
			{"POST /webhooks/", `{"url":"https://example.com/","resources":["memberships"]}`, 400, `"memberships\" is not a valid choice."`}, // has no events
			{"POST /webhooks/", `{"url":"https://example.com/","resources":["clubs","meetings"]}`, 201, `"resources":["clubs","meetings"]`},
			{"PATCH /webhooks/1/", `{"resources":["nope"]}`, 400, "not a valid choice"},
			{"GET /-/schemas/Webhook.json", "", 200, `"enum": [ "clubs", "meetings" ]`},
		} {
			method, path, _ := strings.Cut(c.line, " ")
			w := server.SendAs(s, "admin", method, path, c.body, "Content-Type", "application/json")
			if got := strings.Join(strings.Fields(w.Body.String()), " "); w.Code != c.status || !strings.Contains(got, c.want) {
				t.Errorf("%s %s: got %d %s, want %d with %s", c.line, c.body, w.Code, w.Body, c.status, c.want)
			}
		}
	})
}

// A URL with a password, and one that says a private address, are refused at once; those of networks that are allowed are not.
func TestWebhooksOfPrivateAddresses(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		networks := []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}
		s := server.New(t, server.Config{Set: sets.HookedClubs, Options: serve.Options{Now: time.Now, Events: serve.EventOptions{Networks: networks}}}, address)
		for _, c := range []struct{ method, path, url, want string }{
			{"POST", "/webhooks/", "https://eve:secret@example.com/", `{"url":["Leave the user name and the password out of the URL: messages are signed with the secret."]}`},
			{"POST", "/webhooks/", "https://eve@example.com/", `{"url":["Leave`},
			{"POST", "/webhooks/", "ftp://example.com/", `{"url":["Enter a URL of http or https."]}`},
			{"POST", "/webhooks/", "http://127.0.0.1:8000/", `{"url":["This is not a public internet address."]}`},
			{"POST", "/webhooks/", "http://10.2.3.4/", `{"url":["This is`},
			{"POST", "/webhooks/", "http://169.254.169.254/latest/", `{"url":["This is`},
			{"POST", "/webhooks/", "http://[::1]/", `{"url":["This is`},
			{"POST", "/webhooks/", "http://[::ffff:10.2.3.4]/", `{"url":["This is`},
			{"POST", "/webhooks/", "http://[::ffff:0:10.2.3.4]/", `{"url":["This is`},
			{"POST", "/webhooks/", "http://10.1.3.4/", ""},
			{"POST", "/webhooks/", "http://10.1.3.4:25/", `{"url":["Use port 80 or 443, or one from 1024 to 65535."]}`},
			{"POST", "/webhooks/", "https://example.com:22/", `{"url":["Use port`},
			{"POST", "/webhooks/", "https://example.com:0/", `{"url":["Use port`},
			{"PATCH", "/webhooks/1/", "https://example.com:1023/", `{"url":["Use port`},
			{"PATCH", "/webhooks/1/", "https://example.com:8443/", ""},
			{"PATCH", "/webhooks/1/", "http://example.com:443/", ""},
			{"PATCH", "/webhooks/1/", "http://192.168.0.1/", `{"url":["This is`},
			{"PUT", "/webhooks/1/", "https://eve:secret@example.com/", `{"url":["Leave`},
			{"PATCH", "/webhooks/1/", "https://93.184.215.14/", ""},
		} {
			w := server.SendAs(s, "admin", c.method, c.path, fmt.Sprintf(`{"url":%q}`, c.url), "Content-Type", "application/json")
			if got := w.Body.String(); (w.Code == 400) != (c.want != "") || w.Code > 400 || !strings.Contains(got, c.want) {
				t.Errorf("%s %s with %s: got %d %s, want %s", c.method, c.path, c.url, w.Code, got, c.want)
			}
		}
	})
}

// No two paths of the document fit one address each of which has a name where the other one has a key: OpenAPI does not say
// which of them is meant.
func TestWebhookPathsAreUnambiguous(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.HookedClubs}, t.TempDir()+"/test.sqlite")
	var document struct{ Paths map[string]any }
	if err := json.Unmarshal(server.SendAs(s, "admin", "GET", "/-/openapi.json", "").Body.Bytes(), &document); err != nil || document.Paths["/webhook-deliveries/{key}/"] == nil {
		t.Fatalf("the document: got %v with the paths %v, want /webhook-deliveries/{key}/", err, document.Paths)
	}
	for one := range document.Paths {
		for other := range document.Paths {
			if ambiguous(strings.Split(one, "/"), strings.Split(other, "/")) {
				t.Errorf("got the paths %s and %s, want none that fit the same address and neither of which is the narrower one", one, other)
			}
		}
	}
}

// ambiguous reports whether of two paths each has a name where the other one has a parameter, and nothing else tells them apart.
func ambiguous(one, other []string) bool {
	if len(one) != len(other) {
		return false
	}
	named, parameter := false, false
	for i := range one {
		switch a, b := strings.HasPrefix(one[i], "{"), strings.HasPrefix(other[i], "{"); {
		case a && !b:
			parameter = true
		case b && !a:
			named = true
		case !a && one[i] != other[i]:
			return false
		}
	}
	return named && parameter
}
