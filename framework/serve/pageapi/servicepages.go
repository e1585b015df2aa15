// The pages about the whole service: its reference, its problem codes, and the search in all resources.

package pageapi

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/openapi/reference"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/store"
)

// ReferencePath is the address of the reference page.
const ReferencePath = "/-/api"

// ReferencePage holds the data of the reference page.
type ReferencePage struct {
	*reference.Reference
	Request *http.Request
	Header  http.Header // headers of the response
	Base    string      // "https://example.com/api"
	User    *auth.User  // nil for an anonymous requester
	// Mine limits the reference to members and operations that the requester may use.
	Mine bool
	// Versions are the names of the service's versions, and Version the one that the reference describes;
	// both are empty without versions.
	Versions []string
	Version  string
}

// ProblemsPath is the address of the list of problem codes. The address of a code's page is ProblemsPath and
// the code.
const ProblemsPath = "/-/problems/"

// ProblemPage holds the data of the page about a problem code, or of the list of all codes.
type ProblemPage struct {
	Request  *http.Request
	Header   http.Header // headers of the response
	Base     string      // "https://example.com/api"
	User     *auth.User  // nil for an anonymous requester
	Language *problem.Language
	Kind     *problem.Kind // nil for the list
}

// FindPath is the address of the page that finds records, and FindParam its parameter.
const (
	FindPath  = "/-/find"
	FindParam = "q"
)

// FindPage holds the data of the page that finds records.
type FindPage struct {
	Request  *http.Request
	Header   http.Header // headers of the response
	Base     string      // "https://example.com/api"
	User     *auth.User  // nil for an anonymous requester
	Language *problem.Language
	Version  VersionAddress // version of the request, which addresses keep
	Text     string         // the search text; "" for none
	// Resources are those with records that the requester may read.
	Resources []*plan.Resource
	Creates   []*plan.Resource // those of them in which the requester may create records; nil without a text
	Found     []FoundRecords   // resources with matches, in their order
	Left      []*plan.Resource // resources that were not searched, because there are too many
}

// FoundRecords are the matches in one resource.
type FoundRecords struct {
	Resource *plan.Resource
	Records  []store.Found // matches in titles come first
	More     bool          // there are more matches
}
