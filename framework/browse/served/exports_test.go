package served_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type board struct {
	ID   int64                `rest:"id,readonly"`
	Name string               `rest:"name,unique" validate:"max=100"`
	Jars rest.ManyToMany[jar] `rest:"jars,optional"`
}

// jar shows its board as an object, and the jars beside it as a list of objects.
type jar struct {
	ID     int64                   `rest:"id,readonly"`
	Label  string                  `rest:"label"`
	Shelf  rest.BelongsTo[board]   `rest:"shelf,optional"`
	On     rest.Nested[boardBrief] `rest:"on,of=shelf"`
	Lids   rest.ManyToMany[lid]    `rest:"lids,optional"`
	Fits   rest.Nested[lid]        `rest:"fits,of=lids"`
	Hidden bool                    `rest:"hidden" default:"false"`
}

type boardBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type lid struct {
	ID   int64 `rest:"id,readonly"`
	Size int64 `rest:"size"`
}

func pantry() *rest.Set {
	return rest.NewSet("pantry",
		rest.ViewSet[board]{Path: "/shelves/", Pages: rest.PageNumber{Size: 1}},
		rest.ViewSet[lid]{Path: "/lids/"},
		rest.ViewSet[jar]{
			Path: "/jars/", Pages: rest.PageNumber{Size: 2}, Exports: true, Order: []string{"-label"},
			Access:   permission.By{Read: permission.Any(permission.Is("hidden", false), permission.Admin), Write: permission.Anyone},
			Envelope: rest.Envelope{List: "jars", Record: "jar"},
			Members:  rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("shelf"), rest.Expand("lids")}},
		},
	).Access(permission.Anyone).Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{ByteOrderMark: true}, ndjson.Renderer{})
}

// A list that is offered as a file has all rows that its requester may see, and no page of them; related
// records are columns.
func TestExports(t *testing.T) {
	const head = "\uFEFFid,label,shelf,on.id,on.name,lids,fits,hidden\r\n"
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: pantry, Pages: pages(t), Options: serve.Options{Limits: serve.Limits{Export: 3}}}, address)
		must(t, h, "POST", "/shelves/", "", `{"name":"a, b"}`)
		must(t, h, "POST", "/lids/", "", `{"size":3}`)
		must(t, h, "POST", "/lids/", "", `{"size":4}`)
		for _, body := range []string{`{"label":"=1","shelf":1,"lids":[1,2]}`, `{"label":"b"}`, `{"label":"c"}`} {
			must(t, h, "POST", "/jars/", "", body)
		}
		must(t, h, "POST", "/jars/", "admin", `{"label":"secret","hidden":true}`)
		want := head + "3,c,,,,\"\",\"\",false\r\n2,b,,,,\"\",\"\",false\r\n" + `1,'=1,1,1,"a, b","1;2","[{""id"":1,""size"":3},{""id"":2,""size"":4}]",false` + "\r\n"
		lines := `{"id":3,"label":"c","shelf":null,"on":null,"lids":[],"fits":[],"hidden":false}` + "\n"
		for _, tt := range []struct{ path, accept, file, contains string }{
			{"/jars.csv", "", "jars.csv", want},
			{"/jars/?format=csv", "", "jars.csv", want},
			{"/jars/?page=2", "text/csv", "jars.csv", want},
			{"/jars.ndjson", "", "jars.ndjson", lines},
		} {
			w := send(h, "GET", tt.path, "", "Accept", tt.accept)
			if got := w.Header().Get("Content-Disposition"); w.Code != 200 || got != `attachment; filename="`+tt.file+`"` {
				t.Errorf("%s: got %d %s", tt.path, w.Code, got)
			}
			if got := w.Body.String(); !strings.HasPrefix(got, tt.contains) || strings.Count(got, "\n") < 3 {
				t.Errorf("%s:\n got %q\nwant %q", tt.path, got, tt.contains)
			}
			if link := w.Header().Get("Link"); link != "" {
				t.Errorf("%s: got Link %s, want none", tt.path, link)
			}
		}
		if w := send(h, "HEAD", "/jars.csv", ""); w.Code != 200 || w.Body.Len() > 0 || w.Header().Get("Content-Disposition") == "" {
			t.Errorf("HEAD: got %d %v", w.Code, w.Header())
		}
		for path, want := range map[string]string{
			"/jars.csv?pages=2":   `400 {"pages":["Unknown parameter. Did you mean \"page\"?"]}`,
			"/shelves.csv?page=2": `404 {"detail":"Invalid page."}`, // not offered as a file: it has pages
		} {
			w := send(h, "GET", path, "")
			if got := fmt.Sprint(w.Code, " ", w.Body); got != want || w.Header().Get("Content-Disposition") != "" {
				t.Errorf("%s: got %s %v, want %s", path, got, w.Header(), want)
			}
		}
		for path, want := range map[string]string{
			"/jars.csv?fields=label,id":         "\uFEFFid,label\r\n3,c\r\n2,b\r\n1,'=1\r\n",
			"/jars.csv?omit=on,lids,fits,id":    "\uFEFFlabel,shelf,hidden\r\nc,,false\r\nb,,false\r\n'=1,1,false\r\n",
			"/jars.csv?fields=on.name,label":    "\uFEFFlabel,on.name\r\nc,\r\nb,\r\n'=1,\"a, b\"\r\n",
			"/jars.csv?fields=shelf.name,id":    "\uFEFFid,shelf.name\r\n3,\r\n2,\r\n1,\"a, b\"\r\n",
			"/jars.csv?fields=shelf&omit=shelf": "\uFEFF\r\n\r\n\r\n\r\n",
			"/jars/1.csv?fields=label,shelf":    "\uFEFFlabel,shelf\r\n'=1,1\r\n",
			"/jars/1.csv?fields=id,lids.size":   "\uFEFFid,lids\r\n1,\"[{\"\"size\"\":3},{\"\"size\"\":4}]\"\r\n",
		} {
			if w := send(h, "GET", path, ""); w.Code != 200 || w.Body.String() != want {
				t.Errorf("%s:\n got %d %q\nwant %q", path, w.Code, w.Body, want)
			}
		}
		page := send(h, "GET", "/jars/?page=2", "", "Accept", "text/html").Body.String()
		if link := `<a href="/jars/?format=csv">csv</a>`; !strings.Contains(page, link) {
			t.Errorf("the page lacks %s", link)
		}
		must(t, h, "POST", "/jars/", "", `{"label":"one too many"}`)
		w := send(h, "GET", "/jars.csv", "")
		if want := `400 {"detail":"The list has more than 3 records, which is the limit of a file. Please filter it."}`; fmt.Sprint(w.Code, " ", w.Body) != want || w.Header().Get("Content-Disposition") != "" {
			t.Errorf("a list that is too long: got %d %s %v", w.Code, w.Body, w.Header())
		}
	})
}
