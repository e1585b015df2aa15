// Tests of a kind of values that a team writes.

package resttest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

// paint has a field of a kind that this test brings along, and of each kind beside the plain ones.
type paint struct {
	ID       int64            `rest:"id,readonly"`
	Shade    colour           `rest:"shade,unique"`
	Accent   *colour          `rest:"accent"`
	Base     colour           `rest:"base" default:"#ffffff"`
	Batch    uuid.UUID        `rest:"batch,unique" default:"random"`
	Maker    *uuid.UUID       `rest:"maker"`
	Price    decimal.Decimal  `rest:"price,unique" digits:"8,2" validate:"min=0"`
	Discount *decimal.Decimal `rest:"discount" digits:"3,3"`
	Fee      decimal.Decimal  `rest:"fee,optional" digits:"4,1"`
	Drying   time.Duration    `rest:"drying,unique" validate:"max=30 00:00:00"`
	Curing   *time.Duration   `rest:"curing"`
	Stirring time.Duration    `rest:"stirring" default:"00:01:30"`
}

func paints() *rest.Set {
	list := func(path, table string, order ...string) rest.ViewSet[paint] {
		return rest.ViewSet[paint]{Path: path, Table: table, Access: permission.Anyone, Order: order}
	}
	return rest.NewSet("paints",
		list("/paints/", "paints", "price"),
		list("/by-shade/", "paints", "-shade"),
		list("/by-drying/", "paints", "drying"),
		list("/by-discount/", "paints", "-discount"),
	).Kinds(colourKind()).Requests(rest.RequestRules{LastOfEqualKeys: true})
}

// onBoth runs a test on a server on either database.
func onBoth(t *testing.T, test func(t *testing.T, h http.Handler)) {
	for name, open := range map[string]func(*testing.T) string{
		"sqlite":   func(*testing.T) string { return ":memory:" },
		"postgres": func(t *testing.T) string { return pg.Postgres(t) },
	} {
		t.Run(name, func(t *testing.T) {
			test(t, resttest.NewServer(t, resttest.Config{Set: paints, Pages: pages}, open(t)))
		})
	}
}

// sendPaint sends JSON and returns the status and the body.
func sendPaint(h http.Handler, method, path, body string) string {
	w := server.SendAs(h, "admin", method, path, body, "Content-Type", "application/json")
	return http.StatusText(w.Code) + " " + w.Body.String()
}

const (
	batch = "0e2c5f5e-4b0b-4c6d-9d3c-3f6a5c1b2d3e"
	first = `{"id":1,"shade":"#ff8800","accent":null,"base":"#ffffff","batch":"` + batch + `","maker":null,"price":"9.50",` +
		`"discount":null,"fee":"0.0","drying":"1 02:00:00","curing":null,"stirring":"00:01:30"}`
)

// What a client writes is what it reads, on both databases; null and defaults are what they are of
// any kind; lists are in the order of the values.
func TestKindsAreStored(t *testing.T) {
	onBoth(t, func(t *testing.T, h http.Handler) {
		for _, step := range []struct{ method, path, body, want string }{
			{"POST", "/paints/", `{"shade": "#FF8800", "batch": "` + batch + `", "price": 9.5, "drying": "26:00:00"}`, "Created " + first},
			{"GET", "/paints/1/", "", "OK " + first},
			{
				"POST", "/paints/", `{"shade":"#00ff00","accent":"#0000ff","base":"#000001","batch":"{0E2C5F5E4B0B4C6D9D3C3F6A5C1B2D3F}","maker":7,"price":"10.00","discount":"0.050","fee":-999.9,"drying":"-1","curing":0.5,"stirring":"P1DT2H"}`,
				`Created {"id":2,"shade":"#00ff00","accent":"#0000ff","base":"#000001","batch":"0e2c5f5e-4b0b-4c6d-9d3c-3f6a5c1b2d3f","maker":"00000000-0000-0000-0000-000000000007",` +
					`"price":"10.00","discount":"0.050","fee":"-999.9","drying":"-1 23:59:59","curing":"00:00:00.500000","stirring":"1 02:00:00"}`,
			},
			{
				"PATCH", "/paints/2/", `{"accent": null, "maker": null, "curing": null, "discount": 0.125}`,
				`OK {"id":2,"shade":"#00ff00","accent":null,"base":"#000001","batch":"0e2c5f5e-4b0b-4c6d-9d3c-3f6a5c1b2d3f","maker":null,` +
					`"price":"10.00","discount":"0.125","fee":"-999.9","drying":"-1 23:59:59","curing":null,"stirring":"1 02:00:00"}`,
			},
		} {
			if got := sendPaint(h, step.method, step.path, step.body); got != step.want {
				t.Errorf("%s %s %s\n got %s\nwant %s", step.method, step.path, step.body, got, step.want)
			}
		}
		sendPaint(h, "POST", "/paints/", `{"shade": "#123456", "price": "100000.00", "drying": 3, "discount": "-0.5"}`)
		for path, want := range map[string]string{"/paints/": "1 2 3", "/by-shade/": "1 3 2", "/by-drying/": "2 3 1", "/by-discount/": "2 3 1"} {
			if got := recordKeys(sendPaint(h, "GET", path, "")); got != want {
				t.Errorf("%s lists %s, want %s", path, got, want)
			}
		}
	})
}

