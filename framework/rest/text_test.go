// An example of the text of a plan.

package rest_test

import (
	"fmt"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type Branch struct {
	ID    int64                `rest:"id,readonly"`
	Room  string               `rest:"room,unique" validate:"max=100"`
	Books rest.HasMany[Volume] `rest:"books,readonly,show=title"`
}

type Volume struct {
	ID      int64                   `rest:"url,readonly,link" db:"id"`
	Title   string                  `rest:"title" validate:"min=2,max=200"`
	Format  string                  `rest:"format" default:"paper" validate:"oneof=paper audio" label:"Form of the book"`
	Pages   *int64                  `rest:"pages" help:"Left out where there are none."`
	Added   time.Time               `rest:"added" default:"now"`
	Secret  string                  `rest:"secret,writeonly,optional"`
	Branch  rest.BelongsTo[Branch]  `rest:"branch,optional,show=room,ondelete=null"`
	Similar rest.ManyToMany[Volume] `rest:"similar,optional,link"`
}

// The text of a plan shows what the declarations mean, with all that they leave unsaid.
func ExamplePlan_String() {
	set := rest.NewSet("library",
		rest.ViewSet[Volume]{Path: "/volumes/", Order: []string{"-added"}, Pages: rest.PageNumber{Size: 20}},
		rest.ViewSet[Branch]{Path: "/branches/", Actions: rest.ReadOnly, Access: permission.Anyone, LookupPattern: "[0-9]+"},
	).Access(permission.Admin)
	plan, err := set.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(plan)
	// Output:
	// configuration library
	//   /       Api Root
	//   access  admin
	//
	// resource /volumes/
	//   declared by    rest_test.Volume, in table volumes
	//   views          Volume List, Volume Instance
	//   actions        list GET, create POST, retrieve GET, replace PUT, modify PATCH, destroy DELETE
	//   access         admin
	//   order          added descending, id
	//   pages          of 20
	//   told apart by  title
	//   fields
	//     ID       url      integer                read-only, shown as a link to /volumes/, column id
	//     Title    title    text                   required, validate min=2 max=200
	//     Format   format   text                   default "paper", one of "paper" "audio", label "Form of the book"
	//     Pages    pages    integer                may be null, help "Left out where there are none."
	//     Added    added    timestamp              default now
	//     Secret   secret   text                   write-only, optional
	//     Branch   branch   to-one relation        optional, may be null, of rest_test.Branch, cleared when it is deleted, shown by room, on pages a link to /branches/, column branch_id
	//     Similar  similar  many-to-many relation  optional, of rest_test.Volume, shown as a link to /volumes/, through volumes_similar (volume_id, to_volume_id)
	//
	// resource /branches/
	//   declared by    rest_test.Branch, in table branches
	//   views          Branch List, Branch Instance
	//   actions        list GET, retrieve GET
	//   access         anyone
	//   order          id
	//   pages          none
	//   told apart by  room
	//   special        keys other than digits are not found
	//   fields
	//     ID     id     integer           read-only
	//     Room   room   text              required, unique, validate max=100
	//     Books  books  to-many relation  read-only, of rest_test.Volume, by its Branch, shown by title
	//
	// table branches
	//   id    integer  key
	//   room  text     unique
	//
	// table groups
	//   id    integer  key
	//   name  text     unique
	//
	// table users
	//   id          integer    key
	//   username    text       unique
	//   email       text       default ""
	//   password    text       default ""
	//   active      boolean    default true
	//   admin       boolean    default false
	//   created     timestamp  default now
	//   generation  integer    default 0
	//
	// table volumes
	//   id         integer          key
	//   title      text
	//   format     text             default "paper"
	//   pages      integer          may be null
	//   added      timestamp        default now
	//   secret     text             default ""
	//   branch_id  to-one relation  may be null, refers to branches, cleared when it is deleted
	//   index on  branch_id             for reference branch_id
	//   index on  added descending, id  for the order of /volumes/
	//
	// table volumes_similar, of pairs
	//   volume_id     to-one relation  refers to volumes, deleted with it
	//   to_volume_id  to-one relation  refers to volumes, deleted with it
	//   index on  to_volume_id  for reference to_volume_id
}
