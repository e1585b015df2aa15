// A test that plays the scenarios of sets with pages.

package served_test

import (
	"sync/atomic"
	"testing"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// Each folder of testdata has the scenarios of a set.
func TestScenarios(t *testing.T) {
	own := rest.Catalogue{Language: "de", Messages: map[string]string{"The mailing %s is sealed.": "Das Paket %s ist versiegelt.", "Not found.": "Gibt es nicht."}}
	for folder, config := range map[string]server.Config{
		"albums":        {Set: sets.Albums(rest.InHeader("api-version"))},
		"bureau":        {Set: sets.Bureau},
		"cargo":         {Set: sets.Cargoes},
		"easels":        {Set: func() *rest.Set { return sets.Easels(new(atomic.Value)) }},
		"emblems":       {Set: sets.Emblems},
		"lamps":         {Set: sets.Lamps},
		"mailings":      {Set: sets.Mailings(german.Catalogue(), own)},
		"mails":         {Set: sets.Mails},
		"pantry":        {Set: sets.Pantry, Options: serve.Options{Limits: serve.Limits{Export: 3}}},
		"petitions":     {Set: sets.Petitions},
		"plainmailings": {Set: sets.Mailings()},
		"pupils":        {Set: sets.Pupils},
		"sailors":       {Set: sets.Sailors},
		"shapedkeys":    {Set: sets.ShapedKeys},
	} {
		t.Run(folder, func(t *testing.T) {
			config.Pages = pages(t)
			server.Run(t, "testdata/"+folder+"/*.txtar", config)
		})
	}
}

// tally counts its own changes: each save reads the row, and writes what it makes of it.
type tally struct {
	ID    int64  `rest:"id,readonly"`
	Name  string `rest:"name"`
	Count int64  `rest:"count,readonly" default:"0"`
}
