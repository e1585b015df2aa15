// OPTIONS, which describes a path.

package openapi

import (
	"net/http"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

// describeOperation adds OPTIONS to the operations of a path. It is offered to whoever may read there, or write.
func (b *builder) describeOperation(r *plan.Route) *object {
	o := &plan.Operation{Name: "options", Method: http.MethodOptions}
	words := names(r.Pattern)
	if r.Record {
		words = append(words, "record")
	}
	rs := newResponses(b, o)
	rs.add(http.StatusOK, "What the path is, the formats that it reads and writes, and the members of each write that the requester may do.",
		b.content(nil, media.Metadata, b.metadataSchema(), ""), b.describeHeaders())
	rs.refuse(b.usualCodes()...)
	return newObject().set("operationId", b.id(append(words, "options")...)).set("tags", []string{tagOf(r)}).set("deprecated", b.deprecated()).
		set("summary", "Describe: "+r.Name).set("description", "Describes the path, as SimpleMetadata of Django REST framework does.").
		set("parameters", b.commonParams(nil, o)).set("responses", rs.all()).set("security", b.security(r.Permits(&plan.Operation{Method: http.MethodGet}, permission.Request{}).IsFalse()))
}

// describeHeaders are those of answers to OPTIONS.
func (b *builder) describeHeaders() *object {
	to := b.headersOf("Allow")
	for _, p := range b.p.Parsers {
		if p.Patch {
			return b.addHeader(to, "Accept-Patch")
		}
	}
	return to
}

// metadataSchema is the schema of what OPTIONS answers.
func (b *builder) metadataSchema() map[string]any {
	if b.schemas["Metadata"] != nil {
		return schemaRef("Metadata")
	}
	fields := map[string]any{"type": "object", "additionalProperties": schemaRef("FieldMetadata")}
	whole, bound := map[string]any{"type": "integer"}, map[string]any{"description": "A number, or a text such as a date."}
	choice := newObject().set("type", "object").set("properties", newObject().
		set("value", map[string]any{"description": "What is sent for it."}).set("display_name", text())).set("required", []string{"value", "display_name"})
	b.schemas["FieldMetadata"] = newObject().set("type", "object").set("description", "What OPTIONS says of a member.").set("properties", newObject().
		set("type", text()).set("required", map[string]any{"type": "boolean"}).set("read_only", map[string]any{"type": "boolean"}).
		set("label", text()).set("help_text", text()).set("max_length", whole).set("min_value", bound).set("max_value", bound).
		set("choices", listOf(choice)).set("child", schemaRef("FieldMetadata")).set("children", fields)).
		set("required", []string{"type", "required", "read_only"})
	properties := newObject().set("name", text()).set("description", text()).set("renders", listOf(text())).set("parses", listOf(text())).
		set("actions", map[string]any{"type": "object", "description": "The members of each write that the requester may do, by its method.", "additionalProperties": fields}).
		set("requires", map[string]any{"type": "array", "items": text(), "description": "The headers that a change of the record must have, where it needs some."})
	if z := b.p.TimeZones; z != nil {
		properties.set("timezone", newObject().set("type", "object").set("description", "How requests name their time zone.").
			set("properties", newObject().set("prefer", text()).set("parameter", text()).set("current", text())).set("required", []string{"prefer", "current"}))
	}
	if b.p.Requests.ParamsInOptions {
		param := newObject().set("name", text()).set("role", text()).set("lookup", text()).set("description", text()).
			set("max_values", whole).set("max_length", whole).set("max_words", whole).set("schema", map[string]any{"type": "object"})
		properties.set("parameters", listOf(newObject().set("type", "object").set("properties", param).set("required", []string{"name", "role", "description", "max_values"})))
		properties.set("bulk", map[string]any{"type": "object", "description": "How many rows each method takes.", "additionalProperties": newObject().
			set("type", "object").set("properties", newObject().set("max_items", whole)).set("required", []string{"max_items"})})
	}
	b.schemas["Metadata"] = newObject().set("type", "object").set("description", "What OPTIONS says of a path.").
		set("properties", properties).set("required", strings.Fields("name description renders parses"))
	return schemaRef("Metadata")
}
