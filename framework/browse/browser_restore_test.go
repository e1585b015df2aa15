package browse_test

import (
	"net/http"
)

// restoreJourney deletes and restores records, and sends nested rows, lists, times and objects that a refused form keeps.
func restoreJourney(tb *tab) {
	tb.post("admin", "/ateliers/", `{"name":"north","works":[{"title":"one"},{"title":"two"}]}`)
	tb.login("admin")
	tb.visit("/ateliers/1/", http.StatusOK)
	tb.click("#delete-ask, .ask button", http.StatusOK)
	tb.shows(".confirm", "All canvases that refer to it are deleted too: 2.")
	tb.shows(".confirm", "It can be restored.")
	tb.click(".confirm .danger", http.StatusOK)
	tb.wantAt("/ateliers/")
	tb.click(`.reads a[href="/ateliers/deleted/"]`, http.StatusOK)
	tb.click(`form[action="/ateliers/1/restore/"] button`, http.StatusOK)
	tb.wantAt("/ateliers/1/")
	tb.shows(".record", "north")

	tb.visit("/canvases/1/", http.StatusOK)
	tb.unfold("#edit")
	tb.fill("#edit-title", "a title that is much too long for it")
	tb.fill("#edit-notes-0", "red")
	tb.add("#edit-notes")
	tb.fill("#edit-notes-1", "green")
	tb.fill("#edit-details", `{"size": [1, 2]}`)
	tb.click("#edit > form > button", http.StatusBadRequest)
	tb.shows(".errors", "Ensure this field has no more than 20 characters.")
	tb.holds("#edit-title", "a title that is much too long for it")
	tb.holds("#edit-notes-0", "red")
	tb.holds("#edit-notes-1", "green")
	tb.holds("#edit-details", `{"size": [1, 2]}`)
	tb.fill("#edit-title", "first")
	tb.click("#edit > form > button", http.StatusOK)
	tb.shows(".record", "first")
	tb.click(`.reads a[href="/canvases/1/history/"]`, http.StatusOK)
	tb.shows(".past", "first")
	tb.click(`form[action="/canvases/1/history/1/restore/"] button`, http.StatusOK)
	tb.wantAt("/canvases/1/")
	tb.shows(".record", "one")
}

// restorePages are those of lists, times, objects, files and nested rows, and of what takes deletions and changes back.
func restorePages() tour {
	return tour{
		{"atelier-form", true, func(tb *tab) {
			tb.post("admin", "/ateliers/", `{"name":"north","opened":"2030-01-02T03:04:05Z","works":[{"title":"one"},{"title":"two"}]}`)
			tb.put("admin", "/canvases/1/", `{"atelier":1,"title":"first","notes":["red","green"],"details":{"size":[1,2]}}`)
			tb.login("admin")
			tb.visit("/ateliers/1/", http.StatusOK)
			tb.unfold("#edit")
		}},
		{"canvas-form", true, func(tb *tab) {
			tb.visit("/canvases/1/", http.StatusOK)
			tb.unfold("#edit")
		}},
		{"history", true, visit("/canvases/1/history/", http.StatusOK)},
		{"delete-counts", true, visit("/ateliers/1/?_show=delete", http.StatusOK)},
		{"deleted", true, func(tb *tab) {
			tb.visit("/ateliers/1/?_show=delete", http.StatusOK)
			tb.click(".confirm .danger", http.StatusOK)
			tb.visit("/ateliers/deleted/", http.StatusOK)
		}},
	}
}
