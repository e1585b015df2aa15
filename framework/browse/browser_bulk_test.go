package browse_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// fillParcels makes parcels, each with a stamp.
func (tb *tab) fillParcels(n int) {
	tb.t.Helper()
	for i := range n {
		tb.post("admin", "/parcels/", fmt.Sprintf(`{"label": "Parcel %02d", "notes": "%s"}`, i+1, strings.Repeat("fragile ", 20)))
		tb.post("admin", "/stamps/", fmt.Sprintf(`{"parcel": %d, "price": %d}`, i+1, i))
	}
}

// parcelsJourney chooses columns, ticks rows, sets a field of them, deletes them, and takes a deletion back.
func parcelsJourney(tb *tab) {
	tb.fillParcels(25)
	tb.login("admin")
	tb.visit("/parcels/", http.StatusOK)
	tb.shows(".summary", "25 records")
	tb.lacks(`.list [data-label="Notes"]`)
	tb.tick(".chooser > summary")
	tb.tick(`.chooser [value="notes"]`)
	tb.tick(`.chooser [value="made"]`)
	tb.click(".chooser .panel > button", http.StatusOK)
	tb.shows(`.list [data-label="Notes"]`, "fragile")
	tb.lacks(`.list [data-label="Made"]`)
	tb.click(".pager [rel=next]", http.StatusOK)
	tb.shows(`.list [data-label="Notes"]`, "fragile")
	tb.tick(".chooser > summary")
	tb.click(".chooser .panel a", http.StatusOK) // the default, which the browser would keep otherwise
	tb.lacks(`.list [data-label="Notes"]`)

	// Two are set, from a view that the answer leads back to.
	tb.click(`.views a[href^="/parcels/?status=open"]`, http.StatusOK)
	tb.tick(`[name="_rows"][value="1"]`)
	tb.tick(`[name="_rows"][value="3"]`)
	if tb.script {
		tb.shows(".ticked", "2 selected")
	}
	tb.choose("#bulk-set", "Status")
	tb.click(`#bulk [value="set"]`, http.StatusOK)
	tb.shows("#question", "Set Status of 2 parcels")
	tb.choose("#bulk-status", "Sent")
	tb.click("#bulk-do button", http.StatusOK)
	tb.shows(".notice", "2 parcels changed.")
	tb.shows(".summary", "23 records")
	tb.tick(".filters > summary")
	tb.shows("#filter-status", "Sent (2)")

	// They are deleted after one question with numbers.
	tb.visit("/parcels/?status=sent", http.StatusOK)
	if tb.script {
		tb.tick(".list > .scroll thead [type=checkbox]")
	} else {
		tb.tick(`[name="_rows"][value="1"]`)
		tb.tick(`[name="_rows"][value="3"]`)
	}
	tb.click(`#bulk [value="delete"]`, http.StatusOK)
	tb.shows("#question", "Delete 2 parcels?")
	tb.shows(".confirm", "All stamps that refer to them are deleted too: 2.")
	tb.click("#bulk-do .danger", http.StatusOK)
	tb.shows(".notice", "2 parcels deleted.")
	tb.wantAt("/parcels/?status=sent")
	tb.shows(".empty", "No matching records.")

	// One deletion is taken back.
	tb.visit("/parcels/2/", http.StatusOK)
	tb.shows("h1", "Parcel 02")
	tb.click(`.related-list h2 a[href="/stamps/?parcel=2"]`, http.StatusOK)
	tb.shows(".summary", "1 record")
	tb.visit("/parcels/2/?_show=delete", http.StatusOK)
	tb.click(".confirm .danger", http.StatusOK)
	tb.click(".notice form button", http.StatusOK)
	tb.wantAt("/parcels/2/")
	tb.shows("h1", "Parcel 02")
}

// parcelPages are those of lists that one works in.
func parcelPages() tour {
	return tour{
		{"parcels", true, func(tb *tab) {
			tb.fillParcels(25)
			tb.login("admin")
			tb.visit("/parcels/", http.StatusOK)
			tb.tick(`[name="_rows"][value="1"]`)
			tb.tick(`[name="_rows"][value="2"]`)
		}},
		{"parcels-columns", true, func(tb *tab) {
			tb.visit("/parcels/?_columns=notes,made,status", http.StatusOK)
			tb.unfold(".chooser")
		}},
		{"parcels-set", true, func(tb *tab) {
			tb.visit("/parcels/", http.StatusOK)
			tb.tick(`[name="_rows"][value="1"]`)
			tb.choose("#bulk-set", "Status")
			tb.click(`#bulk [value="set"]`, http.StatusOK)
		}},
		{"parcels-delete", true, func(tb *tab) {
			tb.visit("/parcels/", http.StatusOK)
			tb.tick(`[name="_rows"][value="1"]`)
			tb.tick(`[name="_rows"][value="2"]`)
			tb.click(`#bulk [value="delete"]`, http.StatusOK)
		}},
		{"parcel-deleted", true, func(tb *tab) {
			tb.visit("/parcels/4/?_show=delete", http.StatusOK)
			tb.click(".confirm .danger", http.StatusOK)
		}},
		{"parcels-refused", false, visit("/parcels/?_columns=nots", http.StatusBadRequest)},
	}
}

