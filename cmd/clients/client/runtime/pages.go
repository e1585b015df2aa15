package runtime

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"
)

// Page is a part of a list.
type Page[T any] struct {
	Items []T
	// Total is the number of all rows of the list; nil where the service does not count them.
	Total *int64

	next, previous string // queries
	of             *pages[T]
}

// HasNext reports whether there is a page behind this one.
func (p *Page[T]) HasNext() bool { return p.next != "" }

// HasPrevious reports whether there is a page before this one.
func (p *Page[T]) HasPrevious() bool { return p.previous != "" }

// Next reads the page behind this one, nil where it is the last.
func (p *Page[T]) Next(ctx context.Context) (*Page[T], error) { return p.of.at(ctx, p.next) }

// Previous reads the page before this one, nil where it is the first.
func (p *Page[T]) Previous(ctx context.Context) (*Page[T], error) { return p.of.at(ctx, p.previous) }

// pages reads the pages of a list. The paths say where what stands in an answer.
type pages[T any] struct {
	c                                   *connection
	path                                string
	query                               url.Values
	options                             []Option
	rows, record, next, previous, total []string
}

// at reads the page with a query; nil without one.
func (p *pages[T]) at(ctx context.Context, query string) (*Page[T], error) {
	if query == "" {
		return nil, nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("the address of the page: %w", err)
	}
	return p.read(ctx, values)
}

// first reads the page that is asked for.
func (p *pages[T]) first(ctx context.Context) (*Page[T], error) { return p.read(ctx, p.query) }

// read reads the page of some parameters.
func (p *pages[T]) read(ctx context.Context, query url.Values) (*Page[T], error) {
	r := newRequest(http.MethodGet, p.path, p.options)
	r.query = query
	res, err := p.c.send(ctx, r)
	if err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	page := &Page[T]{of: p, next: linked(res.Header, "next"), previous: linked(res.Header, "prev")}
	if page.Items, err = readRows[T](answer, p.rows, p.record); err != nil {
		return nil, r.unreadable(err)
	}
	var link string
	if readAt(answer, p.next, &link) {
		page.next = queryOf(link)
	}
	link = ""
	if readAt(answer, p.previous, &link) {
		page.previous = queryOf(link)
	}
	var total int64
	if readAt(answer, p.total, &total) {
		page.Total = &total
	}
	return page, nil
}

// all reads the rows of a page after the other.
func (p *pages[T]) all(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		page, err := p.first(ctx)
		for ; page != nil && err == nil; page, err = page.Next(ctx) {
			for _, row := range page.Items {
				if !yield(row, nil) {
					return
				}
			}
		}
		if err != nil {
			yield(none, err)
		}
	}
}

// readRows reads the rows of an answer.
func readRows[T any](answer []byte, rows, record []string) ([]T, error) {
	text, err := below(answer, rows)
	if err != nil {
		return nil, err
	}
	list := []T{}
	if len(record) == 0 {
		return list, json.Unmarshal(text, &list)
	}
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		return nil, err
	}
	for _, item := range items {
		if item, err = below(item, record); err != nil {
			return nil, err
		}
		var row T
		if err := json.Unmarshal(item, &row); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

// readAt reads a value at a path, nil for none, and reports whether it is there and is not null.
func readAt(answer []byte, path []string, into any) bool {
	if path == nil {
		return false
	}
	text, err := below(answer, path)
	return err == nil && string(text) != "null" && json.Unmarshal(text, into) == nil
}

// queryOf is the query of an address of another page. Whatever host the address names, the list is read where it is.
func queryOf(address string) string {
	_, query, _ := strings.Cut(address, "?")
	return query
}

// linked is the query of the address that the header Link names for a relation, "" for none.
func linked(h http.Header, relation string) string {
	for _, line := range h.Values("Link") {
		for link := range strings.SplitSeq(line, ",") {
			address, rest, ok := strings.Cut(strings.TrimSpace(link), ">")
			if ok && strings.Contains(rest, `rel="`+relation+`"`) {
				return queryOf(strings.TrimPrefix(address, "<"))
			}
		}
	}
	return ""
}
