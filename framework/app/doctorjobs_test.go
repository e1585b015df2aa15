// Tests of doctor's check of jobs.

package app

import (
	"testing"

	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// Doctor warns of jobs that wait for long, and of those that the set does not list.
func TestDoctorJobs(t *testing.T) {
	sets := []*rest.Set{rest.NewSet("sheets", rest.ViewSet[Indexed]{Path: "/sheets/", Access: permission.Anyone},
		&rest.Job[Indexed]{Name: "scan", Run: func(*rest.Call, Indexed) error { return nil }}, rest.Jobs{Path: "/jobs/"})}
	server.OnBoth(t, func(t *testing.T, address string) {
		code := 0
		if database.IsPostgres(address) {
			code = 1 // the server of tests writes nothing to the disk
		}
		callOf(t, ours(), sets, 0, env(), "migrate", "--database", address)
		own := ours()
		own.Background = []background.Task{background.Jobs()}
		db := server.Direct(t, address)
		steps := []struct{ job, state, next, begin, want string }{
			{"scan", "done", "NULL", "ok       jobs: ", "0 wait"},
			{"scan", "waiting", "'2999-01-01 00:00:00.000000'", "ok       jobs: ", "1 wait"},
			{"old", "waiting", "'2999-01-01 00:00:00.000000'", "warning  jobs: ", `these wait, and the set does not list them: ["old"]; list the jobs, or delete the runs`},
			{"scan", "running", "'2026-01-01 00:00:00.000000'", "warning  jobs: ", `these have waited for more than 10m0s: ["scan"]; see what the log`},
		}
		for _, step := range steps {
			if _, err := db.Exec("INSERT INTO jobs (job, state, args, created, next_at, username, request_id, error, attempts) VALUES ('" + step.job + "', '" + step.state + "', '{}', '2026-01-01 00:00:00.000000', " + step.next + ", '', '', '', 0)"); err != nil {
				t.Fatal(err)
			}
			out, _ := callOf(t, own, sets, code, env(), "doctor", "--base-url=https://example.com", "--files=files", "--database", address)
			says(t, out, step.begin, step.want)
		}
	})
}
