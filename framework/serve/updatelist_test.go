// Tests of writes to many records at once: hooks, rules, statements and bytes.

package serve_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// stocked is a kitchen with canisters a, b and c, and a hidden and a locked one: 4 and 5.
func stocked(t testing.TB, address string) *kitchen {
	t.Helper()
	k := newKitchen(t, address)
	server.Must(t, k, "POST", "/canisters/", "admin", `[{"label":"a","larder":"cellar","place":1,"spices":[1],"beside":2},{"label":"b","larder":"cellar","place":2},`+
		`{"label":"c","larder":"cellar","place":3,"grams":5},{"label":"h","larder":"attic","place":3},{"label":"l","larder":"safe","place":4}]`)
	return k
}

// canisters are label, place, grams and spices of each canister that is stored.
func (k *kitchen) canisters() string {
	_, list := server.Call(k, "GET", "/canisters/", "admin", "")
	var words []string
	for _, row := range strings.Split(strings.Trim(list, "[]"), "},{") {
		get := func(name string) string {
			_, v, _ := strings.Cut(row+",", `"`+name+`":`)
			end := strings.IndexAny(v, ",]}")
			if strings.HasPrefix(v, "[") {
				end = strings.Index(v, "]") + 1
			}
			return v[:max(end, 0)]
		}
		words = append(words, fmt.Sprintf("%s %s %s %s %s", strings.Trim(get("label"), `"`), get("place"), get("grams"), get("spices"), get("beside")))
	}
	return strings.Join(words, "; ")
}

const untouched = "a 1 100 [1] 2; b 2 100 [] null; c 3 5 [] null; h 3 100 [] null; l 4 100 [] null"

// If-Match is about one record. Hooks are run for each row; what one refuses, no row has.
func TestWriteListHooks(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		k := stocked(t, address)
		w := server.SendAs(k, "", "DELETE", "/canisters/", `[1]`, "Content-Type", "application/json", "If-Match", "*")
		if got, want := w.Body.String(), `{"detail":"If-Match is about one record, and this request is about many."}`; w.Code != 400 || got != want {
			t.Errorf("If-Match: got %d %s, want 400 %s", w.Code, got, want)
		}
		var said []string
		note := func(word string) func(*rest.Call, *sets.Canister) error {
			return func(call *rest.Call, c *sets.Canister) error {
				before := rest.Before[sets.Canister](call)
				said = append(said, fmt.Sprintf("%s %s %d was %d", word, c.Label, c.Grams, before.Grams))
				return nil
			}
		}
		k.saved, k.before, k.after, k.committed = note("save"), note("before"), note("after"), note("commit")
		for _, tt := range []struct{ method, body, want string }{
			{"PATCH", `[{"id":2,"grams":1},{"id":1,"grams":2}]`, "save b 1 was 100, save a 2 was 100, before b 1 was 100, before a 2 was 100, after b 1 was 100, after a 2 was 100, commit b 1 was 100, commit a 2 was 100"},
			{"DELETE", `[2,3]`, "before b 1 was 1, before c 5 was 5, after b 1 was 1, after c 5 was 5, commit b 1 was 1, commit c 5 was 5"},
		} {
			said = nil
			if server.Must(t, k, tt.method, "/canisters/", "", tt.body); strings.Join(said, ", ") != tt.want {
				t.Errorf("%s:\n got %s\nwant %s", tt.method, strings.Join(said, ", "), tt.want)
			}
		}
		k.saved, k.after, k.committed = nil, nil, nil
		k.before = func(call *rest.Call, c *sets.Canister) error {
			if c.Label == "l" {
				var said problem.Fields
				said.Add("label", "Not this one.")
				return said.Err()
			}
			_, err := rest.Rows[sets.Canister](call).Count()
			return err
		}
		stored := k.canisters()
		for method, body := range map[string]string{"PATCH": `[{"id":1,"grams":8},{"id":5,"grams":9}]`, "DELETE": `[1,5]`} {
			if got, want := k.said(method, "/canisters/", "admin", body), `400 [{},{"label":["Not this one."]}]`; got != want {
				t.Errorf("%s: got %s, want %s", method, got, want)
			}
			if got := k.canisters(); got != stored {
				t.Errorf("%s: stored %s, want %s", method, got, stored)
			}
		}
	})
}

