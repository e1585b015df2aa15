package byhand

import (
	"net/http"
	"strconv"
	"strings"
)

// acceptable refuses a request that does not take JSON: the most specific range that matches
// counts, and its q must not be 0.
func acceptable(r *http.Request) error {
	header := strings.Join(r.Header.Values("Accept"), ",")
	if header == "" || header == "*/*" || header == "application/json" {
		return nil
	}
	best, quality := 0, 0.0
	for item := range strings.SplitSeq(header, ",") {
		media, params, _ := strings.Cut(item, ";")
		rank := 0
		switch strings.ToLower(strings.TrimSpace(media)) {
		case "application/json":
			rank = 3
		case "application/*":
			rank = 2
		case "*/*":
			rank = 1
		}
		if q := weight(params); rank > best || rank == best && q > quality {
			best, quality = rank, q
		}
	}
	if best == 0 || quality == 0 {
		return refused(http.StatusNotAcceptable, "Could not satisfy the request Accept header.")
	}
	return nil
}

// weight is the q of a range, 1 where it has none.
func weight(params string) float64 {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if strings.EqualFold(name, "q") {
			q, err := strconv.ParseFloat(value, 64)
			if err == nil {
				return q
			}
		}
	}
	return 1
}
