package served_test

import (
	"errors"
	"strings"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type sailor struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name,unique,sort,filter=icontains" validate:"max=12"`
	Street string                    `rest:"street"`
	Town   string                    `rest:"town,filter"`
	Rank   string                    `rest:"rank,sort" default:"mate"`
	Secret string                    `rest:"secret" default:"none"`
	Trips  rest.HasMany[journey]     `rest:"-"`
	Sailed rest.Nested[journeyBrief] `rest:"trips,nested=merge,optional"`
	Ship   rest.BelongsTo[warship]   `rest:"ship,optional,filter"`
	Aboard rest.Nested[sailorsShip]  `rest:"aboard,of=ship"`
}

type warship struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type sailorsShip struct {
	Name string `rest:"name"`
}

type journey struct {
	ID     int64                  `rest:"id,readonly"`
	Sailor rest.BelongsTo[sailor] `rest:"sailor,ondelete=cascade"`
	Way    string                 `rest:"way" validate:"max=8"`
}

type journeyBrief struct {
	ID  int64  `rest:"id,readonly"`
	Way string `rest:"way"`
}

type sailorBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// sailors has a version with a first and a last name, one address, a count that is gone, and no secret.
func sailors() *rest.Set {
	halves := func(way string) (from, to string) {
		from, to, _ = strings.Cut(way, "-")
		return from, to
	}
	return rest.NewSet("crew",
		rest.ViewSet[warship]{Path: "/ships/"},
		rest.ViewSet[journey]{Path: "/trips/"},
		rest.ViewSet[sailor]{
			Path: "/sailors/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify, Max: 5},
			Members: rest.Members{Fields: true}, Shapes: rest.Shapes{List: rest.As[sailorBrief]()},
		},
	).Access(permission.Anyone).
		Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...).
		Versions(rest.InHeader("Api-Version"), rest.Version{Name: "2"}, rest.Version{Name: "1", Changes: []rest.VersionChange{
			rest.Split[sailor]("name", "first", "last", func(name string) (first, last string) {
				first, last, _ = strings.Cut(name, " ")
				return first, last
			}, func(first, last string) (string, error) {
				if strings.Contains(first, " ") {
					return "", errors.New("Only one first name.")
				}
				return strings.TrimSpace(first + " " + last), nil
			}),
			rest.Join[sailor]("street", "town", "address", func(street, town string) string { return street + ", " + town },
				func(address string) (street, town string, err error) {
					street, town, ok := strings.Cut(address, ", ")
					if !ok {
						err = errors.New("Write a street and a town.")
					}
					return street, town, err
				}),
			rest.Add[sailor]("letters", func(s *sailor) int64 { return int64(len(s.Name)) }),
			rest.Remove[sailor]("secret"), rest.Default[sailor]("secret", "old"),
			rest.Default[sailor]("rank", "boy"),
			rest.Remove[warship]("name"), rest.Default[warship]("name", "Fram"),
			rest.Split[journey]("way", "from", "to", halves, func(from, to string) (string, error) { return from + "-" + to, nil }),
		}})
}

