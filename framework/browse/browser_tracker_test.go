package browse_test

import (
	"fmt"
	"net/http"
	"strings"
)

// trackerPages are those of operations, nested rows and singletons.
func trackerPages() sights {
	return sights{
		{"action", true, func(tb *tab) {
			tb.post("admin", "/projects/", `{"slug": "house", "name": "Our house"}`)
			tb.post("admin", "/tickets/", `{"project": "house", "title": "Paint the door", "body": "Red, or green.\nBut not blue.", "due": "2030-01-02", "helpers": [2, 3]}`)
			for i := range 3 {
				tb.post("alice", "/tickets/1/remarks/", fmt.Sprintf(`{"text": "%s", "author": "alice"}`, strings.Repeat(fmt.Sprintf("Remark %d. ", i), 1+4*i)))
			}
			tb.login("alice")
			tb.visit("/tickets/1/close/", http.StatusMethodNotAllowed)
		}},
		{"action-refused", false, func(tb *tab) {
			tb.fill("#do-close-hours", "100")
			tb.click("#do-close > form > button", http.StatusBadRequest)
			tb.shows(".errors", "Ensure this value is less than or equal to 99.")
		}},
		{"nested-record", true, visit("/tickets/1/", http.StatusOK)},
		{"nested-collection", true, func(tb *tab) {
			tb.click(`.reads a[href="/tickets/1/remarks/"]`, http.StatusOK)
			tb.unfold("#create")
		}},
		{"nested-list", true, visit("/tickets/", http.StatusOK)},
		{"action-list", false, visit("/tickets/1/history/", http.StatusOK)},
		{"action-rows", false, visit("/tickets/busiest/", http.StatusOK)},
		{"action-read", true, visit("/tickets/stats/", http.StatusOK)},
		{"endpoint", true, func(tb *tab) {
			tb.visit("/greetings/", http.StatusMethodNotAllowed)
			tb.unfold("#do-greetings-post")
		}},
		{"endpoint-answer", true, func(tb *tab) {
			tb.fill("#do-greetings-post-name", "Alice")
			tb.click("#do-greetings-post > form > button", http.StatusOK)
		}},
		{"endpoint-read", false, visit("/health/", http.StatusOK)},
		{"singleton", true, func(tb *tab) {
			tb.visit("/join/", http.StatusMethodNotAllowed)
			tb.click("#do-join > form > button", http.StatusOK)
			tb.visit("/me/", http.StatusOK)
			tb.unfold("#edit")
		}},
	}
}
