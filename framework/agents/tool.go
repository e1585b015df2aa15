// Operations as tools: their names, arguments and schemas.

package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// tool is an operation as a tool.
type tool struct {
	*mcp.Tool
	operation *plan.Operation
	params    []string // of the path
	dryRun    bool     // where the call does not say
}

// isResource reports whether the operation reads records that agents know as resources.
func (t *tool) isResource() bool {
	return t.operation.Safe() && t.operation.Resource != nil && t.operation.Builtin&(plan.List|plan.Retrieve) != 0
}

// The arguments beside the parameters of the path.
const (
	bodyArgument   = "body"
	queryArgument  = "query"
	dryRunArgument = "dry_run"
	matchArgument  = "if_match"
)

func newTool(o *plan.Operation, options Options) *tool {
	t := &tool{operation: o, params: plan.Params(o.Pattern), dryRun: options.DryRun && !o.Safe()}
	properties, required := map[string]any{}, slices.Clone(t.params)
	for _, name := range t.params {
		properties[name] = map[string]any{"type": []any{"string", "integer"}, "description": "From the path " + o.Pattern + "."}
	}
	if params := queryOf(o); len(params) > 0 {
		query := map[string]any{}
		for _, param := range params {
			s := map[string]any{"description": sentences(param.About, openapi.Words(param.Schema))}
			if param.Several || param.Commas {
				s["type"] = []any{"string", "number", "boolean", "array"}
			} else {
				s["type"] = []any{"string", "number", "boolean"}
			}
			if value, has := param.Schema["default"]; has {
				s["default"] = value
			}
			query[param.Name] = s
		}
		properties[queryArgument] = map[string]any{"type": "object", "properties": query}
	}
	if o.Input != nil {
		properties[bodyArgument] = bodySchema(o)
		required = append(required, bodyArgument)
	}
	if !o.Safe() && (t.dryRun || !o.NonAtomic) {
		properties[dryRunArgument] = map[string]any{"type": "boolean", "default": t.dryRun, "description": "Whether the call is tried and nothing of it kept."}
		if o.Record {
			properties[matchArgument] = map[string]any{"type": "string", "description": "The ETag of the record that is to be changed; others are left alone."}
		}
	}
	input := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		input["required"] = required
	}
	destructive := o.Method != http.MethodPost
	t.Tool = &mcp.Tool{
		Name: toolName(o), Title: openapi.Summary(o), Description: describe(o), InputSchema: input,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: o.Safe(), DestructiveHint: &destructive, IdempotentHint: o.Method == http.MethodPut || o.Method == http.MethodDelete},
	}
	if s := answerSchema(o); s != nil { // a nil map is no nil any
		t.Tool.OutputSchema = s
	}
	return t
}

// toolName is the name of an operation: "tickets_close" of POST /tickets/{key}/close/.
func toolName(o *plan.Operation) string {
	var words []string
	path := o.Pattern
	if o.Resource != nil {
		path = o.Resource.Path
	}
	for segment := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if !strings.HasPrefix(segment, "{") {
			words = append(words, segment)
		}
	}
	name := strings.ToLower(o.Method)
	if o.Resource != nil {
		name = o.Name
	}
	return strings.Join(append(words, name), "_")
}

// describe is what an operation is for: a built-in one does the same for all resources, and has the description of its own.
func describe(o *plan.Operation) string {
	text := o.Method + " " + o.Pattern + ". " + openapi.About(o)
	if o.Description == "" && o.Resource != nil {
		text += " " + o.Resource.Description
	}
	return strings.TrimSpace(text)
}

// queryOf are the parameters of the query of an operation.
func queryOf(o *plan.Operation) []*plan.Param {
	switch {
	case o.Resource == nil:
		return nil
	case o.Builtin == plan.List:
		return o.Resource.Params
	case o.Builtin == plan.Retrieve:
		return o.Resource.RecordParams
	case o.Filtered:
		return plan.Narrowing(o.Resource.Params)
	}
	return nil
}

// shownSchema is the JSON Schema of a representation. It says of each member of what kind it is.
func shownSchema(t *schema.Type) map[string]any {
	properties := map[string]any{}
	for _, f := range t.Shown {
		properties[f.Wire] = memberSchema(f)
	}
	return map[string]any{"type": "object", "properties": properties}
}

