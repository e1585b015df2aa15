// Lists as files: CSV and other formats that have rows alone.

package serve

import (
	"fmt"
	"net/http"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
)

// export gives the whole list as a file. One that is too long is refused before any of it is sent: a
// file that lacks rows would look like one that has all.
func export(x *exchange, a *admission, asked *plan.Listing) (result, error) {
	if err := x.chargeExport(); err != nil { // 429
		return result{}, err
	}
	res, limit := a.route.resource, x.h.options.Limits.Export
	n, err := res.rows.Count(x.ctx, predicate.And(a.cond, asked.Where), limit+1)
	switch {
	case err != nil:
		return result{}, fmt.Errorf("count %s: %w", res.Name, err)
	case n > limit:
		return result{}, problem.New(problem.Malformed, "The list has more than %d records, which is the limit of a file. Please filter it.", limit)
	}
	all := wholeList(x, a, asked, nil)
	all.file = fileName(a.route.Pattern) + "." + a.format.Name
	return all, nil
}

// fileName is the last name in a path: "comments" of "/tickets/{ticket}/comments/".
func fileName(pattern string) string {
	name := "list"
	for part := range strings.SplitSeq(pattern, "/") {
		if part != "" && part[0] != '{' {
			name = part
		}
	}
	return name
}

// setFile says that a response is a file to keep.
func setFile(p *response, h http.Header) {
	if p.file != "" {
		h["Content-Disposition"] = []string{`attachment; filename="` + p.file + `"`}
	}
}
