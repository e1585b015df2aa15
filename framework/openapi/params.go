// The parameters of operations: of the query, and headers.

package openapi

import (
	"fmt"
	"maps"
	"net/http"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
)

// operationParams returns the parameters of an operation.
func (b *builder) operationParams(r *plan.Route, o *plan.Operation) (list []*Parameter) {
	for _, p := range queryParams(o) {
		list = append(list, b.queryParam(p))
	}
	tags, actions := tagsRows(o)
	if tags {
		list = append(list, b.sharedParam("RowTags", &Parameter{
			Name: "_etags", In: "query", Description: "Gives each row its entity tag, in the member _etag.", Schema: b.schema(truth()),
		}))
	}
	if actions {
		list = append(list, b.sharedParam("RowActions", &Parameter{
			Name: "_actions", In: "query", Schema: b.schema(truth()),
			Description: "Gives each row the names of the operations that the requester may do with the record, in the member _actions.",
		}))
	}
	return b.commonParams(list, o)
}

func truth() map[string]any { return map[string]any{"type": "boolean", "default": false} }

// commonParams adds those that do not depend on the resource. o is nil for the root.
func (b *builder) commonParams(list []*Parameter, o *plan.Operation) []*Parameter {
	var restricted []string
	if o != nil {
		restricted = o.Formats
	}
	if fs := b.formats(restricted); len(fs) > 1 && (o == nil || o.File == nil) {
		list = append(list, b.formatParam(fs, restricted))
	}
	if o != nil && o.File != nil {
		list = append(list, b.sharedParam("Signed", &Parameter{
			Name: "_signed", In: "query", Schema: b.schema(text()),
			Description: "The signature of an address that the service has made, with which anyone may read the file until it expires.",
		}))
	}
	if v := b.p.Versions; v != nil {
		list = b.versionParam(list, v)
	}
	header := func(component, name, about string, s map[string]any) {
		list = append(list, b.sharedParam(component, &Parameter{Name: name, In: "header", Description: about, Schema: b.schema(s)}))
	}
	safe, describes := o == nil || o.Safe(), o != nil && o.Method == http.MethodOptions
	record := o != nil && o.Record && !safe
	if safe || record {
		header("IfNoneMatch", "If-None-Match", "Entity tags that the record or list must not have, or *. A read is answered by 304 where it has one, a change by 412.", text())
	}
	prefer := ""
	if z := b.p.TimeZones; z != nil {
		prefer = " timezone=Europe/Berlin shows and reads moments in that zone of the IANA database."
		if z.Param != "" {
			list = append(list, b.sharedParam("TimeZone", &Parameter{
				Name: z.Param, In: "query", Schema: b.schema(map[string]any{"type": "string", "example": "Europe/Berlin"}),
				Description: "The zone of the IANA database in which moments are shown, and read where they have none, as Prefer: timezone says it.",
			}))
		}
		if safe || describes || !isUnsafe(o) {
			header("PreferTimeZone", "Prefer", strings.TrimSpace(prefer), text())
		}
	}
	if safe || describes {
		return list
	}
	if record {
		header("IfMatch", "If-Match", "Entity tags of which the record must have one, or *. A change is refused by 412 otherwise.", text())
		if o.Resource.LastModified != nil {
			header("IfUnmodifiedSince", "If-Unmodified-Since", "The moment since which the record must not have been changed, as an HTTP date.", text())
		}
	}
	if isUnsafe(o) {
		key := map[string]any{"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"}
		header("IdempotencyKey", "Idempotency-Key", "A text of the client's own, under which the request is done once: sent again within 24 hours, it gets the first answer. It needs credentials.", key)
		header("Prefer", "Prefer", "dry-run does everything and stores nothing. handling=lenient writes the good rows of a list though others are refused. return=minimal leaves the records out of the answer."+prefer, text())
	}
	return list
}

// sharedParam returns a parameter among the components.
func (b *builder) sharedParam(name string, p *Parameter) *Parameter {
	b.params[name] = p
	return &Parameter{Ref: refTo("parameters", name)}
}

// formatParam names the format of the answer.
func (b *builder) formatParam(fs []media.Format, restricted []string) *Parameter {
	var names []string
	for _, f := range fs {
		names = append(names, f.Name)
	}
	p := &Parameter{
		Name: "format", In: "query", Description: "The format of the answer, before what Accept says.", Schema: b.schema(map[string]any{"type": "string", "enum": names}),
	}
	if restricted != nil {
		return p
	}
	return b.sharedParam("Format", p)
}

// versionParam adds the parameter or header by which requests name their version.
func (b *builder) versionParam(list []*Parameter, v *plan.Versions) []*Parameter {
	in := map[plan.VersionPlace]string{plan.VersionInHeader: "header", plan.VersionInQuery: "query"}[v.Place]
	if in == "" {
		return list
	}
	var names []string
	for _, one := range v.All {
		names = append(names, one.Name)
	}
	s := map[string]any{"type": "string", "enum": names, "default": v.Default.Name}
	return append(list, b.sharedParam("Version", &Parameter{Name: v.Name, In: in, Description: "The version of the service.", Schema: b.schema(s)}))
}

// queryParam returns a parameter of the query of a resource.
func (b *builder) queryParam(p *plan.Param) *Parameter {
	s := map[string]any{"type": "string"}
	if p.Schema != nil {
		s = maps.Clone(p.Schema)
	}
	about := p.Description()
	if p.Role == plan.PagingRole && p.Read == nil {
		about = clamped(s, about)
	}
	param := &Parameter{Name: p.Name, In: "query", Description: about}
	list := s["type"] == "array"
	if p.Several && !list {
		s, list = listOf(s), true
	}
	if items, is := s["items"].(map[string]any); is && list {
		s["items"] = b.boundText(p, items)
		if b.o.Limits.ParamValues > 0 {
			s["maxItems"] = b.o.Limits.ParamValues
		}
	} else {
		s = b.boundText(p, s)
	}
	if list {
		param.Style, param.Explode = "form", new(p.Several || !p.Commas)
	}
	addExample(s)
	param.Schema = b.schema(s)
	return param
}

// clamped takes the bounds off the schema of a parameter of pages, which refuses no number, and tells of them.
func clamped(s map[string]any, about string) string {
	if most, has := s["maximum"]; has {
		about += fmt.Sprintf(" A number above %v is lowered to %v.", most, most)
	}
	delete(s, "maximum")
	delete(s, "minimum")
	return about
}

// boundText adds how long a value may be.
func (b *builder) boundText(p *plan.Param, s map[string]any) map[string]any {
	if s["type"] == nil && s["enum"] != nil {
		s = maps.Clone(s)
		s["type"] = "string"
	}
	if s["type"] != "string" || s["enum"] != nil || s["format"] != nil || p.Read == nil || b.o.Limits.ParamText <= 0 {
		return s
	}
	s = maps.Clone(s)
	s["maxLength"] = b.o.Limits.ParamText
	return s
}
