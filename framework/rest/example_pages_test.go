// Examples of pages and counts of a list.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

// A list is counted as its pages say: exactly, up to a number, by an estimate, or not at all.
func ExampleCountUpTo() {
	for _, count := range []plan.Count{rest.CountAll, rest.CountUpTo(10_000), rest.CountEstimate, rest.CountNone} {
		tags := rest.ViewSet[Plain]{Path: "/tags/", Pages: rest.PageNumber{Size: 20, MaxSize: 100, Count: count}}
		printPlan(rest.NewSet("tags", tags).Access(permission.Anyone), "pages ")
	}
	// Output:
	// pages of 20, or a page_size up to 100, counted
	// pages of 20, or a page_size up to 100, counted up to 10000
	// pages of 20, or a page_size up to 100, counted or estimated
	// pages of 20, or a page_size up to 100, not counted
}

// Cursor leads from page to page by the values of the order, whatever is written or deleted meanwhile.
func ExampleCursor() {
	tags := rest.ViewSet[Plain]{Path: "/tags/", Order: []string{"-id"}, Pages: rest.Cursor{Size: 5}}
	printPlan(rest.NewSet("tags", tags).Access(permission.Anyone), "pages ")
	// Output:
	// pages of 5, by cursor
}

// LinkHeader gives the addresses of other pages in the header Link too.
func ExampleSet_LinkHeader() {
	tags := rest.ViewSet[Plain]{Path: "/tags/", Pages: rest.PageNumber{Size: 20}}
	printPlan(rest.NewSet("tags", tags).Access(permission.Anyone).LinkHeader(), "links ")
	// Output:
	// links in the header Link too
}
