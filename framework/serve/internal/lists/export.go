// Lists exported as files, in CSV and other formats that hold only rows.

package lists

import (
	"fmt"
	"net/http"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/request"
)

// export sends the whole list as a file. It refuses a list that is too long before it sends any row,
// because an incomplete file looks complete.
func export(x *request.Exchange, a *request.Admission, asked *plan.Listing) (request.Result, error) {
	if err := x.ChargeExport(); err != nil { // 429
		return request.Result{}, err
	}
	res, limit := a.Route.Res, x.Service.Options.Limits.Export
	n, err := res.Rows.Count(x.Context, predicate.And(a.Cond, asked.Where), limit+1)
	switch {
	case err != nil:
		return request.Result{}, fmt.Errorf("count %s: %w", res.Name, err)
	case n > limit:
		return request.Result{}, problem.New(problem.Malformed, "The list has more than %d records, which is the limit of a file. Please filter it.", limit)
	}
	all := wholeList(x, a, asked, nil)
	all.File = fileName(a.Route.Pattern) + "." + a.Format.Name
	return all, nil
}

// fileName returns the last segment of a path: "comments" of "/tickets/{ticket}/comments/".
func fileName(pattern string) string {
	name := "list"
	for part := range strings.SplitSeq(pattern, "/") {
		if part != "" && part[0] != '{' {
			name = part
		}
	}
	return name
}

// setFile marks a response as a file to download.
func setFile(resp *request.Response, h http.Header) {
	if resp.File != "" {
		h["Content-Disposition"] = []string{`attachment; filename="` + resp.File + `"`}
	}
}
