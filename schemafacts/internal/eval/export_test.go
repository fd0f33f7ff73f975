package eval

// Shorten divides the budgets of runs by n, until undo is called.
func Shorten(n int) (undo func()) {
	shorter = n
	return func() { shorter = 1 }
}
