package main

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// User is an account with links to its groups.
type User struct {
	URL      string   `json:"url"`
	Username string   `json:"username"`
	Email    string   `json:"email"`
	Groups   []string `json:"groups"`
}

// page is a part of a list, with links to the parts beside it.
type page[T any] struct {
	Body struct {
		Count    int64   `json:"count"`
		Next     *string `json:"next"`
		Previous *string `json:"previous"`
		Results  []T     `json:"results"`
	}
}

const pageSize = 10

func (s *service) addUsers(ctx context.Context, api huma.API) error {
	var errs [2]error
	s.countUsers, errs[0] = s.db.prepare(ctx, s.db.read, `SELECT count(*) FROM users`)
	s.listUsers, errs[1] = s.db.prepare(ctx, s.db.read, `SELECT u.id, u.username, u.email, COALESCE((
			SELECT string_agg(CAST(p.group_id AS TEXT), ',' ORDER BY p.group_id)
			FROM users_groups p WHERE p.user_id = u.id), '')
		FROM users u ORDER BY u.id DESC LIMIT ? OFFSET ?`)
	huma.Get(api, "/users/{$}", s.readUsers)
	return errors.Join(errs[:]...)
}

func (s *service) readUsers(ctx context.Context, in *struct {
	Page int64 `query:"page" default:"1" minimum:"1"`
},
) (*page[User], error) {
	r := requesterOf(ctx)
	if r.id == 0 {
		return nil, errAnonymous
	}
	if !r.admin {
		return nil, errForbidden
	}
	out := new(page[User])
	if err := s.countUsers.QueryRowContext(ctx).Scan(&out.Body.Count); err != nil {
		return nil, err
	}
	last := max(1, (out.Body.Count+pageSize-1)/pageSize)
	if in.Page > last {
		return nil, huma.Error404NotFound("Invalid page.")
	}
	base := "http://" + r.host
	link := func(number int64) *string {
		if number < 1 || number > last {
			return nil
		}
		return new(base + "/users/?page=" + strconv.FormatInt(number, 10))
	}
	out.Body.Next, out.Body.Previous = link(in.Page+1), link(in.Page-1)
	rows, err := s.listUsers.QueryContext(ctx, pageSize, (in.Page-1)*pageSize)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out.Body.Results = make([]User, 0, pageSize)
	for rows.Next() {
		var id, groups string
		var u User
		if err := rows.Scan(&id, &u.Username, &u.Email, &groups); err != nil {
			return nil, err
		}
		u.URL, u.Groups = base+"/users/"+id+"/", []string{}
		for key := range strings.SplitSeq(groups, ",") {
			if key != "" {
				u.Groups = append(u.Groups, base+"/groups/"+key+"/")
			}
		}
		out.Body.Results = append(out.Body.Results, u)
	}
	return out, rows.Err()
}
