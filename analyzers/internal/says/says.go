// Package says reads what descriptions say, where several checks go by it.
package says

import "regexp"

// Leave is the regular expression of advice to leave a value empty, at the beginning
// of a sentence or of what hangs on one: "do not leave it empty" is none.
const Leave = `(^|[.;:(,] ?)(you (can|may) )?leave (this |it )?(field )?(empty|blank|unset)\b`

var leave = regexp.MustCompile("(?i)" + Leave)

// MayBeEmpty reports whether a description says that the value may be left empty.
func MayBeEmpty(description string) bool { return leave.MatchString(description) }
