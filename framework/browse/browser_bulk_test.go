package browse_test

import (
	"fmt"
	"net/http"
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
	tb.shows(".summary", "20 of 25 records")
	tb.lacks(`.list [data-label="Notes"]`)
	tb.tick(".chooser > summary")
	tb.tick(`.chooser [value="notes"]`)
	tb.tick(`.chooser [value="made"]`)
	tb.click(".chooser button", http.StatusOK)
	tb.shows(`.list [data-label="Notes"]`, "fragile")
	tb.lacks(`.list [data-label="Made"]`)
	tb.click(".pager [rel=next]", http.StatusOK)
	tb.shows(`.list [data-label="Notes"]`, "fragile")

	// Two are set, from a view that the answer leads back to.
	tb.click(`.views a[href^="/parcels/?status=open"]`, http.StatusOK)
	tb.tick(`[name="_rows"][value="1"]`)
	tb.tick(`[name="_rows"][value="3"]`)
	if tb.script {
		tb.shows(".ticked", "2 chosen")
	}
	tb.choose("#bulk-set", "Status")
	tb.click(`#bulk [value="set"]`, http.StatusOK)
	tb.shows("#question", "Set Status of 2 parcels")
	tb.choose("#bulk-status", "Sent")
	tb.click("#bulk-do button", http.StatusOK)
	tb.shows(".notice", "2 parcels changed.")
	tb.shows(".chips", "23 records")
	tb.shows("#filter-status", "Sent (2)")

	// They are deleted after one question with numbers.
	tb.visit("/parcels/?status=sent", http.StatusOK)
	if tb.script {
		tb.tick(".list thead [type=checkbox]")
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
	tb.shows(".empty", "No record matches.")

	// One deletion is taken back.
	tb.visit("/parcels/2/", http.StatusOK)
	tb.shows("h1", "Parcel 02")
	tb.click(`.reads a[href="/stamps/?parcel=2"]`, http.StatusOK)
	tb.shows(".chips", "1 record")
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
