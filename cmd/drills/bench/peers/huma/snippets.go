package main

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"example.com/resourceful/cmd/drills/bench/peers/highlight"
)

// Snippet is a piece of source code.
type Snippet struct {
	ID       int64  `json:"id"`
	Title    string `json:"title"`
	Code     string `json:"code"`
	Linenos  bool   `json:"linenos"`
	Language string `json:"language"`
	Style    string `json:"style"`
	Owner    string `json:"owner"`
}

// columns are where the columns of a statement go.
func (s *Snippet) columns() []any {
	return []any{&s.ID, &s.Title, &s.Code, &s.Linenos, &s.Language, &s.Style, &s.Owner}
}

type oneSnippet struct{ Body Snippet }

type newSnippet struct {
	Body struct {
		Title    string `json:"title,omitempty" maxLength:"100"`
		Code     string `json:"code"`
		Linenos  bool   `json:"linenos,omitempty"`
		Language string `json:"language,omitempty" default:"python"`
		Style    string `json:"style,omitempty" default:"friendly"`
	}
}

var (
	languages = setOf(highlight.Languages())
	styles    = setOf(highlight.Styles())
)

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

// Resolve checks what the tags cannot say.
func (in *newSnippet) Resolve(huma.Context) (wrong []error) {
	if strings.TrimSpace(in.Body.Code) == "" {
		wrong = append(wrong, &huma.ErrorDetail{Location: "body.code", Message: "may not be blank"})
	}
	if !languages[in.Body.Language] {
		wrong = append(wrong, &huma.ErrorDetail{Location: "body.language", Message: "is not a valid choice", Value: in.Body.Language})
	}
	if !styles[in.Body.Style] {
		wrong = append(wrong, &huma.ErrorDetail{Location: "body.style", Message: "is not a valid choice", Value: in.Body.Style})
	}
	return wrong
}

func (s *service) addSnippets(ctx context.Context, api huma.API) error {
	const columns = `SELECT s.id, s.title, s.code, s.linenos, s.language, s.style, u.username
		FROM snippets s LEFT JOIN users u ON u.id = s.owner_id`
	var errs [3]error
	s.getSnippet, errs[0] = s.db.prepare(ctx, s.db.read, columns+` WHERE s.id = ?`)
	s.listSnippets, errs[1] = s.db.prepare(ctx, s.db.read, columns+` ORDER BY s.id`)
	s.saveSnippet, errs[2] = s.db.prepare(ctx, s.db.write,
		`INSERT INTO snippets (title, code, linenos, language, style, owner_id, highlighted)
		VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`)
	huma.Get(api, "/snippets/{id}/", s.readSnippet)
	huma.Get(api, "/snippets/{$}", s.readSnippets)
	huma.Post(api, "/snippets/{$}", s.createSnippet, func(o *huma.Operation) { o.DefaultStatus = http.StatusCreated })
	return errors.Join(errs[:]...)
}

func (s *service) readSnippet(ctx context.Context, in *struct {
	ID int64 `path:"id"`
},
) (*oneSnippet, error) {
	out := new(oneSnippet)
	err := s.getSnippet.QueryRowContext(ctx, in.ID).Scan(out.Body.columns()...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, huma.Error404NotFound("Not found.")
	}
	return out, err
}

func (s *service) readSnippets(ctx context.Context, _ *struct{}) (*struct{ Body []Snippet }, error) {
	rows, err := s.listSnippets.QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []Snippet{}
	for rows.Next() {
		list = append(list, Snippet{})
		if err := rows.Scan(list[len(list)-1].columns()...); err != nil {
			return nil, err
		}
	}
	return &struct{ Body []Snippet }{slices.Clip(list)}, rows.Err()
}

func (s *service) createSnippet(ctx context.Context, in *newSnippet) (*oneSnippet, error) {
	r, b := requesterOf(ctx), in.Body
	if r.id == 0 {
		return nil, errAnonymous
	}
	page, err := highlight.Page(b.Title, b.Code, b.Language, b.Style, b.Linenos)
	if err != nil {
		return nil, err
	}
	out := &oneSnippet{Snippet{Title: b.Title, Code: b.Code, Linenos: b.Linenos, Language: b.Language, Style: b.Style, Owner: r.name}}
	err = s.saveSnippet.QueryRowContext(ctx, b.Title, b.Code, b.Linenos, b.Language, b.Style, r.id, page).Scan(&out.Body.ID)
	return out, err
}
