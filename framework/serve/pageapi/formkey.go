// The key of a form, by which it is done once.

package pageapi

// MaxKey is the length of an Idempotency-Key, in bytes.
const MaxKey = 255

// MinFormKey is the length of the key of a form, in bytes, below which somebody might guess it.
const MinFormKey = 20

// ValidFormKey takes a key that NewKey may have made: printable ASCII that nobody guesses.
func ValidFormKey(key string) bool { return ValidKey(key) && len(key) >= MinFormKey }

// ValidKey takes printable ASCII, whether or not the client quotes it as the draft has it.
func ValidKey(key string) bool {
	for i := range len(key) {
		if key[i] < ' ' || key[i] > '~' {
			return false
		}
	}
	return key != "" && len(key) <= MaxKey
}
