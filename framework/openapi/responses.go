// What operations answer: each status with its body and its headers.

package openapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
)

const linksContent = media.Links

// formats returns the renderers of the service, or those of some names.
func (b *builder) formats(restricted []string) (list []media.Format) {
	for _, r := range b.p.Renderers {
		f := r.Format()
		_, page := r.(media.AnswerRenderer)
		if page && b.o.NoPages || restricted != nil && !slices.Contains(restricted, f.Name) {
			continue
		}
		list = append(list, f)
	}
	return list
}

// pages reports whether the service has pages for people.
func (b *builder) pages() bool {
	return !b.o.NoPages && slices.ContainsFunc(b.p.Renderers, func(r media.Renderer) bool {
		_, is := r.(media.AnswerRenderer)
		return is
	})
}

// structured reports whether a media type holds values as JSON has them.
func structured(mediaType string) bool {
	return strings.HasSuffix(mediaType, "json") && !strings.Contains(mediaType, "ndjson") || strings.HasSuffix(mediaType, "yaml")
}

// content returns a body in each format that can hold it. problems is the schema of problem details, for refusals.
func (b *builder) content(restricted []string, of media.Content, s any, problems map[string]any) (types Map[*MediaType]) {
	value, plain := b.schema(s), b.schema(text())
	for _, f := range b.formats(restricted) {
		if !f.Holds(of) {
			continue
		}
		name := f.MediaType
		if of == media.Problem {
			name = mediaType(b.p.Errors.ContentType(f.ContentType))
		}
		if structured(f.MediaType) {
			types.Set(name, &MediaType{Schema: value})
		} else {
			types.Set(name, &MediaType{Schema: plain})
		}
		if of == media.Problem && f.Alias != "" {
			types.Set(mediaType(b.p.Problems.ContentType(f.ContentType)), &MediaType{Schema: b.schema(problems)})
		}
	}
	return types
}

// contentOf returns a body of one type.
func contentOf(name string, of *MediaType) (types Map[*MediaType]) {
	types.Set(name, of)
	return types
}

func mediaType(contentType string) string {
	name, _, _ := strings.Cut(contentType, ";")
	return strings.TrimSpace(name)
}

// responses are those of an operation, by status.
type responses struct {
	b  *builder
	o  *plan.Operation // nil for the root
	is map[string]*Response
}

func newResponses(b *builder, o *plan.Operation) *responses {
	return &responses{b: b, o: o, is: map[string]*Response{}}
}

// all returns the responses, sorted by status.
func (r *responses) all() Map[*Response] { return mapOf(r.is) }

func (r *responses) add(status int, about string, content Map[*MediaType], headers Map[*Header]) {
	r.b.addHeaders(&headers, r.b.usualHeaders(r.o != nil && len(r.o.Throttles) > 0)...)
	r.is[strconv.Itoa(status)] = &Response{Description: about, Headers: headers, Content: content}
}

// refuse adds the refusals of some codes.
func (r *responses) refuse(codes ...code) {
	for _, c := range codes {
		for _, status := range r.b.statusesOf(c) {
			key := strconv.Itoa(status)
			if r.is[key] == nil {
				r.is[key] = r.b.refusal(status)
			}
		}
	}
	if r.o != nil && r.o.Resource != nil && r.o.Resource.EmptyNotFound {
		r.is["404"] = &Response{
			Description: "There is no such record, or the requester may not see it: there is a body where something else is not found.",
			Content:     r.b.responses["NotFound"].Content,
		}
	}
}

// addNotModified adds the answer to a client that has the representation already.
func (r *responses) addNotModified() {
	r.add(http.StatusNotModified, "The client has the representation already: If-None-Match names its entity tag.", Map[*MediaType]{}, r.b.headersOf("ETag"))
}

