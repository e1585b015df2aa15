package serve_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

type cork struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// corkboard is a row that no built-in operation of its resource changes.
type corkboard struct {
	ID   int64                `rest:"id,readonly"`
	Open bool                 `rest:"open" default:"true"`
	Made rest.BelongsTo[cork] `rest:"made,readonly,optional,ondelete=null"`
}

type pinned struct {
	ID    int64                     `rest:"id,readonly"`
	Board rest.BelongsTo[corkboard] `rest:"board"`
}

type pinnedBelow struct {
	ID    int64                     `rest:"id,readonly"`
	Board rest.BelongsTo[corkboard] `rest:"board,readonly,ondelete=cascade"`
}

// corkboards has boards and the notes that are pinned to them, with the hooks, actions and resources of a test.
func corkboards(hooks rest.Serializer[pinned], extra []rest.Action, others ...rest.Resource) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("corkboards", append([]rest.Resource{
			rest.ViewSet[corkboard]{Path: "/boards/", Actions: rest.Retrieve, Access: permission.Is("open", true), Extra: extra},
			rest.ViewSet[pinned]{Path: "/pinned/", Actions: rest.Create, Serializer: hooks},
			rest.ViewSet[pinnedBelow]{Path: "/boards/{board}/pinned/", RecordPath: "/below/", Actions: rest.Create},
		}, others...)...).Access(permission.Anyone)
	}
}

// A row that a rule has a say in is locked while another comes to refer to it, wherever something of the
// set may change it; what nothing changes needs no lock.
func TestLocksRowsThatMayChange(t *testing.T) {
	address := pg.Postgres(t)
	open := permission.Is("open", true)
	type hooks = rest.Serializer[pinned]
	do := func(*rest.Call, *corkboard, rest.None) (*corkboard, error) { return nil, nil }
	ping := func(*rest.Call, rest.None) (detour, error) { return detour{}, nil }
	hook := func(*rest.Call, *pinned) error { return nil }
	for name, tt := range map[string]struct {
		set           func() *rest.Set
		refers, below bool // POST /pinned/ locks, and so does one below the board
	}{
		"read":                   {corkboards(hooks{}, nil), false, false},
		"an operation reads":     {corkboards(hooks{}, []rest.Action{rest.OnRecord("look", do, rest.GET)}), false, false},
		"code before the save":   {corkboards(hooks{BeforeSave: hook}, nil), false, false},
		"an operation":           {corkboards(hooks{}, []rest.Action{rest.OnRecord("hide", do)}), true, true},
		"a hook of others":       {corkboards(hooks{BeforeCreate: hook}, nil), true, true},
		"an endpoint":            {corkboards(hooks{}, nil, rest.Endpoint("/ping/", ping, rest.Allow(permission.Anyone))), true, true},
		"others of the table":    {corkboards(hooks{}, nil, rest.ViewSet[corkboard]{Path: "/all/", Table: "corkboards", Actions: rest.Modify, Access: open}), true, true},
		"others delete":          {corkboards(hooks{}, nil, rest.ViewSet[corkboard]{Path: "/all/", Table: "corkboards", Actions: rest.Destroy, Access: open}), false, true},
		"deletes that set null":  {corkboards(hooks{}, nil, rest.ViewSet[cork]{Path: "/corks/", Actions: rest.Destroy}), true, true},
		"others that are no row": {corkboards(hooks{}, nil, rest.ViewSet[cork]{Path: "/corks/", Actions: rest.Modify}), false, false},
	} {
		t.Run(name, func(t *testing.T) {
			at := server.Another(t, address)
			s := server.New(t, server.Config{Set: tt.set, Pages: server.PlainPages}, at)
			if _, err := server.Direct(t, at).Exec("INSERT INTO corkboards (open) VALUES (true)"); err != nil {
				t.Fatal(err)
			}
			for path, want := range map[string]bool{"/pinned/": tt.refers, "/boards/1/pinned/": tt.below} {
				r := httptest.NewRequest("POST", path, strings.NewReader(`{"board":1}`))
				r.Header.Set("Content-Type", "application/json")
				statements := strings.Join(server.Statements(t, s, r), "\n")
				if got := strings.Contains(statements, "FOR SHARE"); got != want || !strings.Contains(statements, "INSERT") {
					t.Errorf("POST %s: locks %v, want %v:\n%s", path, got, want, statements)
				}
			}
		})
	}
}
