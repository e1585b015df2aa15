package directory

import "example.com/resourceful/framework/rest"

// Group is a name under which users are gathered.
type Group struct {
	ID   int64  `rest:"url,readonly,link" db:"id"`
	Name string `rest:"name,unique" validate:"max=150"`
}

// Groups lets administrators manage the groups, by name.
func Groups() rest.Resource {
	return rest.ViewSet[Group]{
		Path:        "/groups/",
		Description: "The groups that users may belong to.",
		Order:       []string{"name"},
		Pages:       rest.PageNumber{Size: 10},
	}
}
