package byhand

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/julienschmidt/httprouter"
)

const pageSize = 10

// listUsers answers one page of the accounts, newest first, to administrators.
func (s *Server) listUsers(w http.ResponseWriter, r *http.Request, _ httprouter.Params, u *user) error {
	if u == nil {
		return refused(http.StatusForbidden, "Authentication credentials were not provided.")
	}
	if !u.admin {
		return refused(http.StatusForbidden, "You do not have permission to perform this action.")
	}
	if !plainHost(r.Host) {
		return refused(http.StatusBadRequest, "Invalid Host header.")
	}
	var count int64
	if err := s.db.countUsers.QueryRowContext(r.Context()).Scan(&count); err != nil {
		return fmt.Errorf("count users: %w", err)
	}
	query := r.URL.Query()
	last := max(1, (count+pageSize-1)/pageSize)
	number, err := pageNumber(query, last)
	if err != nil {
		return err
	}
	base := "http://" + r.Host
	return withBuffer(func(b []byte) ([]byte, error) {
		b = strconv.AppendInt(append(b, `{"count":`...), count, 10)
		b = appendPageLink(append(b, `,"next":`...), base, query, number+1, last)
		b = appendPageLink(append(b, `,"previous":`...), base, query, number-1, last)
		b, err := s.appendUsers(append(b, `,"results":[`...), r, base, (number-1)*pageSize)
		if err != nil {
			return b, fmt.Errorf("list users: %w", err)
		}
		b = append(b, `]}`...)
		send(w, http.StatusOK, b)
		return b, nil
	})
}

// plainHost reports whether a Host header may stand in a link as it is.
func plainHost(host string) bool {
	return host != "" && strings.Trim(strings.ToLower(host), "abcdefghijklmnopqrstuvwxyz0123456789.-_:[]") == ""
}

// pageNumber is the page asked for: missing, empty and 1 are the first.
func pageNumber(query url.Values, last int64) (int64, error) {
	pages := query["page"]
	if len(pages) == 0 || pages[len(pages)-1] == "" {
		return 1, nil
	}
	text := pages[len(pages)-1]
	if text == "last" {
		return last, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > last || strings.Trim(text, "0123456789") != "" {
		return 0, refused(http.StatusNotFound, "Invalid page.")
	}
	return n, nil
}

// appendPageLink appends the address of a page, null for one that there is not.
func appendPageLink(b []byte, base string, query url.Values, number, last int64) []byte {
	if number < 1 || number > last {
		return append(b, "null"...)
	}
	query.Del("page")
	if number > 1 {
		query.Set("page", strconv.FormatInt(number, 10))
	}
	b = append(append(append(b, '"'), base...), "/users/"...)
	if len(query) > 0 {
		b = append(append(b, '?'), query.Encode()...)
	}
	return append(b, '"')
}

// appendUsers appends the records of a page.
func (s *Server) appendUsers(b []byte, r *http.Request, base string, offset int64) ([]byte, error) {
	rows, err := s.db.listUsers.QueryContext(r.Context(), pageSize, offset)
	if err != nil {
		return b, err
	}
	defer rows.Close()
	for first := true; rows.Next(); first = false {
		var id, username, email, groups string
		if err := rows.Scan(&id, &username, &email, &groups); err != nil {
			return b, err
		}
		if !first {
			b = append(b, ',')
		}
		b = appendUser(b, base, id, username, email, groups)
	}
	return b, rows.Err()
}

// appendUser appends one account; groups are keys such as "1,2,3", "" for none.
func appendUser(b []byte, base, id, username, email, groups string) []byte {
	b = appendLink(append(b, `{"url":`...), base, "/users/", id)
	b = appendText(append(b, `,"username":`...), username)
	b = appendText(append(b, `,"email":`...), email)
	b = append(b, `,"groups":[`...)
	for more := groups != ""; more; {
		var key string
		key, groups, more = strings.Cut(groups, ",")
		b = appendLink(b, base, "/groups/", key)
		if more {
			b = append(b, ',')
		}
	}
	return append(b, `]}`...)
}
