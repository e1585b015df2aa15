// A test that plays the scenarios of serve.

package serve_test

import (
	"log/slog"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/sets/laws"
	"example.com/resourceful/framework/serve"
)

// withParams has the parameters of a set described in OPTIONS.
func withParams(set func() *rest.Set) func() *rest.Set {
	return func() *rest.Set { return set().Requests(rest.RequestRules{ParamsInOptions: true}) }
}

// Each folder of testdata has the scenarios of a set.
func TestScenarios(t *testing.T) {
	// The stored answers of requests expire by the clock of the machine.
	now := func() time.Time { return time.Date(2126, 1, 2, 3, 4, 5, 0, time.UTC) }
	fewParams := serve.Options{Limits: serve.Limits{ParamValues: 7, ParamText: 50}}
	for folder, config := range map[string]server.Config{
		"accountbooks":   {Set: sets.AccountBooks},
		"archived":       {Set: sets.Archived},
		"charts":         {Set: func() *rest.Set { return sets.Charts() }},
		"cors":           {Set: sets.CardsOf(rest.CORS{Origins: []string{"https://app.example.com", "https://*.example.org"}, Headers: []string{"X-Own"}, Credentials: true})},
		"corsall":        {Set: sets.CardsOf(rest.CORS{Origins: []string{"*"}})},
		"corsversions":   {Set: sets.CardsInVersions},
		"countedoptions": {Set: withParams(sets.CountedLibrary), Options: fewParams},
		"detours": {Set: func() *rest.Set {
			return sets.Detours(func(_ *rest.Call, e *sets.Errand, _ sets.Detour) (*sets.Errand, error) { return e, nil })
		}},
		"diaries":         {Set: sets.Diaries},
		"errandsoptions":  {Set: withParams(sets.Errands), Options: fewParams},
		"freights":        {Set: sets.Freights},
		"lenientposted":   {Set: sets.PostedForms(rest.Lenient())},
		"postedforms":     {Set: sets.PostedForms(rest.RequestRules{})},
		"suitcases":       {Set: sets.Suitcases(rest.InPath())},
		"albums":          {Set: sets.Albums(rest.InHeader("Api-Version"))},
		"albumsaccept":    {Set: sets.Albums(rest.InAccept("version"))},
		"albumsbase":      {Set: sets.Albums(rest.InPath()), Options: serve.Options{BaseURL: "https://example.com/shop"}},
		"albumshost":      {Set: sets.Albums(rest.InHost())},
		"albumspath":      {Set: sets.Albums(rest.InPath())},
		"albumsquery":     {Set: sets.Albums(rest.InQuery("v"))},
		"allowed":         {Set: func() *rest.Set { return sets.Flyers().Requests(rest.RequestRules{AllowByRequester: true}) }},
		"anthologies":     {Set: sets.Anthologies},
		"binders":         {Set: func() *rest.Set { return sets.Binders() }},
		"combos":          {Set: sets.CombosByHost},
		"concerts":        {Set: sets.Concerts},
		"countedlibrary":  {Set: sets.CountedLibrary},
		"craftguilds":     {Set: sets.CraftGuilds},
		"directory":       {Set: sets.Directory},
		"consignments":    {Set: func() *rest.Set { return sets.Consignments(func() {}) }},
		"crews":           {Set: sets.Crews, Basic: true},
		"squadrons":       {Set: squadrons, Basic: true},
		"opencrews":       {Set: openCrews, Basic: true},
		"clubs":           {Set: clubs, Basic: true},
		"rights":          {Set: sets.Rights},
		"errands":         {Set: sets.Errands},
		"essays":          {Set: sets.Essays},
		"flyers":          {Set: sets.Flyers},
		"forms":           {Set: sets.TicketForms(rest.RequestRules{})},
		"gifts":           {Set: sets.Gifts},
		"guilds":          {Set: sets.Guilds},
		"kinds":           {Set: sets.Kinds},
		"past":            {Set: sets.Past},
		"jobs":            {Set: sets.Jobs(rest.RequestRules{}, rest.LimitOffset{Default: 2, Max: 10})},
		"keyed":           {Set: sets.Keyed},
		"kitchen":         {Set: (&kitchen{}).set},
		"lanterns":        {Set: sets.Lanterns},
		"ledgers":         {Set: sets.Ledgers},
		"lenientforms":    {Set: sets.TicketForms(rest.Lenient())},
		"lenientjobs":     {Set: sets.Jobs(rest.Lenient(), rest.LimitOffset{Default: 2, Max: 10})},
		"lenientstickers": {Set: sets.Stickers(rest.Lenient())},
		"library":         {Set: sets.Library},
		"lexicons":        {Set: laws.Lexicons},
		"glossaries":      {Set: laws.Glossaries},
		"listed":          {Set: sets.Listed},
		"lowered":         {Set: sets.Lowered},
		"manuscripts":     {Set: sets.Manuscripts},
		"codices":         {Set: sets.Codices},
		"papers":          {Set: sets.Papers},
		"paramstickers":   {Set: sets.Stickers(rest.RequestRules{ParamsInOptions: true})},
		"patches":         {Set: sets.Patches},
		"presses":         {Set: sets.Past},
		"purchases":       {Set: (&purchases{}).set},
		"reading":         {Set: sets.Reading},
		"sharedpapers":    {Set: sets.SharedPapers},
		"keptdiaries":     {Set: func() *rest.Set { return sets.KeptDiaries() }},
		"usernotes":       {Set: sets.UserNotes},
		"snippets":        {Set: sets.Snippets},
		"softdelete":      {Set: sets.SoftShelves},
		"stickers":        {Set: sets.Stickers(rest.RequestRules{})},
		"swapping":        {Set: sets.Swapping(func([]*sets.Track) {})},
		"parcels":         {Set: parcels},
		"tracker":         {Set: sets.Tracker},
		"treatises":       {Set: sets.Treatises},
		"writing":         {Set: sets.Writing},
	} {
		t.Run(folder, func(t *testing.T) {
			config.Pages, config.Options.Logger, config.Options.Now = server.PlainPages, slog.New(slog.DiscardHandler), now
			server.Run(t, "testdata/"+folder+"/*.txtar", config)
		})
	}
}
