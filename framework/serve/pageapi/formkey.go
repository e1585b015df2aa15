// The key of a form, under which the service applies it once.

package pageapi

// MaxKey is the largest length of an Idempotency-Key, in bytes.
const MaxKey = 255

// MinFormKey is the smallest length of a form's key, in bytes: a shorter one could be guessed.
const MinFormKey = 20

// ValidFormKey reports whether a key may come from NewKey: long, printable ASCII.
func ValidFormKey(key string) bool { return ValidKey(key) && len(key) >= MinFormKey }

// ValidKey reports whether a key is printable ASCII, with or without the quotes of the draft.
func ValidKey(key string) bool {
	for i := range len(key) {
		if key[i] < ' ' || key[i] > '~' {
			return false
		}
	}
	return key != "" && len(key) <= MaxKey
}
