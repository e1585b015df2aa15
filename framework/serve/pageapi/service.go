// The pages about the whole service: its reference, and the page that finds records.

package pageapi

import (
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/store"
)

// ReferencePath is where the page is that tells of the whole service.
const ReferencePath = "/-/api"

// ReferencePage is what the page of the whole service is made of.
type ReferencePage struct {
	*openapi.Reference
	Request *http.Request
	Header  http.Header // of the answer, to add to
	Base    string      // "https://example.com/api"
	User    *auth.User  // nil for an anonymous requester
	// Mine says that the reference is of what the requester may read and do.
	Mine bool
	// Versions are the names of those that the service has, and Version the one that the reference is of; without
	// versions both are empty.
	Versions []string
	Version  string
}

// FindPath is where the page is that finds records, and FindParam its parameter.
const (
	FindPath  = "/-/find"
	FindParam = "q"
)

// FindPage is what the page that finds records is made of.
type FindPage struct {
	Request  *http.Request
	Header   http.Header // of the answer, to add to
	Base     string      // "https://example.com/api"
	User     *auth.User  // nil for an anonymous requester
	Language *problem.Language
	Version  VersionAddress // of the request, which addresses keep
	Text     string         // that is looked for; "" for none
	// Resources are those whose records the requester may read, or some of them.
	Resources []*plan.Resource
	Found     []FoundRecords   // of the resources that have some, in their order
	Left      []*plan.Resource // those of Resources that were not looked through: there are too many
}

// FoundRecords are the records of one resource.
type FoundRecords struct {
	Resource *plan.Resource
	Records  []store.Found // those whose names have the text come first
	More     bool          // there are others
}