// bodySchema is the JSON Schema of what an operation takes. What is wrong with a body is said by the service, so that it is
// said in the same words everywhere.
func bodySchema(o *plan.Operation) map[string]any {
	if o.Resource != nil && (o.Resource.Envelope != nil || o.Resource.Bulk.Has(o.Builtin)) {
		return map[string]any{"type": []any{"object", "array"}}
	}
	properties, required := map[string]any{}, []string{}
	for _, f := range o.Input.Type.Fields {
		if !f.Writable() || f.CreateOnly && o.Builtin&(plan.Replace|plan.Modify) != 0 {
			continue
		}
		s := memberSchema(f)
		if value, has := openapi.Default(f); has && o.Method != http.MethodPatch {
			s["default"] = value
		}
		properties[f.Wire] = s
		if f.Required() && o.Method != http.MethodPatch {
			required = append(required, f.Wire)
		}
	}
	s := map[string]any{"type": "object", "properties": properties}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// memberSchema is the JSON Schema of a member.
func memberSchema(f *schema.Field) map[string]any {
	s := map[string]any{}
	switch {
	case f.Relation != nil || f.Derived != nil && !f.IsAddress(): // it may stand for rows that the requester may not see
	case f.IsFile() || f.IsAddress() || f.ByLink():
		s["type"] = []any{"string", "null"}
	default:
		s = f.Spec.JSON()
	}
	if words := sentences(f.Help, openapi.Words(s)); words != "" {
		s["description"] = words
	}
	return s
}

// sentences are a text with what a schema asks of values behind it: some agents read no bounds but those in words, and JSON
// Schema has none for dates.
func sentences(text string, bounds []string) string {
	if text = strings.TrimSpace(text); text != "" && len(bounds) > 0 && !strings.ContainsAny(text[len(text)-1:], ".!?") {
		text += "."
	}
	return strings.TrimSpace(text + " " + strings.Join(bounds, " "))
}

// request is the request that a call stands for, or the body of the refusal of arguments that make none. leadsTo says which
// pattern a path is of: a key that makes the path of another operation, which may not be offered, is refused.
func (t *tool) request(ctx context.Context, prefix string, arguments json.RawMessage, leadsTo func(string) string) (*http.Request, []byte) {
	args := map[string]json.RawMessage{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &args); err != nil {
			return nil, []byte(`{"detail":"The arguments are no object."}`)
		}
	}
	path, problems := t.path(args, leadsTo)
	for _, name := range t.params {
		delete(args, name)
	}
	query, messages := t.query(args[queryArgument])
	if messages != nil {
		problems[queryArgument] = messages
	}
	dryRun, match := t.dryRun, ""
	if raw, given := args[dryRunArgument]; given && json.Unmarshal(raw, &dryRun) != nil {
		problems[dryRunArgument] = []string{"Must be a valid boolean."}
	}
	if raw, given := args[matchArgument]; given && json.Unmarshal(raw, &match) != nil {
		problems[matchArgument] = []string{"Not a valid string."}
	}
	body := args[bodyArgument]
	properties := t.InputSchema.(map[string]any)["properties"].(map[string]any)
	for name := range args {
		if properties[name] == nil {
			problems[name] = []string{field.Unknown("field", name, keys(properties))}
		}
	}
	if len(problems) > 0 {
		refusal, _ := json.Marshal(problems)
		return nil, refusal
	}
	if query != "" {
		path += "?" + query
	}
	r, err := http.NewRequestWithContext(ctx, t.operation.Method, prefix+path, bytes.NewReader(body))
	if err != nil {
		return nil, []byte(`{"detail":"The arguments make no address."}`)
	}
	if len(body) > 0 {
		r.Header.Set("Content-Type", jsonType)
	}
	if dryRun && !t.operation.Safe() {
		r.Header.Set("Prefer", "dry-run")
	}
	if match != "" {
		r.Header.Set("If-Match", match)
	}
	return r, nil
}

// path is the path of a call with its escapes, and what is wrong with its parameters.
func (t *tool) path(args map[string]json.RawMessage, leadsTo func(string) string) (path string, problems map[string][]string) {
	problems = map[string][]string{}
	var escaped, plain []string
	for segment := range strings.SplitSeq(t.operation.Pattern, "/") {
		value := segment
		if name, is := strings.CutPrefix(segment, "{"); is {
			name = strings.TrimSuffix(name, "}")
			var ok bool
			if value, ok = text(args[name]); !ok || value == "" {
				problems[name] = []string{"This field is required."}
			} else if value == "." || value == ".." || strings.Contains(value, "/") {
				problems[name] = []string{"Not found."}
			}
		}
		escaped, plain = append(escaped, url.PathEscape(value)), append(plain, value)
	}
	if len(problems) == 0 && leadsTo(strings.Join(plain, "/")) != t.operation.Pattern {
		for _, name := range t.params {
			problems[name] = []string{"Not found."}
		}
	}
	return strings.Join(escaped, "/"), problems
}

// query is the query of an address, from an object of texts, numbers and lists of such.
func (t *tool) query(raw json.RawMessage) (query string, messages []string) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	params := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &params) != nil {
		return "", []string{"Expected an object of parameters."}
	}
	values := url.Values{}
	for _, name := range keys(params) {
		var list []json.RawMessage
		if json.Unmarshal(params[name], &list) != nil {
			list = []json.RawMessage{params[name]}
		}
		var texts []string
		for _, element := range list {
			value, ok := text(element)
			if !ok {
				return "", []string{fmt.Sprintf("%s is no text, number or list of such.", name)}
			}
			texts = append(texts, value)
		}
		values.Set(name, strings.Join(texts, ","))
	}
	return values.Encode(), nil
}

// text is a text, number or truth value as it stands in an address.
func text(raw json.RawMessage) (value string, ok bool) {
	if len(raw) == 0 || raw[0] == '{' || raw[0] == '[' || raw[0] == 'n' {
		return "", false
	}
	if raw[0] == '"' {
		return value, json.Unmarshal(raw, &value) == nil
	}
	return string(raw), true
}

// keys are the names of the members of an object, sorted.
func keys[V any](object map[string]V) (names []string) {
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
