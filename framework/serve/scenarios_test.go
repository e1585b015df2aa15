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
		"allowed":         {Set: func() *rest.Set { return flyers().Requests(rest.RequestRules{AllowByRequester: true}) }},
		"anthologies":     {Set: anthologies},
		"bands":           {Set: bands},
		"binders":         {Set: binders(new(func(*leaf)))},
		"buses":           {Set: buses},
		"cabinets":        {Set: cabinets},
		"cartons":         {Set: cartons},
		"choirs":          {Set: choirs},
		"citizens":        {Set: citizens},
		"concerts":        {Set: concerts},
		"countedlibrary":  {Set: countedLibrary},
		"coupons":         {Set: coupons},
		"craftguilds":     {Set: craftGuilds},
		"diarypages":      {Set: diaryPages},
		"drafts":          {Set: drafts},
		"duties":          {Set: duties},
		"flasks":          {Set: flasks},
		"flyers":          {Set: flyers},
		"forms":           {Set: ticketForms(rest.RequestRules{})},
		"gifts":           {Set: gifts},
		"groves":          {Set: groves},
		"guilds":          {Set: guilds},
		"hikes":           {Set: hikes},
		"hirings":         {Set: hirings},
		"jobs":            {Set: jobs(rest.RequestRules{}, rest.LimitOffset{Default: 2, Max: 10})},
		"keyed":           {Set: keyed},
		"kitchen":         {Set: (&kitchen{}).set},
		"laps":            {Set: laps},
		"lenientforms":    {Set: ticketForms(rest.Lenient())},
		"lenientjobs":     {Set: jobs(rest.Lenient(), rest.LimitOffset{Default: 2, Max: 10})},
		"lenientstickers": {Set: stickers(rest.Lenient())},
		"library":         {Set: library},
		"listed":          {Set: listed},
		"lookups":         {Set: lookups},
		"lores":           {Set: lores},
		"lowered":         {Set: lowered},
		"manuscripts":     {Set: manuscripts},
		"parades":         {Set: parades},
		"paramstickers":   {Set: stickers(rest.RequestRules{ParamsInOptions: true})},
		"patches":         {Set: patches},
		"permits":         {Set: permits},
		"placards":        {Set: placards},
		"postbags":        {Set: postbags},
		"presses":         {Set: presses},
		"purchases":       {Set: (&purchases{}).set},
		"ships":           {Set: ships},
		"softdelete":      {Set: softShelves},
		"stickers":        {Set: stickers(rest.RequestRules{})},
		"swapping":        {Set: swapping(new([]string))},
		"treatises":       {Set: treatises},
	} {
		t.Run(folder, func(t *testing.T) {
			config.Pages, config.Options.Logger = server.PlainPages, slog.New(slog.DiscardHandler)
			server.Run(t, "testdata/"+folder+"/*.txtar", config)
		})
	}
}
