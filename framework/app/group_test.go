package app

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	grantedTask struct {
		ID   int64  `rest:"id,readonly"`
		Text string `rest:"text"`
	}
	// sharedTask keeps permissions for each row, and sealedTask has a key of text.
	sharedTask struct {
		ID          int64                                        `rest:"id,readonly"`
		Text        string                                       `rest:"text"`
		Permissions rest.HasMany[rest.RowPermission[sharedTask]] `rest:"-"`
	}
	// sharedStep is served below the records of sharedTask, and keeps permissions too.
	sharedStep struct {
		ID          int64                                        `rest:"id,readonly"`
		Task        rest.BelongsTo[sharedTask]                   `rest:"task,readonly"`
		Permissions rest.HasMany[rest.RowPermission[sharedStep]] `rest:"-"`
	}
	sealedTask struct {
		ID          string                                       `rest:"id" validate:"max=50"`
		Permissions rest.HasMany[rest.RowPermission[sealedTask]] `rest:"-"`
	}
)

// Permissions on single rows are kept by commands too, each of them on a record by its path.
func TestRowGrants(t *testing.T) {
	t.Chdir(t.TempDir())
	own := Program{Name: "to-do"}
	sets := []*rest.Set{rest.NewSet("tasks",
		rest.ViewSet[sharedStep]{Path: "/shared/{task}/steps/", Access: permission.RowPermission("see")},
		rest.ViewSet[sharedTask]{Path: "/shared/", Access: permission.RowPermission("see")},
		rest.ViewSet[sealedTask]{Path: "/sealed/", Access: permission.RowPermission("see")},
		rest.ViewSet[grantedTask]{Path: "/tasks/", Access: permission.Admin},
	)}
	run := func(code int, args string) string {
		t.Helper()
		_, stderr := callOf(t, own, sets, code, env("PW", "secret number one"), strings.Fields(args+" --config tasks")...)
		return stderr
	}
	run(0, "user add alice --password-env PW")
	run(0, "group add writers")
	db, err := database.Open(t.Context(), "tasks.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Write(t.Context(), func(tx database.Session) error {
		_, err := tx.Exec(t.Context(), db.Raw(`INSERT INTO shared_tasks (id, text) VALUES (7, 'a')`))
		if err == nil {
			_, err = tx.Exec(t.Context(), db.Raw(`INSERT INTO sealed_tasks (id) VALUES ('seven')`))
		}
		if err == nil {
			_, err = tx.Exec(t.Context(), db.Raw(`INSERT INTO shared_steps (id, task_id) VALUES (1, 7)`))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	kept := func(table string) (lines []string) {
		t.Helper()
		var line string
		if err := db.Session().Each(t.Context(), db.Raw(`SELECT coalesce(user_id, 0) || ' ' || coalesce(group_id, 0) || ' ' || row_id || ' ' || permission FROM `+table+` ORDER BY 1`), []any{&line}, func() error {
			lines = append(lines, line)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return lines
	}
	for range 2 { // once more changes nothing
		run(0, "user grant alice see change --on /shared/7/")
		run(0, "group grant writers see --on /shared/7")
		run(0, "group grant writers see --on /sealed/seven/")
		run(0, "user grant alice see --on /shared/7/steps/1/")
	}
	if got, want := kept("shared_task_permissions"), []string{"0 1 7 see", "1 0 7 change", "1 0 7 see"}; !slices.Equal(got, want) {
		t.Errorf("granted: got %q, want %q", got, want)
	}
	run(0, "user grant alice see --revoke --on /shared/7/")
	run(0, "group revoke writers see --on /shared/7/")
	if got, want := kept("shared_task_permissions"), []string{"1 0 7 change"}; !slices.Equal(got, want) {
		t.Errorf("revoked: got %q, want %q", got, want)
	}
	if got, want := kept("sealed_task_permissions"), []string{"0 1 seven see"}; !slices.Equal(got, want) {
		t.Errorf("of a key of text: got %q, want %q", got, want)
	}
	if got, want := kept("shared_step_permissions"), []string{"1 0 1 see"}; !slices.Equal(got, want) {
		t.Errorf("below another record: got %q, want %q", got, want)
	}
	for _, tt := range []struct{ args, want string }{
		{"user grant alice see --on /shared/8/", "there is no record /shared/8/"},
		{"user grant alice see --on /shared/x/", "there is no record /shared/x/"},
		{"user grant alice see --on /nowhere/7/", "is not a record of configuration tasks"},
		{"user grant alice see --on /shared/7/steps/2/", "there is no record /shared/7/steps/2/"},
		{"user grant alice see --on /shared/8/steps/1/", "there is no record /shared/8/steps/1/"},
		{"user grant alice see --on /shared/7/steps/", "is not a record of configuration tasks"},
		{"user grant alice see --on /shared//steps/1/", "is not a record of configuration tasks"},
		{"user grant alice see --on shared", "is not a record of configuration tasks"},
		{"user grant alice see --on /tasks/7/", "keep no permissions; give grantedTask a field"},
	} {
		if stderr := run(1, tt.args); !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: got %q, want %s", tt.args, stderr, tt.want)
		}
	}
}

// Groups and permissions are kept by commands, of configurations whose rules ask for them.
func TestGroups(t *testing.T) {
	t.Chdir(t.TempDir())
	own := Program{Name: "to-do"}
	sets := []*rest.Set{
		rest.NewSet("tasks", rest.ViewSet[grantedTask]{Path: "/tasks/", Access: permission.ModelPermissions("task")}),
		rest.NewSet("plain", rest.ViewSet[grantedTask]{Path: "/tasks/", Access: permission.Anyone}),
	}
	run := func(code int, args ...string) (stdout, stderr string) {
		t.Helper()
		return callOf(t, own, sets, code, env("PW", "secret number one"), append(args, "--config", "tasks")...)
	}
	run(0, "user", "add", "alice", "--password-env", "PW")
	run(0, "group", "add", "writers")
	run(0, "group", "add", "idle")
	for range 2 { // once more changes nothing
		run(0, "group", "join", "writers", "alice")
		run(0, "group", "grant", "writers", "change_task", "add_task")
	}
	run(0, "group", "grant", "idle", "view_task")
	run(0, "group", "revoke", "idle", "view_task")
	run(0, "user", "grant", "alice", "delete_task")
	if got, _ := run(0, "group", "list"); got != "idle\tmembers \tpermissions \nwriters\tmembers alice\tpermissions add_task, change_task\n" {
		t.Errorf("list: got %q", got)
	}
	run(0, "group", "leave", "writers", "alice")
	if got, _ := run(0, "group", "list"); !strings.Contains(got, "writers\tmembers \t") {
		t.Errorf("list without alice: got %q", got)
	}
	for _, tt := range []struct{ args, want string }{
		{"group add writers", `there is a group named "writers" already`},
		{"group join nobody alice", `there is no group named "nobody"`},
		{"group join writers zoe", `there is no account named "zoe"`},
		{"group grant writers", "permissions"},
		{"user grant zoe x", `there is no account named "zoe"`},
	} {
		if _, stderr := run(1, strings.Fields(tt.args)...); !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: got %q, want %s", tt.args, stderr, tt.want)
		}
	}
	if _, stderr := callOf(t, own, sets, 1, env(), "group", "add", "x", "--config", "plain"); !strings.Contains(stderr, "no rule of configuration plain asks for groups") {
		t.Errorf("plain: got %q", stderr)
	}
}