// operationResponses returns all that an operation may answer.
func (b *builder) operationResponses(route *plan.Route, o *plan.Operation) *responses {
	r := newResponses(b, o)
	switch {
	case o.File != nil:
		b.addFile(r)
	case o.History && o.Safe():
		b.addHistory(r)
	case o.Builtin == plan.List:
		b.addList(r)
	case o.Builtin == plan.Destroy, o.Builtin == plan.DestroyList:
		b.addDestroyed(r)
	case o.Builtin == plan.ModifyList:
		row := b.record(o.Resource, o.Resource.Shapes.Retrieve.Type, nil, false)
		r.add(http.StatusOK, "The records as they are now.", b.content(o.Formats, media.List, listIn(o.Resource, nil, row), nil), b.writeHeaders(o))
		b.addMinimal(r)
		b.addStatuses(r)
	default:
		b.addAnswer(r)
	}
	if o.Safe() && o.File == nil && (o.Builtin != plan.List || o.Resource.Pages != nil) {
		r.addNotModified()
	}
	if !o.Safe() && b.pages() && o.Formats == nil {
		r.add(http.StatusSeeOther, "A form of a page was done: the page that shows it.", Map[*MediaType]{}, b.headersOf("Location"))
		if o.Method == http.MethodPost && r.is["200"] == nil {
			r.add(http.StatusOK, "The page of a form that is shown again.", contentOf("text/html", &MediaType{Schema: b.schema(text())}), Map[*Header]{})
		}
	}
	r.refuse(b.codesOf(route, o)...)
	return r
}

// addList adds a page of a list, or the whole list.
func (b *builder) addList(r *responses) {
	o := r.o
	e := o.Resource
	tree, choose := chooses(o)
	row := b.row(o, tree, choose)
	of, headers := media.List, Map[*Header]{}
	if e.Pages != nil {
		of, headers = media.Page, b.headersOf("ETag", "Link")
	}
	if e.Exports {
		b.addHeaders(&headers, "Content-Disposition")
	}
	if o.Caching != nil {
		b.addHeaders(&headers, "Cache-Control")
	}
	r.add(http.StatusOK, map[bool]string{true: "A page of the list.", false: "The list."}[e.Pages != nil], b.content(o.Formats, of, listIn(e, e.Pages, row), nil), headers)
}

// row returns the schema of the rows of a list, which may have their tags and actions.
func (b *builder) row(o *plan.Operation, tree *plan.MemberTree, choose bool) map[string]any {
	row := b.record(o.Resource, o.Resource.Shapes.List.Type, tree, choose)
	tags, actions := tagsRows(o)
	properties := &b.schemas[refName(row)].Properties
	if tags {
		properties.Set("_etag", b.schema(map[string]any{"type": "string", "readOnly": true, "description": "The entity tag of the record, in a list under _etags=true."}))
	}
	if actions {
		properties.Set("_actions", b.schema(map[string]any{
			"type": "array", "items": text(), "readOnly": true, "description": "What the requester may do with the record, in a list under _actions=true.",
		}))
	}
	return row
}

// addAnswer adds one record, or what an operation of a team answers.
func (b *builder) addAnswer(r *responses) {
	o := r.o
	status := o.Status
	if status == 0 {
		status = http.StatusOK
	}
	var headers Map[*Header]
	if o.Safe() {
		headers = b.headersOf("ETag")
		if o.Caching != nil {
			b.addHeaders(&headers, "Cache-Control")
		}
	} else {
		headers = b.writeHeaders(o)
	}
	if o.Output == nil {
		if o.Status == 0 {
			status = http.StatusNoContent
		}
		r.add(status, "It is done.", Map[*MediaType]{}, headers)
		return
	}
	if o.Rows != nil && o.Rows.LastModified != nil && !o.Many {
		b.addHeaders(&headers, "Last-Modified")
	}
	if o.Builtin == plan.Create && b.p.Locates(o.Resource) {
		b.addHeaders(&headers, "Location")
	}
	of, s := b.answerSchema(o)
	about := map[int]string{http.StatusCreated: "The record that was made."}[status]
	if about == "" {
		about = map[bool]string{true: "The record.", false: "The answer."}[o.Rows != nil && !o.Many]
	}
	r.add(status, about, b.content(o.Formats, of, s, nil), headers)
	if o.Builtin&(plan.Replace|plan.Modify) != 0 {
		b.addMinimal(r)
	}
	if o.Creates() {
		made := b.writeHeaders(o)
		if b.p.Locates(o.Resource) {
			b.addHeaders(&made, "Location")
		}
		r.add(http.StatusCreated, "The record that was made: there was none at the address.", b.content(o.Formats, of, s, nil), made)
	}
	if o.Run != nil {
		r.add(http.StatusNoContent, "It is done, and there is nothing to show to the requester.", Map[*MediaType]{}, b.writeHeaders(o))
	}
	if o.Builtin == plan.Create && o.Resource.Bulk.Has(plan.Create) {
		b.addStatuses(r)
	}
}

