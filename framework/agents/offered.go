// The tools that a client may list and call.

package agents

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/resourceful/framework/openapi"
)

// offeredAt is where the service says which operations a requester may call at all.
const offeredAt = "/-/openapi.json?for=me"

// listOffered leaves out of lists the tools and resources that the sender may not call at all, by the rules and the scopes of
// its credentials. It is what the OpenAPI document for the sender has; a call of another one is refused by the service.
func (s *server) listOffered(sender *http.Request, prefix string) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			result, err := next(ctx, method, r)
			if err != nil || !strings.HasSuffix(method, "/list") {
				return result, err
			}
			offered, version, err := s.offered(ctx, sender, prefix)
			if err != nil {
				return nil, err
			}
			switch list := result.(type) {
			case *mcp.ListToolsResult:
				list.Tools = slices.DeleteFunc(list.Tools, func(t *mcp.Tool) bool { return !offered[t.Name] })
				for i, t := range list.Tools {
					if list.Tools[i] = s.versions[version][t.Name]; list.Tools[i] == nil {
						list.Tools[i] = s.versions[""][t.Name]
					}
				}
			case *mcp.ListResourcesResult:
				list.Resources = slices.DeleteFunc(list.Resources, func(r *mcp.Resource) bool { return !offered[r.Name] })
			case *mcp.ListResourceTemplatesResult:
				list.ResourceTemplates = slices.DeleteFunc(list.ResourceTemplates, func(r *mcp.ResourceTemplate) bool { return !offered[r.Name] })
			}
			return result, nil
		}
	}
}

// offered returns the names of the tools that the sender may call, and the version that its requests are of.
func (s *server) offered(ctx context.Context, sender *http.Request, prefix string) (offered map[string]bool, version string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, prefix+offeredAt, nil)
	if err != nil {
		return nil, "", err
	}
	a := s.ask(sender, r)
	if a.status != http.StatusOK || a.large {
		return nil, "", fmt.Errorf("%d: %s", a.status, a.body.String())
	}
	d, err := openapi.Read(a.body.Bytes())
	if err != nil {
		return nil, "", fmt.Errorf("read the document of the sender: %w", err)
	}
	offered = map[string]bool{}
	for _, t := range s.tools {
		offered[t.Name] = d.Operation(t.operation.Pattern, t.operation.Method) != nil
	}
	return offered, d.Info.Version, nil
}
