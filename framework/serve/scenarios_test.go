// A test that plays the scenarios of serve.

package serve_test

import (
	"log/slog"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// Each folder of testdata has the scenarios of a set.
func TestScenarios(t *testing.T) {
	for folder, config := range map[string]server.Config{
		"accountbooks":    {Set: accountBooks},
		"anthologies":     {Set: anthologies},
		"bands":           {Set: bands},
		"binders":         {Set: binders(new(func(*leaf)))},
		"cartons":         {Set: cartons},
		"choirs":          {Set: choirs},
		"citizens":        {Set: citizens},
		"concerts":        {Set: concerts},
		"craftguilds":     {Set: craftGuilds},
		"drafts":          {Set: drafts},
		"duties":          {Set: duties},
		"flasks":          {Set: flasks},
		"flyers":          {Set: flyers},
		"forms":           {Set: ticketForms(rest.RequestRules{})},
		"groves":          {Set: groves},
		"guilds":          {Set: guilds},
		"hikes":           {Set: hikes},
		"hirings":         {Set: hirings},
		"keyed":           {Set: keyed},
		"kitchen":         {Set: (&kitchen{}).set},
		"laps":            {Set: laps},
		"lenientforms":    {Set: ticketForms(rest.Lenient())},
		"lenientstickers": {Set: stickers(rest.Lenient())},
		"library":         {Set: library},
		"listed":          {Set: listed},
		"lookups":         {Set: lookups},
		"manuscripts":     {Set: manuscripts},
		"patches":         {Set: patches},
		"placards":        {Set: placards},
		"postbags":        {Set: postbags},
		"presses":         {Set: presses},
		"purchases":       {Set: (&purchases{}).set},
		"softdelete":      {Set: softShelves},
		"stickers":        {Set: stickers(rest.RequestRules{})},
		"treatises":       {Set: treatises},
	} {
		t.Run(folder, func(t *testing.T) {
			config.Pages, config.Options.Logger = server.PlainPages, slog.New(slog.DiscardHandler)
			server.Run(t, "testdata/"+folder+"/*.txtar", config)
		})
	}
}