// recordKeys are the keys of the records of a list.
func recordKeys(body string) string {
	var list []string
	for _, part := range strings.Split(body, `{"id":`)[1:] {
		key, _, _ := strings.Cut(part, ",")
		list = append(list, key)
	}
	return strings.Join(list, " ")
}

// Values that cannot be read, that break a rule and that another record has are refused with the
// messages of Django REST framework.
func TestKindsAreChecked(t *testing.T) {
	onBoth(t, func(t *testing.T, h http.Handler) {
		sendPaint(h, "POST", "/paints/", `{"shade": "#ff8800", "batch": "`+batch+`", "price": "9.50", "drying": "5"}`)
		for field, cases := range map[string][][2]string{
			"shade":    {{`"red"`, `Enter a colour such as \"#ff8800\".`}, {`7`, `Enter a colour such as \"#ff8800\".`}, {`null`, "This field may not be null."}, {`"#FF8800"`, "paint with this shade already exists."}},
			"batch":    {{`"x"`, "Must be a valid UUID."}, {`-1`, "Must be a valid UUID."}, {`"` + strings.ToUpper(batch) + `"`, "paint with this batch already exists."}},
			"price":    {{`"x"`, "A valid number is required."}, {`true`, "A valid number is required."}, {`"1.005"`, "Ensure that there are no more than 2 decimal places."}, {`1234567.0`, "Ensure that there are no more than 6 digits before the decimal point."}, {`123456789`, "Ensure that there are no more than 8 digits in total."}, {`"-0.01"`, "Ensure this value is greater than or equal to 0."}, {`9.500`, "paint with this price already exists."}},
			"drying":   {{`"soon"`, "Duration has wrong format. Use one of these formats instead: [DD] [HH:[MM:]]ss[.uuuuuu]."}, {`"30 00:00:01"`, "Ensure this value is less than or equal to 30 days, 0:00:00."}, {`"00:00:05"`, "paint with this drying already exists."}, {`"999999999 00:00:00"`, "The number of days must be between -106751 and 106751."}},
			"discount": {{`"1.0"`, "Ensure that there are no more than 0 digits before the decimal point."}},
		} {
			for _, c := range cases {
				want := `Bad Request {"` + field + `":["` + c[1] + `"]}`
				body := `{"shade": "#000000", "price": "1", "drying": "7", "` + field + `": ` + c[0] + `}`
				if got := sendPaint(h, "POST", "/paints/", body); got != want {
					t.Errorf("%s of %s: got %s, want %s", field, c[0], got, want)
				}
			}
		}
	})
}

// OPTIONS names the kinds, and a page asks for their values with the right inputs.
func TestKindsAreShown(t *testing.T) {
	h := resttest.NewServer(t, resttest.Config{Set: paints, Pages: pages}, ":memory:")
	sendPaint(h, "POST", "/paints/", `{"shade": "#ff8800", "batch": "`+batch+`", "price": "9.50", "drying": "26:00:00"}`)
	options := sendPaint(h, "OPTIONS", "/paints/", "")
	for _, want := range []string{`"shade":{"type":"colour"`, `"batch":{"type":"string"`, `"price":{"type":"decimal"`, `"drying":{"type":"field"`} {
		if !strings.Contains(options, want) {
			t.Errorf("OPTIONS has no %s: %s", want, options)
		}
	}
	w := server.SendAs(h, "admin", "GET", "/paints/1/", "", "Accept", "text/html")
	page := w.Body.String()
	for _, want := range []string{
		`<input type="color" id="edit-shade" name="shade" value="#ff8800"`,
		`<input type="text" id="edit-batch" name="batch" value="` + batch + `"`,
		`<input type="number" id="edit-price" name="price" value="9.50" min="0" step="any"`,
		`<input type="text" id="edit-drying" name="drying" value="1 02:00:00"`,
		`&#34;price&#34;: &#34;9.50&#34;`,
		`<td>default 00:01:30</td>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}
