package webhook

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// The signature is that of the specification's own example.
func TestSign(t *testing.T) {
	const secret, id, body = "whsec_plJ3nmyCDGBKInavdOK15jsl", "msg_loFOjxBNrRLzqYUf", `{"event_type":"ping","data":{"success":true}}`
	at := time.Unix(1731705121, 0)
	if got, want := Sign(secret, id, at, []byte(body)), "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	h := http.Header{"Webhook-Id": {id}, "Webhook-Timestamp": {"1731705121"}, "Webhook-Signature": {"v1,x " + Sign(secret, id, at, []byte(body))}}
	if err := Verify(secret, h, []byte(body), at.Add(time.Minute)); err != nil {
		t.Errorf("a message that was signed: got %v", err)
	}
	for what, err := range map[string]error{
		"another body": Verify(secret, h, []byte("{}"), at), "another secret": Verify(NewSecret(), h, []byte(body), at),
		"an old one": Verify(secret, h, []byte(body), at.Add(time.Hour)), "no time": Verify(secret, http.Header{}, []byte(body), at),
	} {
		if err == nil {
			t.Errorf("%s: got no error", what)
		}
	}
}

// Nothing but addresses of the internet is connected to.
func TestMayConnect(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false,
		"0.0.0.0": false, "0.1.2.3": false, "224.0.0.1": false, "255.255.255.255": false, "240.0.0.1": false, "192.0.0.8": false, "198.18.0.1": false,
		"::1": false, "::": false, "::ffff:0:10.1.2.3": false, "::ffff:0:93.184.215.14": false, "fe80::1": false, "fd00::1": false, "ff02::1": false, "::ffff:127.0.0.1": false, "64:ff9b::7f00:1": false,
		"::127.0.0.1": false, "::10.1.2.3": false, "::93.184.215.14": false, "64:ff9b::a9fe:a9fe": false, "64:ff9b:1::1": false, "100.127.255.255": false, "100.128.0.1": true,
		"3fff::1": false, "5f00::1": false, "2002:a00:1::1": false, "2002:7f00:1::": false, "2001::1": false, "fec0::1": false, "93.184.215.14": true, "2606:2800:21f::1": true,
	} {
		if got := mayConnect(netip.MustParseAddr(address), nil); got != want {
			t.Errorf("%s: got %t, want %t", address, got, want)
		}
	}
	if !mayConnect(netip.MustParseAddr("::ffff:10.1.2.3"), []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}) {
		t.Error("a network that is allowed: got false, want true")
	}
}

// Redirects are not followed, private addresses are refused though a name leads to them, and long answers are not read.
func TestSend(t *testing.T) {
	asked := 0
	to := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "/", http.StatusFound)
		case "/long":
			for range 1000 {
				_, _ = w.Write(make([]byte, 32<<10))
			}
		case "/header":
			w.Header().Set("X", strings.Repeat("x", 1<<20))
		}
	}))
	defer to.Close()
	local := NewSender([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")})
	for _, c := range []struct {
		sender *Sender
		url    string
		status int
		err    string
	}{
		{local, to.URL, 200, ""},
		{local, to.URL + "/moved", 302, "the answer was 302"},
		{local, to.URL + "/long", 200, ""},
		{local, to.URL + "/header", 0, "no connection could be made, or it was lost"},
		{local, "ftp://127.0.0.1/", 0, "the URL is none of http or https"},
		{local, "http://127.0.0.1:25/", 0, "this port belongs to another service than HTTP"},
		{NewSender(nil), to.URL, 0, "this is not a public internet address"},
		{NewSender(nil), strings.Replace(to.URL, "127.0.0.1", "localhost", 1), 0, "this is not a public internet address"},
	} {
		status, err := c.sender.Send(t.Context(), Message{URL: c.url, Secret: NewSecret(), ID: "1", Body: []byte("{}")}, time.Now())
		if text := ""; err != nil && err.Error() != c.err || err == nil && c.err != text || status != c.status {
			t.Errorf("%s: got %d %v, want %d %q", c.url, status, err, c.status, c.err)
		}
	}
	if asked != 4 {
		t.Errorf("got %d requests, want 4", asked)
	}
}
