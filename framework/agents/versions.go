// Tools as the versions of a service have them.

package agents

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/resourceful/framework/plan"
)

// compileTools makes the tools of requests that name no version, and those of each version. Tools of one name differ in what
// they say of their arguments and results: a call sends the arguments on as they are.
func (s *server) compileTools(p *plan.Plan) {
	if p.Versions == nil {
		s.tools = s.toolsOf(p, nil)
		return
	}
	s.versions = map[string]map[string]*mcp.Tool{}
	for _, v := range p.Versions.All {
		tools := s.toolsOf(p, v)
		if v == p.Versions.Default {
			s.tools = tools
		}
		s.versions[v.Name] = map[string]*mcp.Tool{}
		for _, t := range tools {
			s.versions[v.Name][t.Name] = t.Tool
		}
	}
}

// toolsOf are the tools of a version; nil for that of the plan.
func (s *server) toolsOf(p *plan.Plan, v *plan.Version) (tools []*tool) {
	for _, r := range p.Routes {
		if v != nil && v.Routes[r] != nil {
			r = v.Routes[r]
		}
		for _, o := range r.Operations {
			if s.offers(o) {
				tools = append(tools, newTool(o, s.options))
			}
		}
	}
	return tools
}
