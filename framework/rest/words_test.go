// Tests of the labels that catalogues do not translate.

package rest_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// lent has labels of fields, and of a choice.
type lent struct {
	ID    int64  `rest:"id,readonly,filter"`
	Title string `rest:"title" validate:"max=100"`
	Shelf string `rest:"shelf" validate:"max=100" help:"Where it was."`
	Place spot   `rest:"place"`
}

type spot string

func (spot) Choices() []rest.Choice { return []rest.Choice{rest.ChoiceOf(spot("in"), "")} }

// check names the labels that a team's catalogue lacks, also those that it has in another letter case, and says nothing to
// a team that translates none of them.
func TestUntranslatedLabels(t *testing.T) {
	for name, tt := range map[string]struct {
		words map[string]string
		want  string
	}{
		"none":        {nil, ""},
		"others":      {map[string]string{"On loan": "Verliehen"}, ""},
		"all":         {map[string]string{"Title": "Titel", "Shelf": "Regal", "Place": "Ort", "In": "da", "Loans": "Ausleihen", "Where it was.": "Wo es war.", "At home": "Zu Hause"}, ""},
		"some":        {map[string]string{"Title": "Titel", "Shelf": "Regal"}, "others are not: Loans, At home, Where it was., Place, In;"},
		"letter case": {map[string]string{"Title": "Titel", "shelf": "Regal", "Place": "Ort", "In": "da", "Loans": "Ausleihen", "Where it was.": "Wo es war.", "At home": "Zu Hause"}, "others are not: Shelf;"},
	} {
		own := rest.Catalogue{Language: "de", Words: tt.words}
		compiled, err := rest.NewSet("loans", rest.ViewSet[lent]{Path: "/loans/", Access: permission.Anyone, SavedViews: []rest.SavedView{{Name: "At home", Query: "id=1"}}}).Catalogues(german.Catalogue(), own).Compile()
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(compiled.Warnings, "\n")
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}
