// The codes of refusals and of messages, with descriptions.

package problem

// Kind describes the refusals or messages with one code.
type Kind struct {
	Code  string // "max_length"
	Title string // a few words
	About string // the mistake, and how to correct it
}

// names are the codes of whole refusals.
var names = [...]string{
	Internal: "error", Invalid: "invalid_input", Malformed: "parse_error", Unauthorized: "not_authenticated", Forbidden: "permission_denied",
	NotFound: "not_found", MethodNotAllowed: "method_not_allowed", NotAcceptable: "not_acceptable", Conflict: "conflict",
	PreconditionFailed: "precondition_failed", PreconditionRequired: "precondition_required", TooLarge: "too_large", TooLong: "uri_too_long",
	Timeout: "timeout", UnsupportedMedia: "unsupported_media_type", Reused: "idempotency_key_reused", RangeNotSatisfiable: "range_not_satisfiable", Throttled: "throttled",
	Full: "insufficient_storage", Unavailable: "unavailable",
}

// Name returns the code for programs: "not_found".
func (c Code) Name() string { return names[c] }

// Kinds returns the kinds of all codes: of refusals, then of messages about values.
func Kinds() []Kind {
	return []Kind{
		{"error", "Server error", "The service has failed. Its operators find the reason in their log; the request may be sent again."},
		{"invalid_input", "Invalid input", "The body or the query breaks rules. The member errors says of each value what is wrong."},
		{"parse_error", "Malformed request", "The request cannot be read, as with broken JSON. The detail says where."},
		{"not_authenticated", "Not authenticated", "Credentials are missing or wrong. The header WWW-Authenticate names how to send them."},
		{"permission_denied", "Permission denied", "Who asks may not do this."},
		{"not_found", "Not found", "There is no such record or path, or who asks may not see it."},
		{"method_not_allowed", "Method not allowed", "The path does not take the method. The header Allow names those that it takes."},
		{"not_acceptable", "Not acceptable", "No format, or no version, is as the request wants it. OPTIONS names the formats."},
		{"conflict", "Conflict", "The record is in a state in which this cannot be done, or others refer to it."},
		{"precondition_failed", "Precondition failed", "The record has changed since it was read. Read it again, and send its new ETag in If-Match."},
		{"precondition_required", "Precondition required", "A change has to say as what the record was read: send its ETag in If-Match."},
		{"too_large", "Body too large", "The body is over the limit that the detail names."},
		{"uri_too_long", "Address too long", "The address is over the limit that the detail names."},
		{"timeout", "Timeout", "The request was not sent in time."},
		{"unsupported_media_type", "Unsupported media type", "The body is of a type that is not read here. OPTIONS names those that are."},
		{"range_not_satisfiable", "Range not satisfiable", "The file has no such range of bytes. Content-Range says how many bytes it has."},
		{"idempotency_key_reused", "Idempotency-Key reused", "The key was sent with another request before. Send a new one."},
		{"throttled", "Too many requests", "Wait for as many seconds as Retry-After says."},
		{"insufficient_storage", "No room", "The service has no room for what was sent."},
		{"unavailable", "Unavailable", "The service cannot answer for the moment. Wait for as many seconds as Retry-After says."},

		{"invalid", "Invalid value", "The value cannot be read as one of its kind, or breaks a rule that its message names."},
		{"required", "Required", "The value has to be sent."},
		{"null", "Null", "The value may not be null."},
		{"blank", "Blank", "The text may not be blank."},
		{"max_length", "Too long", "The text or list has more characters or elements than the parameter limit."},
		{"min_length", "Too short", "The text or list has fewer characters or elements than the parameter limit."},
		{"length", "Wrong length", "The text or list has to have as many characters or elements as the parameter limit."},
		{"max_value", "Too large", "The value is greater than the parameter limit."},
		{"min_value", "Too small", "The value is less than the parameter limit."},
		{"invalid_choice", "No choice", "The value is none of the choices. OPTIONS lists those of a field."},
		{"does_not_exist", "Does not exist", "There is no record that the value names, or who asks may not see it."},
		{"incorrect_type", "Incorrect type", "The value is of another JSON type than what names a record."},
		{"not_a_list", "Not a list", "The value has to be a list."},
		{"not_a_dict", "Not an object", "The value has to be an object."},
		{"unique", "Not unique", "Another record has the value, or these values together."},
		{"read_only", "Read-only", "The value cannot be changed as the record is now."},
		{"max_digits", "Too many digits", "The number has too many digits."},
		{"max_decimal_places", "Too many decimal places", "The number has too many digits behind the point."},
		{"max_whole_digits", "Too many whole digits", "The number has too many digits before the point."},
		{"max_string_length", "Text too long", "The number is written with too many characters."},
		{"datetime", "A day with a time", "The value has a time, and a day is wanted."},
		{"make_aware", "No such time", "The time does not exist in the time zone, as in an hour that summer time leaves out."},
		{"overflow", "Out of range", "The value is beyond what can be stored."},
		{"empty", "Empty file", "The file has no bytes."},
		{"invalid_extension", "File extension", "Files with this extension are not taken."},
		{"invalid_content", "File content", "The content of the file is not what its name says, or its picture is too large."},
		{"max_size", "File too large", "The file has too many bytes."},
		{"unknown", "Unknown name", "There is no field or parameter of the name. The message may name the one that was meant."},
	}
}
