// The document of a plan, as it is read for a client.

package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// document holds the parts of an OpenAPI document that the generators read.
type document struct {
	Info struct {
		Title       string `json:"title"`
		Description string `json:"description"`
		Version     string `json:"version"`
	} `json:"info"`
	Servers []struct {
		URL string `json:"url"`
	} `json:"servers"`
	Tags []struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	} `json:"tags"`
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas         map[string]*schema         `json:"schemas"`
		Parameters      map[string]*parameter      `json:"parameters"`
		SecuritySchemes map[string]*securityScheme `json:"securitySchemes"`
	} `json:"components"`
}

// documentOperation is one method of a path.
type documentOperation struct {
	Tags        []string     `json:"tags"`
	Summary     string       `json:"summary"`
	Description string       `json:"description"`
	Deprecated  bool         `json:"deprecated"`
	Parameters  []*parameter `json:"parameters"`
	RequestBody struct {
		Content map[string]content `json:"content"`
	} `json:"requestBody"`
	Responses map[string]struct {
		Content map[string]content `json:"content"`
	} `json:"responses"`
}

type content struct {
	Schema *schema `json:"schema"`
}

type parameter struct {
	Ref         string  `json:"$ref"`
	Name        string  `json:"name"`
	In          string  `json:"in"`
	Description string  `json:"description"`
	Explode     *bool   `json:"explode"`
	Schema      *schema `json:"schema"`
}

type securityScheme struct {
	Type   string `json:"type"`
	In     string `json:"in"`
	Name   string `json:"name"`
	Scheme string `json:"scheme"`
	About  string `json:"description"`
}

// schema is a JSON Schema, as far as clients have types for it.
type schema struct {
	Ref         string          `json:"$ref"`
	Type        names           `json:"type"`
	Format      string          `json:"format"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Enum        []any           `json:"enum"`
	AnyOf       []*schema       `json:"anyOf"`
	Items       *schema         `json:"items"`
	Properties  properties      `json:"properties"`
	Required    []string        `json:"required"`
	ReadOnly    bool            `json:"readOnly"`
	Default     json.RawMessage `json:"default"`

	rules json.RawMessage // the whole of it
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *schema) UnmarshalJSON(b []byte) error {
	type plain schema
	s.rules = bytes.Clone(b)
	return json.Unmarshal(b, (*plain)(s))
}

// component is the name of the schema among the components that one refers to, "" for none.
func (s *schema) component() string {
	name, is := strings.CutPrefix(s.Ref, "#/components/schemas/")
	if !is {
		return ""
	}
	return name
}

// names are those of types: one, or a list of them.
type names []string

// UnmarshalJSON implements json.Unmarshaler.
func (n *names) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*n = names{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(n))
}

// property is a member of an object.
type property struct {
	name string
	is   *schema
}

// properties are the members of an object, in the order of the document.
type properties []property

// UnmarshalJSON implements json.Unmarshaler.
func (p *properties) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		of := property{name: name.(string), is: &schema{}}
		if err := d.Decode(of.is); err != nil {
			return fmt.Errorf("%s: %w", of.name, err)
		}
		*p = append(*p, of)
	}
	return nil
}

// operation is the operation of a path, with the parameters of its path.
func (d *document) operation(path, method string) (op documentOperation, inPath []*parameter, err error) {
	item := d.Paths[path]
	if raw, has := item["parameters"]; has {
		if err := json.Unmarshal(raw, &inPath); err != nil {
			return op, nil, err
		}
	}
	err = json.Unmarshal(item[strings.ToLower(method)], &op)
	return op, inPath, err
}

// taken reports whether an operation has a parameter among the components.
func (op *documentOperation) taken(component string) bool {
	for _, p := range op.Parameters {
		if p.Ref == "#/components/parameters/"+component {
			return true
		}
	}
	return false
}
