// Tools as the versions of a service have them.

package agents

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
)

// compileTools makes the tools of requests that name no version, and those of each version. Tools of one name differ in what
// they say of their arguments and results: a call sends the arguments on as they are.
func (s *server) compileTools(p *plan.Plan) error {
	all := []*plan.Version{nil}
	if p.Versions != nil {
		all = append(all, p.Versions.All...)
	}
	s.versions = map[string]map[string]*mcp.Tool{}
	for _, v := range all {
		tools, err := s.toolsOf(p, v)
		if err != nil {
			return err
		}
		name := ""
		if v != nil {
			name = v.Name
		}
		if v == nil {
			s.tools = tools
		}
		s.versions[name] = map[string]*mcp.Tool{}
		for _, t := range tools {
			s.versions[name][t.Name] = t.Tool
		}
	}
	return nil
}

// toolsOf returns the tools of a version; nil for that of requests that name none.
func (s *server) toolsOf(p *plan.Plan, v *plan.Version) (tools []*tool, err error) {
	d, err := openapi.New(p, openapi.Options{Version: v, NoPages: true})
	if err != nil {
		return nil, err
	}
	if v == nil && p.Versions != nil {
		v = p.Versions.Default
	}
	for _, r := range p.Routes {
		if v != nil && v.Routes[r] != nil {
			r = v.Routes[r]
		}
		for _, o := range r.Operations {
			if s.offers(o) {
				tools = append(tools, newTool(d, o, s.options))
			}
		}
	}
	return tools, nil
}
