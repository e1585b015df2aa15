// Examples of uploaded files and images.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Scanned came on paper.
type Scanned struct {
	ID      int64        `rest:"id,readonly"`
	Subject string       `rest:"subject"`
	Scan    rest.File    `rest:"scan,writeonly" file:"max=20MiB,ext=pdf png jpg,checked"`
	Name    string       `rest:"name,readonly,of=scan.name"`
	Size    int64        `rest:"size,readonly,of=scan.size"`
	Content rest.Address `rest:"content,of=scan"`
}

// Guest has a portrait, perhaps.
type Guest struct {
	ID       int64      `rest:"id,readonly"`
	Name     string     `rest:"name"`
	Portrait rest.Image `rest:"portrait,optional" file:"max=2MiB,width=2000,height=2000,inline"`
}

// A file is sent in a form. Its content has an address below the record.
func ExampleFile() {
	set := rest.NewSet("office", rest.ViewSet[Scanned]{Path: "/scanned/", Access: permission.SignedIn})
	printPlan(set, "Scan  ", "Content  ", "/content/")
	// Output:
	// content GET /scanned/{key}/content/ answers the content of scan, description "The content of the file."
	// Scan scan file(max=20MiB,ext=pdf png jpg,checked) required, write-only
	// Content content address read-only, address of the content of scan, shown as a link to /scanned/
}

// An image that is shown is the address of its content.
func ExampleImage() {
	set := rest.NewSet("party", rest.ViewSet[Guest]{Path: "/guests/", Access: permission.SignedIn})
	printPlan(set, "Portrait  ", "/portrait/")
	// Output:
	// portrait GET /guests/{key}/portrait/ answers the content of portrait, description "The content of the file."
	// Portrait portrait image(max=2MiB,width=2000,height=2000,inline) optional, may be null, shown as a link to /guests/
}