// addMinimal adds the answer to a change without what was changed.
func (b *builder) addMinimal(r *responses) {
	r.add(http.StatusNoContent, "It is done, under Prefer: return=minimal.", Map[*MediaType]{}, b.writeHeaders(r.o))
	r.is["204"].Preference = "return=minimal"
}

// answerSchema returns the schema of what an operation answers that is about records or structs.
func (b *builder) answerSchema(o *plan.Operation) (media.Content, any) {
	if o.Many {
		if o.Rows == nil {
			return media.List, listOf(b.record(nil, o.Output.Type, nil, o.Totals != nil))
		}
		return media.List, listIn(o.Rows, nil, b.record(o.Rows, o.Rows.Shapes.List.Type, nil, false))
	}
	if o.Rows == nil {
		return media.Record, b.record(nil, o.Output.Type, nil, false)
	}
	tree, choose := chooses(o)
	row := b.record(o.Rows, o.Rows.Shapes.Retrieve.Type, tree, choose)
	one := recordIn(o.Rows, row)
	if o.Builtin == plan.Create && o.Resource.Bulk.Has(plan.Create) {
		return media.Record, anyOf(one, listIn(o.Rows, nil, row))
	}
	return media.Record, one
}

// addDestroyed adds the answers of deletions.
func (b *builder) addDestroyed(r *responses) {
	r.add(http.StatusNoContent, "It is deleted.", Map[*MediaType]{}, b.writeHeaders(r.o))
	effect := b.object("resource", text(), "effect", map[string]any{"type": "string", "enum": []string{"deleted", "cleared"}},
		"field", text(), "count", map[string]any{"type": []any{"integer", "null"}}).require("resource", "effect", "count")
	b.schemas["Deletion"] = b.object("status", map[string]any{"type": "integer"}, "related", listOf(effect)).
		about("What a deletion would do, of a dry run.").require("status", "related")
	r.add(http.StatusOK, "What the deletion would do, under Prefer: dry-run.", b.content(r.o.Formats, media.Metadata, schemaRef("Deletion"), nil), b.writeHeaders(r.o))
	if r.o.Builtin == plan.DestroyList {
		b.addStatuses(r)
	}
}

// addStatuses adds what has become of each row of a list under handling=lenient.
func (b *builder) addStatuses(r *responses) {
	e := r.o.Resource
	one := b.object("status", map[string]any{"type": "integer"}).require("status")
	if r.o.Builtin != plan.DestroyList {
		one.Properties.Set("body", b.schema(b.record(e, e.Shapes.Retrieve.Type, nil, false)))
	}
	one.Properties.Set("errors", b.schema(b.errors[0].input))
	r.add(http.StatusMultiStatus, "The result of each row, under Prefer: handling=lenient.", b.content(r.o.Formats, media.Metadata, listOf(one), nil), b.writeHeaders(r.o))
}

// addFile adds the content of a file.
func (b *builder) addFile(r *responses) {
	content := contentOf("*/*", &MediaType{Schema: b.schema(map[string]any{"type": "string", "format": "binary"})})
	r.add(http.StatusOK, "The content of the file.", content, b.headersOf("ETag", "Content-Disposition", "Accept-Ranges"))
	r.add(http.StatusPartialContent, "The ranges that the header Range asks for.", content, b.headersOf("ETag", "Content-Disposition", "Accept-Ranges", "Content-Range"))
	r.addNotModified()
}

// addHistory adds what has become of a record.
func (b *builder) addHistory(r *responses) {
	e := r.o.Resource
	entry := b.component(shapeKey{t: e.History.Type, of: e, mode: past}, typeName(e.Type)+"HistoryEntry", func() *Schema {
		state := anyOf(b.pastRecord(e), map[string]any{"type": "null"})
		of := b.object("id", map[string]any{"type": "integer"},
			"at", map[string]any{"type": "string", "format": "date-time", "examples": []any{examples["date-time"]}},
			"by", map[string]any{"type": []any{"string", "null"}, "description": "The name of the account; null for nobody."},
			"operation", text(), "before", state, "after", state).
			about("A change of a record: before is null of one that was made, after of one that was deleted.")
		return of.require(of.Properties.Names()...)
	})
	of := &plan.Resource{Pages: e.History.Pages}
	r.add(http.StatusOK, "A page of the changes, the newest first.", b.content(r.o.Formats, media.Page, listIn(of, e.History.Pages, entry), nil), b.headersOf("ETag", "Link"))
}
