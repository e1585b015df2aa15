// The codes of refusals and of messages, with descriptions.

package problem

// Kind describes the refusals or messages with one code.
type Kind struct {
	Code  string // "max_length"
	Title string // a few words
	About string // what happened, and what to do next: at most 30 words
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
		{"error", "Server error", "The service failed, and its log has the reason. Try again later. If it fails again, tell the people who run the service."},
		{"invalid_input", "Invalid input", "Some values in the body or the query are not valid. Correct those that the member errors names, and send the request again."},
		{"parse_error", "Malformed request", "The request cannot be read, for example because its JSON is broken. Correct it where the detail says, and send it again."},
		{"not_authenticated", "Not authenticated", "You are not logged in, or your credentials are wrong. Log in, or send credentials as the header WWW-Authenticate says."},
		{"permission_denied", "Permission denied", "You do not have permission to do this. Use another account, or ask an administrator for access."},
		{"not_found", "Not found", "There is no such record or path, or you do not have permission to see it. Check the address."},
		{"method_not_allowed", "Method not allowed", "The path does not support this method. Use one of those in the header Allow."},
		{"not_acceptable", "Not acceptable", "The service does not have the requested format or version. Request another one. OPTIONS lists the formats."},
		{"conflict", "Conflict", "The record is in a state that does not allow this, or other records refer to it. Change what the detail names, and try again."},
		{"precondition_failed", "Precondition failed", "The record has changed since you read it. Read it again, and send its new ETag in If-Match."},
		{"precondition_required", "Precondition required", "A change must name the version of the record that it is based on. Read the record, and send its ETag in If-Match."},
		{"too_large", "Body too large", "The body is larger than the limit in the detail. Send less, or use several requests."},
		{"uri_too_long", "Address too long", "The address is longer than the limit in the detail. Shorten it, for example by leaving out parameters."},
		{"timeout", "Timeout", "The request did not arrive in time. Send it again."},
		{"unsupported_media_type", "Unsupported media type", "The service does not read bodies of this type here. Send one of the types that OPTIONS lists."},
		{"range_not_satisfiable", "Range not satisfiable", "The file does not have this range of bytes. Request one within the size that Content-Range names."},
		{"idempotency_key_reused", "Idempotency-Key reused", "This key was already sent with a different request. Send a new key."},
		{"throttled", "Too many requests", "You have sent too many requests. Wait for as many seconds as Retry-After says, and try again."},
		{"insufficient_storage", "No room", "The service has no room for this, or you have reached a limit. Delete what you no longer need, or try again later."},
		{"unavailable", "Unavailable", "The service cannot answer right now. Wait for as many seconds as Retry-After says, and try again."},

		{"invalid", "Invalid value", "The value has the wrong form, or it breaks a rule. Correct it as the message says."},
		{"required", "Required", "A required value is missing. Add it."},
		{"null", "Null", "The value must not be null. Send a value."},
		{"blank", "Blank", "The text must not be blank. Enter at least one character."},
		{"max_length", "Too long", "The text or list is too long. Use at most as many characters or elements as the parameter limit says."},
		{"min_length", "Too short", "The text or list is too short. Use at least as many characters or elements as the parameter limit says."},
		{"length", "Wrong length", "The text or list has the wrong length. Use exactly as many characters or elements as the parameter limit says."},
		{"max_value", "Too large", "The value is too large. Send one that is at most the parameter limit."},
		{"min_value", "Too small", "The value is too small. Send one that is at least the parameter limit."},
		{"invalid_choice", "No choice", "The value is not one of the choices. Choose another one. OPTIONS lists the choices of a field."},
		{"does_not_exist", "Does not exist", "The value names no record, or one that you do not have permission to see. Choose another record."},
		{"incorrect_type", "Incorrect type", "The value names a record, but with the wrong JSON type. Send the type that the message names."},
		{"not_a_list", "Not a list", "The value must be a list. Send a list, also for one element."},
		{"not_a_dict", "Not an object", "The value must be an object. Send its members by name."},
		{"unique", "Not unique", "Another record already has this value, or these values together. Choose a different one."},
		{"read_only", "Read-only", "The value cannot be changed in the current state of the record. Leave it out."},
		{"max_digits", "Too many digits", "The number has too many digits. Use at most as many as the message says."},
		{"max_decimal_places", "Too many decimal places", "The number has too many digits after the decimal point. Round it as the message says."},
		{"max_whole_digits", "Too many whole digits", "The number has too many digits before the decimal point. Use at most as many as the message says."},
		{"max_string_length", "Text too long", "The number is written with too many characters. Write it with fewer."},
		{"datetime", "A day with a time", "The value has a time of day, but only a date is expected. Leave out the time."},
		{"make_aware", "No such time", "The time does not exist in the time zone, for example because summer time skips it. Choose another time."},
		{"overflow", "Out of range", "The value is outside the range that can be stored. Send one within it."},
		{"empty", "Empty file", "The file is empty. Choose a file with content."},
		{"invalid_extension", "File extension", "Files with this extension are not accepted. Choose one with an extension that the message lists."},
		{"invalid_content", "File content", "The content of the file does not match its name, or its image is too large. Choose another file."},
		{"max_size", "File too large", "The file is too large. Choose a smaller one."},
		{"unknown", "Unknown name", "There is no field or parameter with this name. Check the spelling. The message may suggest the right name."},
	}
}
