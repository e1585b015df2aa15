// The schemas of what tools take and answer: those of the document.

package agents

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
)

// inputSchema returns the schema of the arguments of a tool: the parameters of the path, those of the query, the body, and how the
// call is made.
func (t *tool) inputSchema(d *openapi.Document, told *openapi.Operation) *openapi.Schema {
	input, query := object(), object()
	for _, p := range d.Paths.Get(t.operation.Pattern).Parameters {
		input.Properties.Set(p.Name, describedBy(p.Schema, p.Description))
		input.Required = append(input.Required, p.Name)
	}
	for _, p := range told.Parameters {
		if p.Ref == "" && p.In == "query" && p.Name != "format" {
			query.Properties.Set(p.Name, describedBy(p.Schema, p.Description))
			t.repeated[p.Name] = p.Explode != nil && *p.Explode
		}
	}
	if query.Properties.Len() > 0 {
		input.Properties.Set(queryArgument, query)
	}
	if body := bodySchema(d, told); body != nil {
		input.Properties.Set(bodyArgument, body)
		if told.RequestBody.Required {
			input.Required = append(input.Required, bodyArgument)
		}
	}
	if o := t.operation; !o.Safe() && (t.dryRun || !o.NonAtomic) {
		input.Properties.Set(dryRunArgument, &openapi.Schema{Type: openapi.Types{"boolean"}, Default: t.dryRun, Description: "Whether the call is tried and nothing of it kept."})
		if o.Record {
			input.Properties.Set(matchArgument, &openapi.Schema{Type: openapi.Types{"string"}, Description: "The ETag of the record that is to be changed; others are left alone."})
		}
	}
	input.Close()
	return input
}

func object() *openapi.Schema { return &openapi.Schema{Type: openapi.Types{"object"}} }

// bodySchema returns the schema of what an operation takes in JSON; nil for nothing.
func bodySchema(d *openapi.Document, told *openapi.Operation) *openapi.Schema {
	if told.RequestBody == nil || !told.RequestBody.Content.Has(jsonType) {
		return nil
	}
	return d.SchemaOf(told.RequestBody.Content.Get(jsonType).Schema)
}

// bounds returns in words the bounds of a body's members for which JSON Schema has no keyword, such as "day: Not before the request.".
// Of a list it describes the members of its items.
func bounds(d *openapi.Document, body *openapi.Schema) string {
	for len(body.AnyOf) > 0 || body.Items != nil {
		if inner := body.Items; inner != nil {
			body = d.SchemaOf(inner)
		} else {
			body = d.SchemaOf(body.AnyOf[0])
		}
	}
	var text []string
	for name, s := range body.Properties.All() {
		if words := s.ExtraBounds(); len(words) > 0 {
			text = append(text, name+": "+strings.Join(words, " "))
		}
	}
	return strings.Join(text, " ")
}

// describedBy returns a schema with the description of its parameter.
func describedBy(s *openapi.Schema, text string) *openapi.Schema {
	to := *s
	to.Description = text
	return &to
}

// answerSchema returns the schema of what an operation answers when it is done; nil where that is no object.
func answerSchema(d *openapi.Document, o *plan.Operation, told *openapi.Operation) *openapi.Schema {
	if o.Output == nil || o.History {
		return nil
	}
	for status, response := range told.Responses.All() {
		n, _ := strconv.Atoi(status)
		answer := response.Content.Get(jsonType)
		if n >= http.StatusMultipleChoices || answer == nil {
			continue
		}
		s := answer.Schema
		if len(s.AnyOf) > 0 { // one record, or a list of records
			s = s.AnyOf[0]
		}
		if s = d.SchemaOf(s); slices.Equal(s.Type, openapi.Types{"object"}) {
			return s
		}
	}
	return nil
}

// encoded returns a schema with all that it refers to, as JSON.
func encoded(d *openapi.Document, s *openapi.Schema) json.RawMessage { return d.Standalone(s).JSON() }
