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
	params    []string        // of the path
	arguments []string        // all of them
	repeated  map[string]bool // parameters of the query that have one value each time that they are there
	dryRun    bool            // where the call does not say
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

// newTool makes a tool of an operation and what the document says of it.
func newTool(d *openapi.Document, o *plan.Operation, options Options) *tool {
	t := &tool{operation: o, params: plan.Params(o.Pattern), repeated: map[string]bool{}, dryRun: options.DryRun && !o.Safe()}
	told := d.Operation(o.Pattern, o.Method)
	input := t.inputSchema(d, told)
	t.arguments = input.Properties.Names()
	destructive := o.Method != http.MethodPost
	t.Tool = &mcp.Tool{
		Name: toolName(o), Title: told.Summary, Description: describe(d, o, told), InputSchema: encoded(d, input),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: o.Safe(), DestructiveHint: &destructive, IdempotentHint: o.Method == http.MethodPut || o.Method == http.MethodDelete},
	}
	if s := answerSchema(d, o, told); s != nil {
		t.Tool.OutputSchema = encoded(d, s)
	}
	return t
}

// toolName returns the name of an operation: "tickets_close" of POST /tickets/{key}/close/.
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

// describe returns what an operation is for, with the description of its resource where it is a built-in one, and the bounds of what
// it takes.
func describe(d *openapi.Document, o *plan.Operation, told *openapi.Operation) string {
	text := o.Method + " " + o.Pattern + ". " + told.Description
	if o.Description == "" && o.Resource != nil {
		text += " " + o.Resource.Description
	}
	if body := bodySchema(d, told); body != nil {
		text = strings.TrimSpace(text) + " " + bounds(d, body)
	}
	return strings.TrimSpace(text)
}

// request returns the request that a call stands for, or the body of the refusal of arguments that make none. leadsTo says which
// pattern a path is of: a key that makes the path of another operation, which may not be offered, is refused.
func (t *tool) request(ctx context.Context, prefix string, arguments json.RawMessage, leadsTo func(string) string) (*http.Request, []byte) {
	args := map[string]json.RawMessage{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &args); err != nil {
			return nil, []byte(`{"detail":"The arguments are not an object."}`)
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
	for name := range args {
		if !slices.Contains(t.arguments, name) {
			problems[name] = []string{field.Unknown("field", name, slices.Sorted(slices.Values(t.arguments)))}
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

// path returns the escaped path of a call, and the mistakes in its parameters.
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
			} else {
				value = schema.TextKey(value).Segment()
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

// query returns the query of an address, from an object of texts, numbers and lists of such.
func (t *tool) query(raw json.RawMessage) (query string, messages []string) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	params := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &params) != nil {
		return "", []string{"Expected an object of parameters."}
	}
	values := url.Values{}
	for name := range params {
		var list []json.RawMessage
		if json.Unmarshal(params[name], &list) != nil {
			list = []json.RawMessage{params[name]}
		}
		var texts []string
		for _, element := range list {
			value, ok := text(element)
			if !ok {
				return "", []string{fmt.Sprintf("%s is not a text, a number or a list of these.", name)}
			}
			texts = append(texts, value)
		}
		if !t.repeated[name] {
			texts = []string{strings.Join(texts, ",")}
		}
		values[name] = texts
	}
	return values.Encode(), nil
}

// text returns a text, number or truth value as it stands in an address.
func text(raw json.RawMessage) (value string, ok bool) {
	if len(raw) == 0 || raw[0] == '{' || raw[0] == '[' || raw[0] == 'n' {
		return "", false
	}
	if raw[0] == '"' {
		return value, json.Unmarshal(raw, &value) == nil
	}
	return string(raw), true
}
