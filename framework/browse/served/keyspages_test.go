package served_test

import (
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// Forms and pages name the records by what addresses name them by.
func TestKeysPages(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		p := newKeyed(t, address)
		person := newPerson(t, p.Server, "")
		page := func(path string) string { return p.mask(person.send(200, p.fill(path), "").Body.String()) }

		person.has(page("/parcels/{1}/"),
			`<form method="post" action="/parcels/{1}/" id="edit-form" novalidate>`,
			`<option value="/sites/old-town/" selected>`, `<option value="/sites/7/">`,
			`<option value="Seven" selected>`, `<option value="/currencies/eur/" selected>`, `<option value="{2}">b</option>`,
			`name="stops" value="/sites/old-town/" checked`, `name="accepted" value="US_D-1" checked`,
			`name="near" value="{2}">`, `name="beside" value="/parcels/{2}/">`,
			`<a href="/sites/7/">`, `<a href="/currencies/US_D-1/">`)
		person.has(page("/parcels/{2}/"), `name="beside" value="/parcels/{1}/" checked`, `name="near" value="{1}" checked`, `<option value="{1}" selected>a</option>`)
		person.has(page("/currencies/"), `<a href="/currencies/eur/"`, `name="code"`, "At most 8 characters.")
		person.has(page("/sites/"), `<a href="/sites/old-town/"`, `<a href="/sites/7/"`)

		// What a form shows is accepted as it stands, and a record that was renamed is where its new name says.
		edit := person.send(200, p.fill("/parcels/{1}/"), "").Body.String()
		person.leads(p.fill("/parcels/{1}/"), filledWith(edit, "note", "a").Encode(), p.fill("/parcels/{1}/"))
		p.ask(t, "GET /parcels/{1}/", "", "200 "+parcel1)
		edit = person.send(200, "/sites/old-town/", "").Body.String()
		person.leads("/sites/old-town/", filledWith(edit, "slug", "new-town").Encode(), "/sites/new-town/")
		form := filledWith(person.send(200, "/currencies/", "").Body.String(), "code", "gbp", "name", "Pound")
		person.leads("/currencies/", form.Encode(), "/currencies/gbp/")
		person.has(person.send(400, "/currencies/", filledWith(person.send(200, "/currencies/", "").Body.String(), "code", "a.b", "name", "x").Encode()).Body.String(),
			"consisting of letters, numbers, underscores or hyphens.")
		person.has(person.send(400, "/sites/new-town/", filledWith(person.send(200, "/sites/new-town/", "").Body.String(), "slug", "7").Encode()).Body.String(),
			`action="/sites/new-town/"`, "site with this slug already exists.")
	})
}
