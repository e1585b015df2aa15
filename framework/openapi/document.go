// The objects of an OpenAPI document, as Go values.

package openapi

// Document is the OpenAPI Object: a whole document.
type Document struct {
	OpenAPI    string         `openapi:"openapi"` // "3.1.0" or "3.0.3"
	Info       Info           `openapi:"info"`
	Servers    []Server       `openapi:"servers"`
	Tags       []Tag          `openapi:"tags"`
	Paths      Map[*PathItem] `openapi:"paths"`
	Webhooks   Map[*PathItem] `openapi:"webhooks"`
	Components Components     `openapi:"components"`
	Extra

	// Facts are what the plan has of operations beside the document, by their ids. They are not written, and nil of a
	// document that was read.
	Facts map[string]*Facts `openapi:"-"`
	// Words stand before the credentials of schemes, by their names, as Facts do: "Token".
	Words map[string]string `openapi:"-"`
	// Limits are those of a request, as Facts are.
	Limits Limits `openapi:"-"`
}

// Info is the Info Object: the service as a whole.
type Info struct {
	Title       string `openapi:"title"`
	Version     string `openapi:"version"`
	Description string `openapi:"description"`
	Extra
}

// Server is the Server Object: an address below which the paths are.
type Server struct {
	URL         string `openapi:"url"`
	Description string `openapi:"description"`
	Extra
}

// Tag is the Tag Object: a group of operations.
type Tag struct {
	Name        string `openapi:"name"`
	Description string `openapi:"description"`
	Extra
}

// PathItem is the Path Item Object: the operations of a path, or those of a webhook.
type PathItem struct {
	Parameters []*Parameter `openapi:"parameters"`
	// Operations are by their methods in small letters: "get".
	Operations Map[*Operation] `openapi:",methods"`
	Extra
}

// Operation is the Operation Object: one method of a path.
type Operation struct {
	OperationID string         `openapi:"operationId"`
	Tags        []string       `openapi:"tags"`
	Summary     string         `openapi:"summary"`
	Description string         `openapi:"description"`
	Deprecated  bool           `openapi:"deprecated"`
	Parameters  []*Parameter   `openapi:"parameters"`
	RequestBody *RequestBody   `openapi:"requestBody"`
	Responses   Map[*Response] `openapi:"responses"` // by their statuses: "200"
	// Security are the ways to be known, one of which is needed; an empty one needs none.
	Security []Map[[]string] `openapi:"security"`
	// Scopes are the words of which credentials must have one that are limited to some.
	Scopes     []string    `openapi:"x-scopes"`
	RateLimits []RateLimit `openapi:"x-rate-limits"`
	Extra
}

// RateLimit is a rate that requests of an operation count under.
type RateLimit struct {
	Scope    string `openapi:"scope"`
	By       string `openapi:"by"`
	Requests int64  `openapi:"requests"`
	Seconds  int64  `openapi:"seconds"`
	Cost     int64  `openapi:"cost"`
	Extra
}

// Parameter is the Parameter Object, or a reference to one.
type Parameter struct {
	Ref         string  `openapi:"$ref"`
	Name        string  `openapi:"name"`
	In          string  `openapi:"in"` // "path", "query", "header" or "cookie"
	Required    bool    `openapi:"required"`
	Description string  `openapi:"description"`
	Style       string  `openapi:"style"`
	Explode     *bool   `openapi:"explode"`
	Schema      *Schema `openapi:"schema"`
	Extra
}

// RequestBody is the Request Body Object.
type RequestBody struct {
	Ref         string          `openapi:"$ref"`
	Description string          `openapi:"description"`
	Content     Map[*MediaType] `openapi:"content"` // by their types: "application/json"
	Required    bool            `openapi:"required,always"`
	Extra
}

// MediaType is the Media Type Object: a body of one type.
type MediaType struct {
	Schema *Schema `openapi:"schema"`
	// ItemSchema is that of each item of a stream.
	ItemSchema *Schema `openapi:"x-item-schema"`
	Extra
}

// Response is the Response Object, or a reference to one.
type Response struct {
	Ref         string          `openapi:"$ref"`
	Description string          `openapi:"description"`
	Headers     Map[*Header]    `openapi:"headers"`
	Content     Map[*MediaType] `openapi:"content"`
	// Preference is the preference (RFC 7240) of requests that get the response; "" for none.
	Preference string `openapi:"x-preference"`
	Extra
}

// Header is the Header Object, or a reference to one.
type Header struct {
	Ref         string  `openapi:"$ref"`
	Description string  `openapi:"description"`
	Schema      *Schema `openapi:"schema"`
	Extra
}

// SecurityScheme is the Security Scheme Object: a way to be known.
type SecurityScheme struct {
	Description string `openapi:"description"`
	In          string `openapi:"in"`
	Name        string `openapi:"name"`
	Scheme      string `openapi:"scheme"`
	Type        string `openapi:"type"`
	Extra
}

// Components is the Components Object: what references lead to.
type Components struct {
	Schemas         Map[*Schema]         `openapi:"schemas"`
	Responses       Map[*Response]       `openapi:"responses"`
	Parameters      Map[*Parameter]      `openapi:"parameters"`
	Headers         Map[*Header]         `openapi:"headers"`
	SecuritySchemes Map[*SecurityScheme] `openapi:"securitySchemes"`
	Extra
}

// Schema is the Schema Object: a JSON Schema (2020-12). Its bounds, such as maxLength, and the words of JSON Schema that
// have no field, are among its Others.
type Schema struct {
	Ref                  string       `openapi:"$ref"`
	Type                 Types        `openapi:"type"`
	Title                string       `openapi:"title"`
	Description          string       `openapi:"description"`
	Format               string       `openapi:"format"`
	Enum                 []any        `openapi:"enum"`
	AnyOf                []*Schema    `openapi:"anyOf"`
	OneOf                []*Schema    `openapi:"oneOf"`
	AllOf                []*Schema    `openapi:"allOf"`
	Not                  *Schema      `openapi:"not"`
	Properties           Map[*Schema] `openapi:"properties"`
	Required             []string     `openapi:"required"`
	Items                *Schema      `openapi:"items"`
	AdditionalProperties *Schema      `openapi:"additionalProperties"`
	Default              any          `openapi:"default"`
	Examples             []any        `openapi:"examples"`
	ReadOnly             bool         `openapi:"readOnly"`
	WriteOnly            bool         `openapi:"writeOnly"`
	Extra

	// Bool is a schema that is true or false, and nothing else: that of any value, and of none.
	Bool *bool `openapi:"-"`
}

// Types are those of the values of a schema. One is written as a text, several as a list.
type Types []string

// Extra is what an object has beside the fields of its type.
type Extra struct {
	// Others are its other members, such as extensions (x-…), and those with a field whose value is null.
	Others map[string]any
	order  []string // of its members: these, then the other fields, then the other Others by name
}
