// Functions that read and shorten the query of an address.

package pageapi

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// LastParam returns the last value of a query parameter, "" for none.
func LastParam(query, name string) string { return querystring.Last(query, name) }

// QueryParams returns the parameters of a query, in its order.
func QueryParams(query string) []plan.ParamValue { return querystring.Parse(query) }

// Without returns a query without some parameters, and otherwise unchanged.
func Without(query string, names ...string) string { return querystring.Without(query, names...) }
