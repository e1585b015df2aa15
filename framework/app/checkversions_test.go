package app

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

// Dated is in two versions.
type Dated struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
}

// dated has the versions 2, and 1 in which titles are names, with these goldens.
func dated(golden2, golden1 string) *rest.Set {
	return rest.NewSet("dated", rest.ViewSet[Dated]{Path: "/dated/"}).Access(permission.Anyone).Versions(rest.InPath(),
		rest.Version{Name: "2", Golden: golden2},
		rest.Version{Name: "1", Golden: golden1, Changes: []rest.VersionChange{rest.Rename[Dated]("title", "name")}})
}

// TestCheckVersions compares versions with their goldens, which are what plan --version prints.
func TestCheckVersions(t *testing.T) {
	run := func(set *rest.Set, cmd interface{ Run(*program) error }) (string, error) {
		var out output
		p := newProgram(t.Context(), ours(), sets.All(), nil, &out, &out, env())
		p.sets = []*rest.Set{set}
		err := cmd.Run(p)
		return out.String(), err
	}
	print := func(version string) string {
		text, err := run(dated("", ""), &planCmd{Version: version, Configuration: "dated"})
		if err != nil {
			t.Fatalf("plan --version %s: %v", version, err)
		}
		return text
	}
	two, one := print("2"), print("1")
	if !strings.Contains(two, " title ") || strings.Contains(one, " title ") || !strings.Contains(one, " name ") {
		t.Errorf("plan --version 2: %s\nplan --version 1: %s", two, one)
	}
	if _, err := run(dated("", ""), &planCmd{Version: "3", Configuration: "dated"}); err == nil || !strings.Contains(err.Error(), `dated has no version "3"`) {
		t.Errorf("plan --version 3: got %v", err)
	}
	for _, tt := range []struct {
		name, two, one, want string
	}{
		{"as they are", two, one + "\n", ""},
		{"none", two, "", `dated: version 1 has no golden; write the output of "plan dated --version 1" into a file`},
		{"of another version", two, two, `dated: version 1 is not as its golden: "version 1 of dated" was "version 2 of dated"`},
		{"member is gone", two, one + "    more string", `dated: version 1 is not as its golden: "more string" is gone`},
		{"member is new", two[:strings.LastIndex(strings.TrimSpace(two), "\n")], one, "dated: version 2 is not as its golden: "},
	} {
		out, err := run(dated(tt.two, tt.one), checkCmd{})
		if (err != nil) != (tt.want != "") || !strings.Contains(out, tt.want) {
			t.Errorf("%s: got %v and %s, want %q", tt.name, err, out, tt.want)
		}
	}
}
