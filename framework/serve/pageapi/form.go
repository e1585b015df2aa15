// The control fields of a page's form, and their values.

package pageapi

import "slices"

// Control fields of a page's form, because HTML forms have only GET and POST, no headers and no JSON. For
// other formats than HTML only the first four have a meaning.
const (
	// MethodField is the effective method of the form: PUT, PATCH or DELETE.
	MethodField = "_method"
	// WholeField marks a form with an input for every field. A checkbox or choice that it does not send is empty, instead of
	// unchanged or the default.
	WholeField = "_whole"
	// ContentField holds a raw body, and ContentTypeField its media type.
	ContentField, ContentTypeField = "_content", "_content_type"
	// KeyField makes the service apply the form once: each shown form has another key.
	KeyField = "_key"
	// VersionField is the version of the record that the form shows: its entity tag and, after a space,
	// data of the page.
	VersionField = "_version"
	// FindButton searches related rows instead of sending the form; its value is the field. FindPrefix and
	// the field's name are the name of the search text.
	FindButton, FindPrefix = "_find", "_find_"
	// AnotherField is sent by the second button of a form, which shows another form instead of the saved record: after
	// a create an empty one; after a change, that of the record in its value, a segment of a path.
	AnotherField = "_another"
	// TakeButton replaces typed values by the record's in a form whose record has changed, instead of
	// sending the form. Its value is the field or the nested row, such as "works[1]".
	TakeButton = "_take"
	// UsernameField and PasswordField are the credentials of a login within a page.
	UsernameField, PasswordField = "_username", "_password"
	// RowsField is the address key of a record in a form that writes many, once for each record. AskButton
	// requests the question before such a form: AskDelete, or AskSet for a change of the fields in SetField, and
	// of one in AlsoField. ListField is the query of the list that the form returns to.
	RowsField, AskButton, SetField, AlsoField, ListField = "_rows", "_ask", "_set", "_also", "_list"
	AskDelete, AskSet                                    = "delete", "set"
	// EmptyField names a field in SetField that the form makes empty. Without it, an empty value brings the question back.
	EmptyField = "_empty"
	// AskUnset and the name of a field is AskSet without the field.
	AskUnset = "unset-"
	// AllField replaces the keys of the rows: it selects all rows that match the filters of the list.
	AllField = "_all"
	// ImportField is the first field of a form that creates records from CSV, in CSVField as a text or in
	// CSVFile as a file.
	ImportField, CSVField, CSVFile = "_import", "_csv", "_file"
	// RetypeField names the write-only fields that had a value: a login does not carry these values.
	RetypeField = "_retype"
)

// Form holds the control fields of a page's form.
type Form struct {
	Posted map[string][]string // all fields, also of a form with a raw body; nil for no form

	Overridden     bool   // the form has another method than POST
	BadOverride    bool   // it has a method that forms cannot have
	Whole          bool   // it has an input for every field
	Raw            *Raw   // its raw body, nil for none
	Unread         bool   // the raw body is not decoded yet
	RelationSearch string // the field whose related rows it searches, "" for none
	Ask            string // the value of AskButton, "" for none
	Takes          bool   // RelationSearch names a field or nested row that takes the record's value
	ConfirmDelete  bool   // the page asks before a deletion
	Opens          string // the only form of the page: ShowCreate, ShowEdit or ShowDuplicate; "" for all forms
	Resumed        bool   // a login has returned the form
	Tried          bool   // the form requests a dry run
	Sheet          *Sheet // CSV to create records from; nil for none
}

// Unfilled returns the fields that a form sets for many records without a value, and without EmptyField. A form with AskButton
// has none, because it writes nothing.
func Unfilled(form map[string][]string) (fields []string) {
	if form[AskButton] != nil {
		return nil
	}
	for _, name := range form[SetField] {
		if filled := func(value string) bool { return value != "" }; !slices.ContainsFunc(form[name], filled) && !slices.Contains(form[EmptyField], name) {
			fields = append(fields, name)
		}
	}
	return fields
}

// Get returns the effective value of a field, and whether the form has the field.
func (f *Form) Get(name string) (string, bool) { return LastValue(f.Posted, name) }

// Forget removes the method of the form, so that the request only shows the page.
func (f *Form) Forget() { f.Overridden, f.BadOverride = false, false }

// Raw is a body that people type in a page.
type Raw struct {
	ContentType, Content string
	Hidden               bool // the content is left out, because it may hold write-only values
}

// LastValue returns the effective value of a form field: the last one.
func LastValue(form map[string][]string, name string) (string, bool) {
	values := form[name]
	if len(values) == 0 {
		return "", false
	}
	return values[len(values)-1], true
}
