// Mistakes in tags.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// Mistakes in struct tags: options, keys, names on the wire and columns.
var tagMistakes = []mistake{
	{"options", func() *rest.Set {
		type Optional struct {
			ID        int64                     `rest:"id,readOnly"`
			Unknown   string                    `rest:"unknown,shiny"`
			Hyphen    string                    `rest:"hyphen,write-only"`
			Space     string                    `rest:"space, readonly" default:""`
			Misspelt  string                    `rest:"misspelt,optinal"`
			Required  string                    `rest:"required,required"`
			Default   string                    `rest:"default,default=untitled"`
			Rule      string                    `rest:"rule,max=100"`
			OmitEmpty string                    `rest:"omit_empty,omitempty"`
			Nullable  string                    `rest:"nullable,nullable"`
			Twice     string                    `rest:"twice,optional,optional"`
			Valued    string                    `rest:"valued,unique=true" validate:"max=100"`
			Valueless rest.BelongsTo[auth.User] `rest:"valueless,show"`
			Comma     string                    `rest:"comma,"`
		}
		return one[Optional]()
	}},
	{"keys, wire names and columns", func() *rest.Set {
		type Labelled struct {
			ID            int64 `rest:"id,readonly"`
			NoTag         string
			FromJSON      string                      `json:"from_json"`
			OtherCase     string                      `rest:"other_case" Default:"untitled"`
			Misspelt      string                      `rest:"misspelt" defualt:"untitled"`
			Unknown       string                      `rest:"unknown" gorm:"size:100"`
			NoName        string                      `rest:",optional"`
			CreatedBy     string                      `rest:"created By"`
			Method        string                      `rest:"_method"`
			Head          string                      `rest:"head"`
			TakenName     string                      `rest:"head" db:"taken_name"`
			TakenColumn   string                      `rest:"taken_column" db:"head"`
			SpacedColumn  string                      `rest:"spaced_column" db:"The Title"`
			Xmin          string                      `rest:"xmin"`
			ColumnOfPairs rest.ManyToMany[auth.Group] `rest:"column_of_pairs,optional" db:"groups"`
		}
		return one[Labelled]()
	}},
	{"options that do not fit", func() *rest.Set {
		type Unfitting struct {
			ID               int64                       `rest:"id,readonly"`
			ReadAndWriteOnly string                      `rest:"read_and_write_only,readonly,writeonly" default:""`
			ReadOnlyOptional string                      `rest:"read_only_optional,readonly,optional" default:""`
			DefaultOptional  string                      `rest:"default_optional,optional" default:"untitled"`
			OptionalTime     time.Time                   `rest:"optional_time,optional"`
			MultilineNumber  int                         `rest:"multiline_number,multiline"`
			UniqueList       rest.ManyToMany[auth.Group] `rest:"unique_list,optional,unique"`
			LinkOfText       string                      `rest:"link_of_text,link"`
			HiddenReadOnly   string                      `rest:"-,readonly" default:""`
			HiddenLabel      string                      `rest:"-" label:"Token" default:""`
		}
		return one[Unfitting]()
	}},
}
