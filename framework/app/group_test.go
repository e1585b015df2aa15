package app

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type grantedTask struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
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
