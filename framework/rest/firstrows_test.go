// Tests of rows of which no first one can be created.

package rest_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	// hen and egg each require the other; a nest requires a hen and is in no circle.
	hen struct {
		ID  int64               `rest:"id,readonly"`
		Egg rest.BelongsTo[egg] `rest:"egg"`
	}
	egg struct {
		ID  int64               `rest:"id,readonly"`
		Hen rest.BelongsTo[hen] `rest:"hen"`
	}
	lateHen struct {
		ID  int64                   `rest:"id,readonly"`
		Egg rest.BelongsTo[lateEgg] `rest:"egg"`
	}
	lateEgg struct {
		ID  int64                   `rest:"id,readonly"`
		Hen rest.BelongsTo[lateHen] `rest:"hen,optional"`
	}
	nest struct {
		ID  int64               `rest:"id,readonly"`
		Hen rest.BelongsTo[hen] `rest:"hen"`
	}
)

// Clients can create no first record where each requires another one: check warns, with the way out.
func TestFirstRows(t *testing.T) {
	for _, tt := range []struct {
		name      string
		resources []rest.Resource
		want      []string
	}{
		{"a circle of two", []rest.Resource{rest.ViewSet[hen]{Path: "/hens/"}, rest.ViewSet[egg]{Path: "/eggs/"}, rest.ViewSet[nest]{Path: "/nests/"}}, []string{
			"hen: clients can create no first record: a record of /hens/ requires one of eggs (egg), a record of /eggs/ requires one of hens (hen); write \"optional\"",
			"egg: clients can create no first record: a record of /eggs/ requires one of hens (hen), a record of /hens/ requires one of eggs (egg); write \"optional\"",
		}},
		{"rows made by others", []rest.Resource{rest.ViewSet[hen]{Path: "/hens/"}, rest.ViewSet[egg]{Path: "/eggs/", Actions: rest.ReadOnly}}, nil},
		{"a way out", []rest.Resource{rest.ViewSet[lateEgg]{Path: "/eggs/"}, rest.ViewSet[lateHen]{Path: "/hens/"}}, nil},
	} {
		plan, err := rest.NewSet("farm", tt.resources...).Access(permission.Anyone).Compile()
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if len(plan.Warnings) != len(tt.want) {
			t.Errorf("%s: got the warnings %q, want %d", tt.name, plan.Warnings, len(tt.want))
			continue
		}
		for i, want := range tt.want {
			if !strings.Contains(plan.Warnings[i], want) {
				t.Errorf("%s: got the warning %q, want %q", tt.name, plan.Warnings[i], want)
			}
		}
	}
}
