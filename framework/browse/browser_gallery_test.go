package browse_test

import (
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
)

// galleryJourney makes and changes a record with values of many kinds, files, and nested rows.
func galleryJourney(tb *tab) {
	tb.fillSchools()
	tb.login("alice")
	tb.visit("/exhibits/", http.StatusOK)
	tb.unfold("#create")
	tb.fill("#create-title", "Water")
	tb.fill("#create-tour", "1:30:00")
	tb.fill("#create-notes-0", "red")
	tb.add("#create-notes")
	tb.fill("#create-notes-1", "green")
	tb.fill("#create-frame-wood", "oak")
	tb.fill("#create-frame-width", "0")
	set(tb, "#create-opens", "2030-01-02")
	set(tb, "#create-starts", "2030-01-02T18:30")
	set(tb, "#create-daily", "08:30")
	tb.tickOnly("#create-hues", "Red", "Blue")
	tb.tickOnly("#create-schools", "Delft")
	tb.fill("#create-pieces-0-title", "a title that is much too long")
	tb.upload("#create-photo", tb.picture("blue.png"))
	tb.click("#create > form > button", http.StatusBadRequest)
	tb.shows("#create-frame-width-errors", "Enter at least 1.")
	tb.shows("#create-pieces-0-title-errors", "Shorten this to at most 20 characters.")
	tb.holds("#create-tour", "1:30:00")
	tb.holds("#create-notes-0", "red")
	tb.holds("#create-notes-1", "green")
	tb.holds("#create-daily", "08:30")
	tb.ticked("#create-hues", "Red", "Blue")
	tb.shows("#create-photo-help", "Choose it again")

	// Tried, with another row, and made once.
	tb.fill("#create-frame-width", "4")
	tb.fill("#create-pieces-0-title", "Sea")
	tb.add("#create-pieces")
	tb.fill("#create-pieces-1-title", "River")
	tb.click("#create > form > .try", http.StatusCreated)
	tb.shows(".notice", "Nothing is saved yet")
	tb.shows(".record", "River")
	tb.holds("#create-pieces-0-title", "Sea")
	tb.upload("#create-photo", tb.picture("blue.png"))
	tb.upload("#create-paper", tb.paper("about.txt"))
	tb.click("#create > form > button", http.StatusOK)
	tb.wantAt("/exhibits/1/")
	for _, want := range []string{"Water", "01:30:00", "red, green", "Sea", "River", "Delft"} {
		tb.shows(".record", want)
	}

	// A row is taken out, another changed, and one added; one file is replaced and one taken away.
	tb.unfold("#edit")
	tb.shows("#edit .file", "Photo")
	if broken := tb.count("#edit .file img"); broken != 1 {
		tb.t.Errorf("the form shows %d pictures, want 1", broken)
	}
	element(tb, "#edit .file img", `return e.decode()`)
	tb.tick(`#edit input[name="pieces[0]._remove"]`)
	tb.fill("#edit-pieces-1-title", "Stream")
	tb.choose("#edit-pieces-1-school", "Haarlem")
	tb.fill("#edit-pieces-2-title", "Rain")
	tb.upload("#edit-photo", tb.picture("sky.png"))
	tb.tick(`#edit input[name="_clear"][value="paper"]`)
	tb.click("#edit > form > .try", http.StatusOK)
	tb.shows(".trial", "Rain")
	if tb.count(`#edit input[name="_clear"][value="paper"]:checked`) != 1 || tb.count(`#edit input[name="pieces[0]._remove"]:checked`) != 1 {
		tb.t.Errorf("the form has lost its ticks")
	}
	tb.upload("#edit-photo", tb.picture("sky.png"))
	tb.click("#edit > form > button", http.StatusOK)
	tb.wantAt("/exhibits/1/")
	for _, want := range []string{"Stream", "Rain"} {
		tb.shows("main", want)
	}
	tb.shows(".record", "none")
	if text, _ := element(tb, ".record", `return e.innerText`).(string); text == "" || strings.Contains(text, "Sea") {
		tb.t.Errorf("the record still has what was taken out: %s", text)
	}
	tb.unfold("#edit")
	if got := tb.count(`#edit .file`); got != 1 {
		tb.t.Errorf("the form shows %d files, want 1", got)
	}
}

// add asks for one more item or row: of the service where there is no script.
func (tb *tab) add(selector string) {
	tb.t.Helper()
	if tb.script {
		tb.tick(selector + " > .add")
		return
	}
	tb.click(selector+" > .add", http.StatusOK)
}

// galleryPages are the forms of these kinds, as they are, refused and tried.
func galleryPages() tour {
	return tour{
		{"gallery-create", true, func(tb *tab) {
			tb.fillSchools()
			tb.login("alice")
			tb.visit("/exhibits/", http.StatusOK)
			tb.unfold("#create")
		}},
		{"gallery-refused", true, func(tb *tab) {
			tb.fill("#create-title", "Water")
			tb.fill("#create-frame-wood", "oak")
			tb.fill("#create-frame-width", "0")
			tb.fill("#create-notes-0", "a note that is much too long for it")
			tb.fill("#create-pieces-0-title", "a title that is much too long")
			tb.click("#create > form > button", http.StatusBadRequest)
		}},
		{"gallery-tried", true, func(tb *tab) {
			tb.fill("#create-frame-width", "4")
			tb.fill("#create-notes-0", "short")
			tb.fill("#create-pieces-0-title", "Sea")
			tb.click("#create > form > .try", http.StatusCreated)
		}},
		{"gallery-edit", true, func(tb *tab) {
			tb.upload("#create-photo", tb.picture("blue.png"))
			tb.upload("#create-paper", tb.paper("about.txt"))
			tb.click("#create > form > button", http.StatusOK)
			tb.unfold("#edit")
		}},
		{"gallery-change", true, func(tb *tab) {
			tb.fill("#edit-title", "Fire")
			tb.fill("#edit-pieces-1-title", "Flame")
			tb.click("#edit > form > .try", http.StatusOK)
		}},
		{"gallery-delete-tried", true, func(tb *tab) {
			tb.visit("/exhibits/1/?_show=delete", http.StatusOK)
			tb.click(".confirm .try", http.StatusOK)
		}},
	}
}

func (tb *tab) fillSchools() {
	tb.t.Helper()
	tb.write("POST", "admin", "/schools/", `[{"name":"Delft"},{"name":"Haarlem"}]`, http.StatusCreated)
}

// set gives a control of the browser's own a value.
func set(tb *tab, selector, value string) {
	tb.t.Helper()
	element(tb, selector, `e.value = "`+value+`"; return true`)
	tb.holds(selector, value)
}

// upload chooses a file.
func (tb *tab) upload(selector, path string) {
	tb.t.Helper()
	tb.must(chromedp.Do(tb.ctx, chromedp.SetUploadFiles(chromedp.CSS(selector), []string{path}, chromedp.NodeVisible)))
}

// picture and paper make files of a name.
func (tb *tab) picture(name string) string {
	tb.t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 120, 80))
	for x := range 120 {
		for y := range 80 {
			img.Set(x, y, color.RGBA{B: uint8(2 * x), G: uint8(y), A: 255})
		}
	}
	path := filepath.Join(tb.t.TempDir(), name)
	file, err := os.Create(path)
	tb.must(err)
	tb.must(png.Encode(file, img))
	tb.must(file.Close())
	return path
}

func (tb *tab) paper(name string) string {
	tb.t.Helper()
	path := filepath.Join(tb.t.TempDir(), name)
	tb.must(os.WriteFile(path, []byte("About water.\n"), 0o600))
	return path
}