// The number of statements does not depend on the number of rows.
func TestWriteListStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		k := newKitchen(t, address)
		var items []string
		for i := range 300 {
			items = append(items, fmt.Sprintf(`{"label":"j%d","larder":"cellar"}`, i))
		}
		server.Must(t, k, "POST", "/canisters/", "admin", "["+strings.Join(items, ",")+"]")
		locks := 0
		if !strings.HasSuffix(address, ".sqlite") {
			locks = 1
		}
		next := 1
		for _, rows := range []int{2, 20, 200} {
			var patch, keys, joined []string
			for i := range rows {
				joined = append(joined, fmt.Sprintf(`{"id":%d,"spices":[%s]}`, next+i, []string{"", "1", "1,2"}[i%3]))
				patch = append(patch, fmt.Sprintf(`{"id":%d,"place":%d,"grams":%d,"larder":"cellar"}`, next+i, 1000*rows+i, i))
				keys = append(keys, fmt.Sprint(next+i))
			}
			next += rows
			for _, r := range []struct {
				method, path, body string
				want               int
			}{
				// account, rows, rule twice, larder and together; lock, rows, rule, rule of new values, update, larder, read
				{"PATCH", "/canisters/", "[" + strings.Join(patch, ",") + "]", 12 + locks},
				{"PATCH", "/canisters/?place__gte=0&max_affected=1000", `{"grams":3}`, 7 + locks},
				{"PATCH", "/canisters/", "[" + strings.Join(joined, ",") + "]", 10 + locks}, // account, rows, rule twice, spices; rows, rule, clear, join, read
				{"DELETE", "/canisters/", "[" + strings.Join(keys, ",") + "]", 7 + locks},
			} {
				if got := server.StatementsAs(t, k, "alice", r.method, r.path, r.body, "Content-Type", "application/json"); len(got) != r.want {
					t.Errorf("%s %s of %d rows: got %d statements, want %d:\n%s", r.method, r.path, rows, len(got), r.want, strings.Join(got, "\n"))
				}
			}
		}
	})
}

// A rule of which Go leaves open what lies along relations is asked of many rows in as many statements as of a few.
func TestRuleInGoOfMany(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Writing}, address)
		server.Must(t, s, "POST", "/flowerbeds/", "admin", `{"open":true}`)
		server.Must(t, s, "POST", "/flowerbeds/", "admin", `{"open":false}`)
		server.Must(t, s, "POST", "/flowers/", "admin", "["+strings.TrimSuffix(strings.Repeat(`{"name":"a","bed":1},`, 40), ",")+"]")
		patch := func(from, to int, change string) (int, int) {
			list := make([]string, 0, to)
			for id := from; id <= to; id++ {
				list = append(list, fmt.Sprintf(`{"id":%d,%s}`, id, change))
			}
			ctx, counter := database.WithCounter(t.Context())
			r := httptest.NewRequestWithContext(ctx, "PATCH", "/flowers/", strings.NewReader("["+strings.Join(list, ",")+"]"))
			r.Header.Set("Content-Type", "application/json")
			r.SetBasicAuth("admin", "admin-password")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w.Code, counter.N()
		}
		patch(1, 1, `"name":"b"`)
		_, few := patch(1, 2, `"name":"c"`)
		code, many := patch(1, 40, `"name":"d"`)
		if code != 200 || many != few {
			t.Errorf("forty rows: got %d in %d statements, two take %d", code, many, few)
		}
		if code, _ := patch(3, 4, `"name":"much too long"`); code != 403 {
			t.Errorf("a name that the rule refuses: got %d, want 403", code)
		}
		if code, _ := patch(3, 4, `"bed":2`); code != 403 {
			t.Errorf("a bed that the rule refuses: got %d, want 403", code)
		}
	})
}

// Bytes of many rows are changed in as many statements as those of few, and are what was sent.
func TestUpdateManyBytes(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var seen server.Traced
		s := server.New(t, server.Config{Set: sets.Writing, Pages: server.PlainPages, Store: database.Options{Trace: seen.Trace}, Options: serve.Options{Now: time.Now}}, address)
		change := func(n int) int {
			var made, changed []string
			want := make([][]byte, n)
			for i := range n {
				want[i] = []byte(strings.Repeat(string([]byte{0, 255, '"', '\\', 'x', '{', byte(i)}), i))
				made = append(made, `{"data":"AA=="}`)
			}
			server.Must(t, s, "POST", "/prints/", "admin", "["+strings.Join(made, ",")+"]")
			var rows []struct {
				ID   int64
				Data []byte
				More *[]byte
			}
			_, list := server.Call(s, "GET", "/prints/", "admin", "")
			if err := json.Unmarshal([]byte(list), &rows); err != nil {
				t.Fatal(list, err)
			}
			for i, row := range rows[len(rows)-n:] {
				text := base64.StdEncoding.EncodeToString(want[i])
				more := `"` + text + `"`
				if i == 0 {
					more = "null"
				}
				changed = append(changed, fmt.Sprintf(`{"id":%d,"data":%q,"more":%s}`, row.ID, text, more))
			}
			seen.Reset()
			server.Must(t, s, "PATCH", "/prints/", "admin", "["+strings.Join(changed, ",")+"]")
			count := len(seen.Reset())
			_, list = server.Call(s, "GET", "/prints/", "admin", "")
			for _, row := range changed {
				if !strings.Contains(list, row) {
					t.Errorf("%d rows: got %s, want %s among them", n, list, row)
				}
			}
			return count
		}
		change(2)
		if few, many := change(3), change(30); few != many {
			t.Errorf("3 rows take %d statements, 30 take %d", few, many)
		}
	})
}
