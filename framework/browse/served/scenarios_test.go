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
		"bureau":        {Set: bureau},
		"cargo":         {Set: cargoes},
		"easels":        {Set: func() *rest.Set { return sets.Easels(new(atomic.Value)) }},
		"emblems":       {Set: emblems},
		"lamps":         {Set: lamps},
		"mailings":      {Set: mailings(german.Catalogue(), own)},
		"mails":         {Set: mails},
		"pantry":        {Set: pantry, Options: serve.Options{Limits: serve.Limits{Export: 3}}},
		"petitions":     {Set: petitions},
		"plainmailings": {Set: mailings()},
		"pupils":        {Set: pupils},
		"sailors":       {Set: sailors},
		"shapedkeys":    {Set: sets.ShapedKeys},
	} {
		t.Run(folder, func(t *testing.T) {
			config.Pages = pages(t)
			server.Run(t, "testdata/"+folder+"/*.txtar", config)
		})
	}
}
