// A test that plays the scenarios of serve.

package serve_test

import (
	"log/slog"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// Each folder of testdata has the scenarios of a set.
func TestScenarios(t *testing.T) {
	// The stored answers of requests expire by the clock of the machine.
	now := func() time.Time { return time.Date(2126, 1, 2, 3, 4, 5, 0, time.UTC) }
	for folder, config := range map[string]server.Config{
		"accountbooks":    {Set: accountBooks},
		"albumsaccept":    {Set: sets.Albums(rest.InAccept("version"))},
		"albumsbase":      {Set: sets.Albums(rest.InPath()), Options: serve.Options{BaseURL: "https://example.com/shop"}},
		"albumshost":      {Set: sets.Albums(rest.InHost())},
		"albumspath":      {Set: sets.Albums(rest.InPath())},
		"albumsquery":     {Set: sets.Albums(rest.InQuery("v"))},
		"allowed":         {Set: func() *rest.Set { return sets.Flyers().Requests(rest.RequestRules{AllowByRequester: true}) }},
		"anthologies":     {Set: anthologies},
		"binders":         {Set: binders(new(func(*leaf)))},
		"cartons":         {Set: cartons},
		"concerts":        {Set: concerts},
		"countedlibrary":  {Set: countedLibrary},
		"craftguilds":     {Set: sets.CraftGuilds},
		"duties":          {Set: duties},
		"flyers":          {Set: sets.Flyers},
		"forms":           {Set: ticketForms(rest.RequestRules{})},
		"gifts":           {Set: gifts},
		"guilds":          {Set: guilds},
		"hirings":         {Set: hirings},
		"jobs":            {Set: jobs(rest.RequestRules{}, rest.LimitOffset{Default: 2, Max: 10})},
		"keyed":           {Set: sets.Keyed},
		"kitchen":         {Set: (&kitchen{}).set},
		"lenientforms":    {Set: ticketForms(rest.Lenient())},
		"lenientjobs":     {Set: jobs(rest.Lenient(), rest.LimitOffset{Default: 2, Max: 10})},
		"lenientstickers": {Set: stickers(rest.Lenient())},
		"library":         {Set: library},
		"listed":          {Set: sets.Listed},
		"lowered":         {Set: lowered},
		"manuscripts":     {Set: sets.Manuscripts},
		"paramstickers":   {Set: stickers(rest.RequestRules{ParamsInOptions: true})},
		"patches":         {Set: patches},
		"presses":         {Set: presses},
		"purchases":       {Set: (&purchases{}).set},
		"softdelete":      {Set: softShelves},
		"reading":         {Set: readingWorld},
		"writing":         {Set: writingWorld},
		"stickers":        {Set: stickers(rest.RequestRules{})},
		"swapping":        {Set: swapping(new([]string))},
		"gardens":         {Set: gardens},
		"lanterns":        {Set: lanterns},
		"meters":          {Set: meters},
		"papers":          {Set: papers},
		"sailings":        {Set: sailings},
		"tracker":         {Set: sets.Tracker},
		"essays":          {Set: essays},
		"post":            {Set: post},
		"stopletters":     {Set: stopLetters},
		"albums":          {Set: sets.Albums(rest.InHeader("Api-Version"))},
		"directory":       {Set: sets.Directory},
		"errands":         {Set: sets.Errands},
		"ledgers":         {Set: sets.Ledgers},
		"shelves":         {Set: shelves},
		"snippets":        {Set: sets.Snippets},
		"treatises":       {Set: sets.Treatises},
	} {
		t.Run(folder, func(t *testing.T) {
			config.Pages, config.Options.Logger, config.Options.Now = server.PlainPages, slog.New(slog.DiscardHandler), now
			server.Run(t, "testdata/"+folder+"/*.txtar", config)
		})
	}
}
