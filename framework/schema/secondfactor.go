// The table of second factors.

package schema

// SecondFactorTable is the name of the table of second factors.
const SecondFactorTable = "second_factors"

// SecondFactor is the second factor of an account. Its times are in milliseconds of Unix time, 0 for none.
type SecondFactor struct {
	ID        int64  `rest:"id,readonly"`
	Account   int64  `rest:"account,readonly,unique" db:"account_id"`
	Secret    string `rest:"-" db:"secret"`
	Begun     int64  `rest:"-" db:"begun" default:"0"` // when the secret was made
	Confirmed int64  `rest:"-" db:"confirmed" default:"0"`
	LastStep  int64  `rest:"-" db:"last_step" default:"0"` // number of the last used code
	Failures  int64  `rest:"-" db:"failures" default:"0"`  // wrong codes in a row
	NextTry   int64  `rest:"-" db:"next_try" default:"0"`  // before which every code is refused
	Recovery  string `rest:"-" db:"recovery" default:""`   // hashes of the recovery codes that are left, with spaces between them
}