// Members of a version are made of those of today, and these of what its clients send.
func TestVersionChanges(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sailors, Pages: pages(t)}, address)
		const ann = `{"id":1,"first":"Ann","last":"Lee","address":"A 1, Rye","rank":"boy","trips":[{"id":1,"from":"a","to":"b"}],"ship":null,"aboard":null,"letters":7}`
		for _, tt := range []struct {
			line, body string
			status     int
			want       string
		}{
			{"POST /ships/", `{}`, 201, `{"id":1}`},
			{"POST /ships/", `{"name":"x"}`, 400, `{"name":["Unknown field."]}`},
			{"POST /sailors/", `{"first":"Ann","last":"Lee","address":"A 1, Rye","letters":99,"trips":[{"from":"a","to":"b"}]}`, 201, ann},
			{"GET /sailors/1/", "", 200, ann},
			{"GET /sailors/", "", 200, `[{"id":1,"first":"Ann","last":"Lee","letters":7}]`},
			{"GET /sailors/?fields=last,letters", "", 200, `[{"last":"Lee","letters":7}]`},
			{"GET /sailors/?fields=name", "", 400, `{"fields":["\"name\" is not a valid choice."]}`},
			{"GET /sailors/?town=Rye", "", 400, `{"town":["Unknown parameter."]}`},
			{"GET /sailors/?ordering=name", "", 400, `{"ordering":["\"name\" is not a valid choice."]}`},
			{"GET /sailors/?ordering=-rank", "", 200, `[{"id":1,"first":"Ann","last":"Lee","letters":7}]`},
			{"POST /sailors/", `{"first":"Ann","name":"x","secret":"y"}`, 400, `{"last":["This field is required."],"address":["This field is required."],"name":["Unknown field."],"secret":["Unknown field."]}`},
			{"POST /sailors/", `{"first":"Ann","last":"Lee","address":"B, Rye"}`, 400, `{"first":["sailor with this name already exists."]}`},
			{"POST /sailors/", `{"first":"A b","last":"Lee","address":"Rye"}`, 400, `{"first":["Only one first name."],"address":["Write a street and a town."]}`},
			{"POST /sailors/", `{"first":"Bo","last":"Abcdefghijklmn","address":", Rye"}`, 400, `{"first":["Ensure this field has no more than 12 characters."],"address":["This field may not be blank."]}`},
			{"POST /sailors/", `{"first":7,"last":null,"address":[]}`, 400, `{"last":["This field may not be null."],"address":["Not a valid string."]}`},
			{"PATCH /sailors/1/", `{"last":"Fox"}`, 200, strings.ReplaceAll(ann, "Lee", "Fox")},
			{"PATCH /sailors/1/", `{"trips":[{"id":1,"to":"c"}]}`, 200, strings.ReplaceAll(strings.ReplaceAll(ann, "Lee", "Fox"), `"to":"b"`, `"to":"c"`)},
			{"PATCH /sailors/", `[{"id":1,"first":"Amy"}]`, 200, strings.NewReplacer("Lee", "Fox", "Ann", "Amy", `"to":"b"`, `"to":"c"`).Replace("[" + ann + "]")},
			{"PUT /sailors/1/", `{"first":"Cher","last":"","address":"C, Ely"}`, 200, `{"id":1,"first":"Cher","last":"","address":"C, Ely","rank":"boy","trips":[{"id":1,"from":"a","to":"c"}],"ship":null,"aboard":null,"letters":4}`},
			{"POST /sailors/", `[{"first":"B","last":"b","address":"a, b"},{"first":"Cher","last":"","address":"a, b"}]`, 400, `[{},{"first":["sailor with this name already exists."]}]`},
			{"PATCH /sailors/1/", `{"trips":[{"from":"abcdefg","to":"c"}]}`, 400, `{"trips":{"0":{"from":["Ensure this field has no more than 8 characters."]}}}`},
		} {
			method, path, _ := strings.Cut(tt.line, " ")
			w := send(s, method, path, tt.body, "Content-Type", "application/json", "Api-Version", "1")
			if got := w.Body.String(); got != tt.want || w.Code != tt.status {
				t.Errorf("%s %s: got %d %s, want %d %s", tt.line, tt.body, w.Code, got, tt.status, tt.want)
			}
		}
		const today = `{"id":1,"name":"Cher","street":"C","town":"Ely","rank":"boy","secret":"old","trips":[{"id":1,"way":"a-c"}],"ship":null,"aboard":null}`
		if got := send(s, "GET", "/sailors/1/", "").Body.String(); got != today {
			t.Errorf("today: got %s, want %s", got, today)
		}
		for _, tt := range []struct{ mediaType, body, want string }{
			{"application/merge-patch+json", `{"last":"Bono"}`, `"first":"Cher","last":"Bono"`},
			{"application/json-patch+json", `[{"op":"test","path":"/last","value":"Bono"},{"op":"copy","from":"/first","path":"/last"}]`, `"first":"Cher","last":"Cher"`},
			{"application/x-www-form-urlencoded", `first=Al&last=`, `"first":"Al","last":""`},
		} {
			w := send(s, "PATCH", "/sailors/1/", tt.body, "Content-Type", tt.mediaType, "Api-Version", "1")
			if !strings.Contains(w.Body.String(), tt.want) {
				t.Errorf("%s %s: got %s, want %s", tt.mediaType, tt.body, w.Body, tt.want)
			}
		}
		if got, want := send(s, "GET", "/sailors/", "", "Accept", "text/csv", "Api-Version", "1").Body.String(), "id,first,last,letters\r\n1,Al,\"\",2\r\n"; got != want {
			t.Errorf("CSV: got %q, want %q", got, want)
		}
		page := send(s, "GET", "/sailors/1/", "", "Accept", "text/html", "Api-Version", "1").Body.String()
		for _, want := range []string{`name="first"`, `name="address"`, `value="C, Ely"`, `<code>letters</code>`} {
			if !strings.Contains(page, want) {
				t.Errorf("the page of the record lacks %s", want)
			}
		}
		options := send(s, "OPTIONS", "/sailors/", "", "Api-Version", "1").Body.String()
		for _, want := range []string{`"first":{"type":"string","required":true,"read_only":false`, `"letters":{"type":"integer","required":false,"read_only":true`} {
			if !strings.Contains(options, want) {
				t.Errorf("OPTIONS lacks %s: %s", want, options)
			}
		}
		if strings.Contains(options, "secret") || strings.Contains(page, "secret") {
			t.Error("a removed member is told of")
		}
	})
}
