// Package says reads what descriptions say, where several checks go by it.
package says

import "regexp"

// Leave is a regular expression for advice to leave a value empty. The advice must be at
// the beginning of a sentence or clause, so that "do not leave it empty" does not match.
const Leave = `(^|[.;:(,] ?)(you (can|may) )?leave (this |it )?(field )?(empty|blank|unset)\b`

var leave = regexp.MustCompile("(?i)" + Leave)

// MayBeEmpty reports whether a description allows an empty value.
func MayBeEmpty(description string) bool { return leave.MatchString(description) }
