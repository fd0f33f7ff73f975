package compat

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// language is a set of strings: those that match all patterns and have a length within
// a span.
type language struct {
	patterns []string
	length   span
}

// languages compares sets of strings and caches the answers.
type languages struct {
	memo  map[string]answer
	steps int // of all searches
}

// answer is the result of a search for a string. If found is false and sure is true, no
// such string exists.
type answer struct {
	text        string
	found, sure bool
}

const (
	// maxStates limits the states that one search for a string visits.
	maxStates = 1500
	// maxLanguageSteps limits the steps of all searches for strings in one
	// comparison.
	maxLanguageSteps = 400_000
	// maxTracked is the greatest length for which a search counts every character.
	maxTracked = 300
	// maxSpelled is the greatest length of a string that a search returns.
	maxSpelled = 20_000
)

func (l language) key() string {
	var b strings.Builder
	for _, p := range l.patterns {
		b.WriteString(strconv.Quote(p))
	}
	for _, r := range []*big.Rat{l.length.min, l.length.max} {
		b.WriteByte('|')
		if r != nil {
			b.WriteString(r.RatString())
		}
	}
	return b.String()
}

// and returns the strings of l that match a pattern.
func (l language) and(pattern string) language {
	l.patterns = append(slices.Clip(l.patterns), pattern)
	return l
}

// outside returns the shortest string that is in l but not in other; a nil other is the
// empty set.
func (ls *languages) outside(l language, other *language) answer {
	key := l.key() + "\\"
	if other != nil {
		key += other.key()
	}
	if a, ok := ls.memo[key]; ok {
		return a
	}
	a := ls.search(l, other)
	ls.memo[key] = a
	return a
}

func (ls *languages) search(l language, other *language) answer {
	low, high, ok := l.length.ints()
	if !ok {
		return answer{sure: true}
	}
	if low > maxSpelled {
		return answer{}
	}
	s := &search{owner: ls, low: low, high: high, mine: len(l.patterns)}
	patterns := l.patterns
	if other != nil {
		s.other = true
		s.otherLow, s.otherHigh, s.otherOK = other.length.ints()
		patterns = slices.Concat(patterns, other.patterns)
	}
	if len(patterns) == 0 {
		return s.plain()
	}
	for _, n := range []int{low, high, s.otherLow, s.otherHigh} {
		if n != unbounded {
			s.tracked = max(s.tracked, n+1)
		}
	}
	if s.tracked > maxTracked {
		return answer{}
	}
	first := s.read(patterns, 0)
	if !first.sure || first.found && l.agreed(first.text, other) || !slices.ContainsFunc(patterns, func(p string) bool { return len(readings(p)) > 1 }) {
		return first
	}
	second := s.read(patterns, 1)
	if first.found && !(second.found && l.agreed(second.text, other)) {
		return first
	}
	return second
}

// read searches with one reading of the patterns.
func (s *search) read(patterns []string, reading int) answer {
	s.machines = nil
	for _, p := range patterns {
		all := readings(p)
		if len(all) == 0 {
			return answer{}
		}
		m := newMachine(all[min(reading, len(all)-1)])
		if m == nil {
			return answer{}
		}
		s.machines = append(s.machines, m)
	}
	s.letters = alphabet(s.machines)
	return s.run()
}

// agreed reports whether text is in l and not in other with each reading of the
// patterns.
func (l language) agreed(text string, other *language) bool {
	for _, p := range l.patterns {
		if compile(p).match(text) != yes {
			return false
		}
	}
	return other == nil || len(other.patterns) == 0 || slices.ContainsFunc(other.patterns, func(p string) bool { return compile(p).match(text) == no })
}

// unbounded is the upper end of a span without a maximum.
const unbounded = 1 << 40

// ints returns the counts that a span allows. ok is false if it allows none.
func (s span) ints() (low, high int, ok bool) {
	high = unbounded
	if s.min != nil && s.min.Sign() > 0 {
		low = ceil(s.min)
	}
	if s.max != nil {
		if s.max.Sign() < 0 {
			return 0, 0, false
		}
		high = floor(s.max)
	}
	return low, high, low <= high
}

func floor(r *big.Rat) int {
	q := new(big.Int).Div(r.Num(), r.Denom())
	if !q.IsInt64() || q.Int64() > unbounded-1 {
		return unbounded - 1
	}
	return int(q.Int64())
}

func ceil(r *big.Rat) int {
	n := floor(r)
	if !r.IsInt() {
		n++
	}
	return n
}

// search is one search in the product of all patterns.
type search struct {
	owner               *languages
	machines            []*machine
	mine                int // the number of machines of the first language
	low, high           int
	other, otherOK      bool
	otherLow, otherHigh int
	tracked             int
	letters             []rune
}

// plain compares only lengths.
func (s *search) plain() answer {
	try := []int{s.low}
	if s.otherOK && s.otherHigh != unbounded {
		try = append(try, s.otherHigh+1)
	}
	for _, n := range try {
		if n >= s.low && n <= s.high && !(s.otherOK && n >= s.otherLow && n <= s.otherHigh) {
			if n > maxSpelled {
				return answer{}
			}
			return answer{strings.Repeat("a", n), true, true}
		}
	}
	return answer{sure: true}
}

// node is a state of the search, with the state before it.
type node struct {
	states []state
	length int
	letter rune
	from   *node
}

func (n *node) text() string {
	var out []rune
	for ; n.from != nil; n = n.from {
		out = append(out, n.letter)
	}
	slices.Reverse(out)
	return string(out)
}

func (s *search) run() answer {
	first := &node{}
	for range s.machines {
		first.states = append(first.states, state{last: -1})
	}
	queue, seen := []*node{first}, map[string]bool{}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		queue[i] = nil
		if s.accepts(n) {
			return answer{n.text(), true, true}
		}
		if n.length >= s.high {
			continue
		}
		for _, r := range s.letters {
			next := &node{letter: r, from: n, length: n.length + 1}
			for j, m := range s.machines {
				next.states = append(next.states, m.step(n.states[j], r))
			}
			s.owner.steps += len(s.machines)
			key := next.key(s.tracked)
			if seen[key] {
				continue
			}
			if seen[key] = true; len(seen) > maxStates || s.owner.steps > maxLanguageSteps {
				return answer{}
			}
			queue = append(queue, next)
		}
	}
	return answer{sure: true}
}

func (n *node) key(tracked int) string {
	key := strconv.AppendInt(nil, int64(min(n.length, tracked)), 36)
	for _, st := range n.states {
		key = append(key, '|')
		if st.matched {
			key = append(key, '!')
			continue
		}
		key = append(key, byte('0'+class(st.last)))
		for _, pc := range st.pcs {
			key = append(strconv.AppendInt(key, int64(pc), 36), ' ')
		}
	}
	return string(key)
}

// accepts reports whether the string that leads to n is in the first language
// and not in the other.
func (s *search) accepts(n *node) bool {
	if n.length < s.low || n.length > s.high {
		return false
	}
	both := s.other && s.otherOK && n.length >= s.otherLow && n.length <= s.otherHigh
	for i, m := range s.machines {
		ok := m.ends(n.states[i])
		if i < s.mine && !ok {
			return false
		}
		both = both && ok
	}
	return !both
}
