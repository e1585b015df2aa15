package browse_test

import (
	"testing"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/serve"
)

func TestDeleteNamesTheRecord(t *testing.T) {
	pages, e := newPages(t, browse.Options{}), endpoint(t)
	for _, tt := range []struct {
		name, body string
		failed     bool
		want       string
	}{
		{"title", noteBody, false, "<p>Delete note 7 “Seven”? This cannot be undone.</p>"},
		{"no title", `{"id":7,"title":""}`, false, "<p>Delete note 7? This cannot be undone.</p>"},
		{"escaped", `{"id":7,"title":"</p><b>&"}`, false, "<p>Delete note 7 “&lt;/p&gt;&lt;b&gt;&amp;”? "},
		{"refused", `{"title":"a message"}`, true, "<p>Delete note 7? This cannot be undone.</p>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := record(e, tt.body)
			a.User, a.Delete, a.Failed, a.IsRecord = alice, &serve.Form{Method: "DELETE", Action: "/notes/7/"}, tt.failed, !tt.failed
			contains(t, render(t, pages, a), tt.want)
		})
	}
}
