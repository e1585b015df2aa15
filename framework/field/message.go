// The messages of the rules, in the words of Django REST framework.

package field

import "strings"

// Messages of the validator's rules with a parameter, in the words of Django REST framework.
var (
	amountMessages = map[string]string{
		"max": "Ensure this value is less than or equal to %s.", "lte": "Ensure this value is less than or equal to %s.",
		"min": "Ensure this value is greater than or equal to %s.", "gte": "Ensure this value is greater than or equal to %s.",
		"gt": "Ensure this value is greater than %s.", "lt": "Ensure this value is less than %s.",
		"eq": "Ensure this value is %s.", "ne": "Ensure this value is not %s.",
		"oneof": "Ensure this value is one of %s.", "noneof": "Ensure this value is none of %s.",
	}
	lengthMessages = map[string]string{
		"max": "Ensure this field has no more than %s characters.", "lte": "Ensure this field has no more than %s characters.",
		"min": "Ensure this field has at least %s characters.", "gte": "Ensure this field has at least %s characters.",
		"gt": "Ensure this field has more than %s characters.", "lt": "Ensure this field has fewer than %s characters.",
		"len": "Ensure this field has exactly %s characters.",
		"eq":  "Ensure this value is %s.", "ne": "Ensure this value is not %s.", "noneof": "Ensure this value is none of %s.",
		"contains": "Ensure this field contains \"%s\".", "excludes": "Ensure this field does not contain \"%s\".",
		"startswith": "Ensure this field starts with \"%s\".", "endswith": "Ensure this field ends with \"%s\".",
	}
	timeMessages = map[string]string{
		"gt": "Ensure this value is in the future.", "gte": "Ensure this value is in the future.",
		"lt": "Ensure this value is in the past.", "lte": "Ensure this value is in the past.",
	}
	plainMessages = map[string]string{
		"email": "Enter a valid email address.",
		"url":   "Enter a valid URL.", "http_url": "Enter a valid URL.", "https_url": "Enter a valid URL.", "uri": "Enter a valid URL.",
		"uuid": "Must be a valid UUID.", "ip": "Enter a valid IPv4 or IPv6 address.",
		"ipv4": "Enter a valid IPv4 address.", "ipv6": "Enter a valid IPv6 address.",
		"alphanum": "Only letters and digits are allowed.", "alpha": "Only letters are allowed.",
		"isbn": "Enter a valid ISBN.", "isbn10": "Enter a valid ISBN of 10 digits.", "isbn13": "Enter a valid ISBN of 13 digits.",
		"issn": "Enter a valid ISSN.", "bic": "Enter a valid BIC.", "credit_card": "Enter a valid card number.", "semver": "Enter a valid version, such as 1.2.3.",
		"hostname": "Enter a valid host name.", "hostname_rfc1123": "Enter a valid host name.", "fqdn": "Enter a valid host name with its domain.",
		"latitude": "Enter a latitude from -90 to 90.", "longitude": "Enter a longitude from -180 to 180.",
		"e164":             "Enter a phone number with the code of its country, such as +12125550123.",
		"iso3166_1_alpha2": "Enter the code of a country, such as NZ.", "iso4217": "Enter the code of a currency, such as EUR.",
		"bcp47_language_tag": "Enter the code of a language, such as en-GB.", "timezone": "Enter a time zone, such as Europe/Paris.",
		"hexcolor": "Enter a colour, such as #1a2b3c.", "json": "Enter valid JSON.", "mac": "Enter a valid MAC address.", "cidr": "Enter a valid network, such as 10.0.0.0/8.",
		"numeric": "Enter a number.", "number": "Only digits are allowed.", "hexadecimal": "Only hexadecimal digits are allowed.",
		"ascii":     "Only ASCII characters are allowed.",
		"lowercase": "Only lower-case letters are allowed.", "uppercase": "Only upper-case letters are allowed.",
	}
)

// message returns the message of a broken rule, in the words of Django.
func message(k *Kind, name, param string, check Check) string {
	if check.Message != "" {
		return check.Message
	}
	text, ok := k.RuleMessages[name+"="+param]
	if !ok {
		text, ok = k.RuleMessages[name]
	}
	if !ok && k.RuleMessages == nil {
		text, ok = amountMessages[name]
	}
	if ok {
		return strings.ReplaceAll(text, "%s", strings.NewReplacer("0x2C", ",", "0x7C", "|").Replace(param))
	}
	if text, ok := plainMessages[name]; ok {
		return text
	}
	return "Enter a valid value (" + strings.TrimSuffix(name+"="+param, "=") + ")."
}

const (
	unreadNumber  = "Enter a number."
	unreadBoolean = "Must be a valid boolean."
)
