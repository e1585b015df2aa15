// Doors into the package for its tests.

package manage

// ByAddress is the statement that finds accounts by an address.
const ByAddress = byAddress

// Validity is the sentence about the lifetime of a link.
var Validity = validity
