// The form of a page: its fields beside the input, and their values.

package pageapi

// The fields by which a form of a page says what it stands for, because HTML forms know only GET and
// POST, no headers and no JSON. In other formats than HTML only the first four mean anything.
const (
	// MethodField is the method that the form stands for: PUT, PATCH or DELETE.
	MethodField = "_method"
	// WholeField says of a form sent as PATCH that it has an input for every field: a checkbox or a
	// choice that it does not send is empty, and not left as it is.
	WholeField = "_whole"
	// ContentField carries a body of another type, which ContentTypeField names.
	ContentField, ContentTypeField = "_content", "_content_type"
	// KeyField makes the form be done once: each form that is shown has another key.
	KeyField = "_key"
	// VersionField says as what the record was shown: its entity tag, and after a space
	// what the page adds for itself.
	VersionField = "_version"
	// FindButton is sent to search for related rows before the form is sent to be written; its value
	// is the field to search for. FindPrefix stands before a field's name in the name of the text to
	// search for.
	FindButton, FindPrefix = "_find", "_find_"
	// AnotherField is sent by the button that leads to an empty form when a record was created, and not to the record.
	AnotherField = "_another"
	// TakeButton is sent by a form whose record has changed, before it is sent to be written, to take what the record has in
	// place of what was typed; its value is the field, or the nested row, such as "works[1]".
	TakeButton = "_take"
	// UsernameField and PasswordField are those of a login within a page.
	UsernameField, PasswordField = "_username", "_password"
	// RowsField names the records that a form is about which writes many, once for each, by what their addresses name them by.
	// AskButton asks what such a form would do before it is sent: its value is AskDelete, or AskSet for a change of the
	// field that SetField names. ListField is the query of the list that it came from, and leads back to.
	RowsField, AskButton, SetField, ListField = "_rows", "_ask", "_set", "_list"
	AskDelete, AskSet                         = "delete", "set"
	// AllField is sent in place of the keys of the rows, for all that the filters of the list leave.
	AllField = "_all"
	// ImportField is sent first by a form that makes records of CSV, which CSVField has as a text, or CSVFile as a file.
	ImportField, CSVField, CSVFile = "_import", "_csv", "_file"
	// RetypeField names the write-only fields that were filled in: a login does not bring their values.
	RetypeField = "_retype"
)

// Form is what a form of a page says of itself, beside its input.
type Form struct {
	Posted map[string][]string // its fields, of one that carries a body too; nil for no form

	Overridden     bool   // it says which method it stands for
	BadOverride    bool   // it cannot stand for that
	Whole          bool   // it has an input for every field
	Raw            *Raw   // a body that it carries, nil for none
	Unread         bool   // that is not decoded yet
	RelationSearch string // the field whose related rows it searches for, "" for none
	Ask            string // what it asks before many records are written, "" for nothing
	Takes          bool   // that is, or the nested row that is, to be as the record has it
	ConfirmDelete  bool   // the page asks before a deletion
	Opens          string // the form that the page is of: ShowCreate, ShowEdit or ShowDuplicate; "" for all that there is
	Resumed        bool   // it logged in, and comes back filled in
	Tried          bool   // it asks for a dry run
	Sheet          *Sheet // CSV that it makes records of; nil for none
}

// Get is the value of a field that counts, and whether the form has the field.
func (f *Form) Get(name string) (string, bool) { return LastValue(f.Posted, name) }

// Forget makes the form one that asks for nothing but its page.
func (f *Form) Forget() { f.Overridden, f.BadOverride = false, false }

// Raw is a body that was written by hand in a page.
type Raw struct {
	ContentType, Content string
	Hidden               bool // the content is left out, because it may hold write-only values
}

// LastValue is the value of a form field that counts.
func LastValue(form map[string][]string, name string) (string, bool) {
	values := form[name]
	if len(values) == 0 {
		return "", false
	}
	return values[len(values)-1], true
}