// importJourney walks through a list, and imports rows of which one is wrong at first; then it sets a field of all that the filters
// leave.
func importJourney(tb *tab) {
	tb.fillParcels(25)
	tb.login("admin")
	tb.visit("/parcels/?search=parcel&ordering=-status", http.StatusOK)
	tb.click(`.list > .scroll tbody tr:nth-child(2) th a`, http.StatusOK)
	tb.shows("h1", "Parcel 02")
	tb.click(".beside [rel=next]", http.StatusOK)
	tb.shows("h1", "Parcel 03")
	tb.shows(".beside [rel=prev]", "Parcel 02")
	tb.unfold("#edit")
	tb.fill("#edit-notes", "seen")
	tb.click("#edit > form > button", http.StatusOK)
	tb.shows(".beside [rel=next]", "Parcel 04")
	tb.click(".crumbs li:first-child a", http.StatusOK)
	tb.wantAt("/parcels/?search=parcel&ordering=-status")

	tb.tick(".exports > summary")
	tb.click(`.exports a[href$="_show=import"]`, http.StatusOK)
	tb.shows("h1", "Import parcels")
	tb.upload("#import-file", tb.table("parcels.csv", "Label;Weight\nfrom a file;3\nheavy;99\n"))
	tb.click("#import > form > button", http.StatusBadRequest)
	tb.shows(".wrong-cells", "Enter at most 9.")
	tb.shows(`.wrong-cells tbody th`, "3")
	tb.fill("#import-text", "Label;Weight\nfrom a file;3\nheavy;9\n")
	tb.click("#import > form > button", http.StatusCreated)
	tb.shows(".notice", "Nothing is saved yet")
	tb.shows(".sample", "heavy")
	tb.click("#import .buttons button", http.StatusOK)
	tb.wantAt("/parcels/")
	tb.shows(".notice", "2 parcels created.")
	tb.shows(".summary", "27 records")

	tb.visit("/parcels/?search=parcel", http.StatusOK)
	tb.tick(`.list > .scroll tbody tr:first-child [name="_rows"]`)
	tb.tick(`#bulk [name="_all"]`)
	tb.choose("#bulk-set", "Status")
	tb.click(`#bulk [value="set"]`, http.StatusOK)
	tb.shows("#question", "Set Status of 25 parcels")
	tb.choose("#bulk-status", "Lost")
	tb.click("#bulk-do button", http.StatusOK)
	tb.shows(".notice", "All matching records were changed.")
	tb.shows(".summary", "25 records")
	tb.visit("/parcels/?status=lost", http.StatusOK)
	tb.shows(".summary", "25 records")
}

// table makes a file of CSV.
func (tb *tab) table(name, text string) string {
	tb.t.Helper()
	path := filepath.Join(tb.t.TempDir(), name)
	tb.must(os.WriteFile(path, []byte(text), 0o600))
	return path
}

// importPages are those of CSV, of a record within a list, and of a question about all.
func importPages() tour {
	return tour{
		{"parcel-beside", true, func(tb *tab) {
			tb.fillParcels(25)
			tb.login("admin")
			tb.write("PATCH", "admin", "/parcels/3/", `{"notes":"short"}`, http.StatusOK)
			tb.visit("/parcels/3/?_list=search%3Dparcel%26ordering%3D-status", http.StatusOK)
		}},
		{"import", true, visit("/parcels/?_show=import", http.StatusOK)},
		{"import-wrong", true, func(tb *tab) {
			tb.fill("#import-text", "label,weight,status,id\nOne,12,open,1\n,2,gone,2\nThree,x,open,3\n")
			tb.click("#import > form > button", http.StatusBadRequest)
		}},
		{"import-checked", true, func(tb *tab) {
			tb.fill("#import-text", "label,weight\nOne,1\nTwo,2\n")
			tb.click("#import > form > button", http.StatusCreated)
		}},
		{"bulk-all", true, func(tb *tab) {
			tb.visit("/parcels/", http.StatusOK)
			tb.tick(`.list > .scroll tbody tr:first-child [name="_rows"]`)
			tb.tick(`#bulk [name="_all"]`)
			tb.click(`#bulk [value="delete"]`, http.StatusOK)
		}},
	}
}

// essayPages are those of a history.
func essayPages() tour {
	return tour{
		{"history", true, func(tb *tab) {
			tb.post("alice", "/essays/", `{"title":"first","text":"one\ntwo\nthree"}`)
			tb.write("PATCH", "alice", "/essays/1/", `{"title":"second","marks":3}`, http.StatusOK)
			tb.write("PATCH", "alice", "/essays/1/", `{"text":"one\n2\nthree\nfour"}`, http.StatusOK)
			tb.login("alice")
			tb.visit("/essays/1/history/", http.StatusOK)
		}},
		{"history-compared", true, func(tb *tab) {
			element(tb, `[name="_from"][value="1"]`, `e.checked = true; return true`)
			tb.click("#compare button", http.StatusOK)
			tb.shows("#compared", "Two versions")
		}},
	}
}
