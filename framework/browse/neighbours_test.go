package browse_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// A record leads to those beside it in the list that it was come to from, with the filters and the order of that.
func TestRecordsBeside(t *testing.T) { onBoth(t, testRecordsBeside) }

func testRecordsBeside(t *testing.T, database string) {
	page := newParcels(t, database, 5)
	set := url.Values{"_method": {"PATCH"}, "_set": {"status"}, "status": {"sent"}, "_rows": {"1", "3", "4"}, "_key": {strings.Repeat("a", 24)}}
	if status, _, body := page("admin", "POST", "/parcels/", set); status != 303 {
		t.Fatalf("got %d %s", status, body)
	}
	const sent = "?_list=status%3Dsent"
	for _, tt := range []struct {
		path string
		want []string // addresses beside the record
	}{
		{"/parcels/1/", []string{"/parcels/2/"}},
		{"/parcels/2/", []string{"/parcels/1/", "/parcels/3/"}},
		{"/parcels/5/", []string{"/parcels/4/"}},
		{"/parcels/3/" + sent, []string{"/parcels/1/" + sent, "/parcels/4/" + sent}},
		{"/parcels/4/" + sent, []string{"/parcels/3/" + sent}},
		{"/parcels/2/" + sent, []string{"/parcels/1/" + sent, "/parcels/3/" + sent}}, // which is not in the list
		{"/parcels/2/?_list=ordering%3D-status", []string{"/parcels/4/?_list=ordering%3D-status", "/parcels/5/?_list=ordering%3D-status"}},
		{"/parcels/2/?_list=search%3Dparcel", []string{"/parcels/1/?_list=search%3Dparcel", "/parcels/3/?_list=search%3Dparcel"}},
		{"/parcels/2/?_list=page%3D7", []string{"/parcels/1/?_list=page%3D7", "/parcels/3/?_list=page%3D7"}},
		{"/parcels/2/?_list=%ff%23%0d%0a", []string{"/parcels/1/", "/parcels/3/"}},
		{"/parcels/2/?_show=delete", nil},
		{"/parcels/2/?_show=options", nil},
	} {
		status, _, body := page("admin", "GET", tt.path, nil)
		if got := besideIn(body); status != 200 || !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %d, beside %q, want %q", tt.path, status, got, tt.want)
		}
	}
	_, _, body := page("admin", "GET", "/parcels/?status=sent&page=1&_columns=notes&_body=json", nil)
	contains(t, body, `<a href="/parcels/3/?_list=status%3Dsent%26_columns%3Dnotes">`)
	_, _, body = page("admin", "GET", "/parcels/", nil)
	contains(t, body, `<a href="/parcels/3/">Parcel 03</a>`)
	_, _, body = page("admin", "GET", "/parcels/3/"+sent, nil)
	contains(t, body, `>Previous: Parcel 01</a>`, `>Next: Parcel 04</a>`, `<li><a href="/parcels/?status=sent">`,
		`<input type="hidden" name="_list" value="status=sent">`, `href="/parcels/3/?_show=edit&_list=status%3Dsent"`)
	_, _, body = page("admin", "GET", "/parcels/3/"+sent+"&_show=delete", nil)
	contains(t, body, `<a href="/parcels/3/?_list=status%3Dsent">Cancel</a>`, `name="_list" value="status=sent"`)
	status, _, body := page("admin", "GET", "/parcels/3/?_list=stauts%3Dsent", nil)
	if status != 400 {
		t.Errorf("a list that there is not: got %d", status)
	}
	contains(t, body, "stauts: Unknown parameter")

	// Saving and deleting lead back to the page before.
	for i, tt := range []struct {
		form url.Values
		want string
	}{
		{url.Values{"_method": {"PATCH"}, "label": {"Parcel 03b"}, "_list": {"status=sent"}}, "/parcels/3/?_list=status%3Dsent"},
		{url.Values{"_method": {"PATCH"}, "label": {"Parcel 03c"}, "_list": {"a#b"}}, "/parcels/3/"},
		{url.Values{"_method": {"DELETE"}, "_list": {"status=sent"}}, "/parcels/?status=sent"},
	} {
		tt.form.Set("_key", strings.Repeat(fmt.Sprint(i+1), 24))
		if status, header, body := page("admin", "POST", "/parcels/3/", tt.form); status != 303 || header.Get("Location") != tt.want {
			t.Errorf("%v: got %d to %q, want 303 to %q\n%s", tt.form, status, header.Get("Location"), tt.want, body)
		}
	}
}

