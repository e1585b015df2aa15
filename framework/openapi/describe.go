// OPTIONS, which describes a path.

package openapi

import (
	"net/http"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

// describeOperation adds OPTIONS to the operations of a path. It is offered to whoever may read there, or write.
func (b *builder) describeOperation(r *plan.Route) *Operation {
	o := &plan.Operation{Name: "options", Method: http.MethodOptions}
	words := names(r.Pattern)
	if r.Record {
		words = append(words, "record")
	}
	rs := newResponses(b, o)
	rs.add(http.StatusOK, "What the path is, the formats that it reads and writes, and the members of each write that the requester may do.",
		b.content(nil, media.Metadata, b.metadataSchema(), nil), b.describeHeaders())
	rs.refuse(b.usualCodes()...)
	op := &Operation{
		OperationID: b.id(append(words, "options")...), Tags: []string{tagOf(r)}, Deprecated: b.deprecated(),
		Summary: "Describe: " + r.Name, Description: "Describes the path, as SimpleMetadata of Django REST framework does.",
		Parameters: b.commonParams(nil, o), Responses: rs.all(), Security: b.security(r.Permits(&plan.Operation{Method: http.MethodGet}, permission.Request{}).IsFalse()),
	}
	op.order = []string{"operationId", "tags", "deprecated"}
	return op
}

// describeHeaders returns the headers of answers to OPTIONS.
func (b *builder) describeHeaders() Map[*Header] {
	to := b.headersOf("Allow")
	for _, p := range b.p.Parsers {
		if p.Patch {
			b.addHeaders(&to, "Accept-Patch")
			break
		}
	}
	return to
}

// metadataSchema returns the schema of what OPTIONS answers.
func (b *builder) metadataSchema() map[string]any {
	if b.schemas["Metadata"] != nil {
		return schemaRef("Metadata")
	}
	fields := map[string]any{"type": "object", "additionalProperties": schemaRef("FieldMetadata")}
	whole, bound := map[string]any{"type": "integer"}, map[string]any{"description": "A number, or a text such as a date."}
	choice := b.object("value", map[string]any{"description": "What is sent for it."}, "display_name", text()).require("value", "display_name")
	b.schemas["FieldMetadata"] = b.object("type", text(), "required", map[string]any{"type": "boolean"}, "read_only", map[string]any{"type": "boolean"},
		"label", text(), "help_text", text(), "max_length", whole, "min_value", bound, "max_value", bound,
		"choices", listOf(choice), "child", schemaRef("FieldMetadata"), "children", fields).
		about("What OPTIONS says of a member.").require("type", "required", "read_only")
	of := b.object("name", text(), "description", text(), "renders", listOf(text()), "parses", listOf(text()),
		"actions", map[string]any{"type": "object", "description": "The members of each write that the requester may do, by its method.", "additionalProperties": fields},
		"requires", map[string]any{"type": "array", "items": text(), "description": "The headers that a change of the record must have, where it needs some."}).
		about("What OPTIONS says of a path.").require("name", "description", "renders", "parses")
	if b.p.TimeZones != nil {
		of.Properties.Set("timezone", b.object("prefer", text(), "parameter", text(), "current", text()).about("How requests name their time zone.").require("prefer", "current"))
	}
	if b.p.Requests.ParamsInOptions {
		param := b.object("name", text(), "role", text(), "lookup", text(), "description", text(),
			"max_values", whole, "max_length", whole, "max_words", whole, "schema", map[string]any{"type": "object"}).require("name", "role", "description", "max_values")
		of.Properties.Set("parameters", b.schema(listOf(param)))
		of.Properties.Set("bulk", b.schema(map[string]any{
			"type": "object", "description": "How many rows each method takes.", "additionalProperties": b.object("max_items", whole).require("max_items"),
		}))
	}
	b.schemas["Metadata"] = of
	return schemaRef("Metadata")
}
