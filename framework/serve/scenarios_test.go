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
		"albums":          {Set: sets.Albums(rest.InHeader("Api-Version"))},
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
		"directory":       {Set: sets.Directory},
		"consignments":    {Set: func() *rest.Set { do := func() {}; return consignments(&do) }},
		"crews":           {Set: crews, Basic: true},
		"duties":          {Set: duties},
		"errands":         {Set: sets.Errands},
		"essays":          {Set: essays},
		"flyers":          {Set: sets.Flyers},
		"forms":           {Set: ticketForms(rest.RequestRules{})},
		"gardens":         {Set: gardens},
		"gifts":           {Set: gifts},
		"guilds":          {Set: guilds},
		"hirings":         {Set: hirings},
		"jobs":            {Set: jobs(rest.RequestRules{}, rest.LimitOffset{Default: 2, Max: 10})},
		"keyed":           {Set: sets.Keyed},
		"kitchen":         {Set: (&kitchen{}).set},
		"lanterns":        {Set: lanterns},
		"ledgers":         {Set: sets.Ledgers},
		"lenientforms":    {Set: ticketForms(rest.Lenient())},
		"lenientjobs":     {Set: jobs(rest.Lenient(), rest.LimitOffset{Default: 2, Max: 10})},
		"lenientstickers": {Set: stickers(rest.Lenient())},
		"library":         {Set: library},
		"listed":          {Set: sets.Listed},
		"lowered":         {Set: lowered},
		"manuscripts":     {Set: sets.Manuscripts},
		"codices":         {Set: codices},
		"meters":          {Set: meters},
		"papers":          {Set: papers},
		"paramstickers":   {Set: stickers(rest.RequestRules{ParamsInOptions: true})},
		"patches":         {Set: patches},
		"post":            {Set: post},
		"presses":         {Set: presses},
		"purchases":       {Set: (&purchases{}).set},
		"reading":         {Set: readingWorld},
		"rowsbykeys":      {Set: rowsByKeys},
		"sailings":        {Set: sailings},
		"shelves":         {Set: shelves},
		"snippets":        {Set: sets.Snippets},
		"softdelete":      {Set: softShelves},
		"stickers":        {Set: stickers(rest.RequestRules{})},
		"stopletters":     {Set: stopLetters},
		"swapping":        {Set: swapping(new([]string))},
		"tracker":         {Set: sets.Tracker},
		"treatises":       {Set: sets.Treatises},
		"writing":         {Set: writingWorld},
	} {
		t.Run(folder, func(t *testing.T) {
			config.Pages, config.Options.Logger, config.Options.Now = server.PlainPages, slog.New(slog.DiscardHandler), now
			server.Run(t, "testdata/"+folder+"/*.txtar", config)
		})
	}
}