// besideIn are the addresses of the records beside that of a page.
func besideIn(body string) (list []string) {
	_, nav, _ := strings.Cut(body, `<nav class="beside"`)
	nav, _, _ = strings.Cut(nav, "</nav>")
	for _, m := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(nav, -1) {
		list = append(list, strings.ReplaceAll(m[1], "&amp;", "&"))
	}
	return list
}

// tray is visible only to its owner, and lies in a casket.
type (
	casket struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name" validate:"max=20"`
	}
	tray struct {
		ID    int64                  `rest:"id,readonly"`
		Chest rest.BelongsTo[casket] `rest:"casket,readonly,ondelete=cascade"`
		Name  string                 `rest:"name,sort" validate:"max=20"`
		Shut  *bool                  `rest:"shut,sort,filter=isnull"`
		Open  bool                   `rest:"open,filter" default:"true"`
	}
)

// Records beside one are those that the requester may read, below the same record, empty values in their places.
func TestRecordsBesideAreReadable(t *testing.T) {
	onBoth(t, func(t *testing.T, database string) {
		sees := permission.Any(permission.Admin, permission.Is("open", true))
		set := func() *rest.Set {
			return rest.NewSet("caskets",
				rest.ViewSet[casket]{Path: "/caskets/"},
				rest.ViewSet[tray]{Path: "/caskets/{casket}/trays/", Order: []string{"-name"}, Access: sees},
			).Access(permission.SignedInOrReadOnly)
		}
		h := server.New(t, server.Config{Set: set, Pages: ownPages}, database)
		for _, made := range [][2]string{
			{"/caskets/", `{"name":"a"}`},
			{"/caskets/", `{"name":"b"}`},
			{"/caskets/1/trays/", `{"name":"a","shut":true}`},
			{"/caskets/1/trays/", `{"name":"b","open":false}`},
			{"/caskets/2/trays/", `{"name":"bb","shut":false}`},
			{"/caskets/1/trays/", `{"name":"c","shut":null}`},
			{"/caskets/1/trays/", `{"name":"d","shut":false}`},
		} {
			if w := sendTo(h, "POST", made[0], "admin", made[1], "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("POST %s: got %d %s", made[0], w.Code, w.Body)
			}
		}
		for _, tt := range []struct {
			user, path string
			want       []string
		}{
			{"admin", "4", []string{"5", "2"}},
			{"", "4", []string{"5", "1"}},
			{"", "1", []string{"4"}},
			{"admin", "3", nil}, // which is in the other casket
			{"admin", "4?_list=ordering%3Dshut", nil},
		} {
			path, query, _ := strings.Cut(tt.path, "?")
			w := sendTo(h, "GET", strings.TrimSuffix("/caskets/1/trays/"+path+"/?"+query, "?"), tt.user, "", "Accept", "text/html")
			var got []string
			for _, address := range besideIn(w.Body.String()) {
				got = append(got, strings.Split(address, "/")[4])
			}
			if query != "" { // where empty values stand is the database's, and the same in the list
				var keys []string
				list := sendTo(h, "GET", "/caskets/1/trays/?ordering=shut", tt.user, "")
				for _, m := range regexp.MustCompile(`"id":(\d+)`).FindAllStringSubmatch(list.Body.String(), -1) {
					keys = append(keys, m[1])
				}
				i := slices.Index(keys, path)
				tt.want = slices.Concat(keys[max(i-1, 0):i], keys[i+1:min(i+2, len(keys))])
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s reads %s: got %q beside it, want %q", tt.user, tt.path, got, tt.want)
			}
			if want := map[bool]int{true: http.StatusNotFound, false: http.StatusOK}[tt.path == "3"]; w.Code != want {
				t.Errorf("%s reads %s: got %d, want %d", tt.user, tt.path, w.Code, want)
			}
		}
	})
}
