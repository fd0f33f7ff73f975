package value

import "slices"

// MaxElems is the greatest number of elements of a slice after a join. Longer slices
// lose the rest.
const MaxElems = 20_000

// LogSteps is the number of variables whose join costs as much as one step of the
// evaluator.
const LogSteps = 8

func (j *Joiner) slices(x, y *Slice) Value {
	pair := [2]*Slice{x, y}
	if out := j.joined[pair]; out != nil {
		return out
	}
	inX, inY := j.In.RawA, j.In.RawB
	swapped := len(x.Elems) > len(y.Elems)
	if swapped {
		x, y, inX, inY = y, x, inY, inX
	}
	j.In.Step((len(x.Elems) + len(y.Elems)) / LogSteps)
	out := &Slice{T: y.T, Pos: y.Pos, Open: EitherOpen(x.Open, y.Open), Sure: (x.Open == nil || x.Sure) && (y.Open == nil || y.Sure)}
	out.Own, out.In, out.Behind = ownedBoth(x, y), union(x.In, y.In), union(x.Behind, y.Behind)
	n, shared := 0, true // shared reports whether no value of an element is read
	for n < len(x.Elems) {
		e, d := x.Elems[n], y.Elems[n]
		if e.C != d.C {
			shared = false
			was, is := inX(e.C), inY(d.C)
			if e.Ident() != d.Ident() && !Same(Plain(was), Plain(is)) {
				break
			}
			d = j.sameElem(e, d, x, y, was, is)
		}
		d.Maybe = d.Maybe || e.Maybe
		out.Elems = append(out.Elems, d)
		n++
	}
	j.others(out, x, y, n, swapped)
	if len(out.Elems) > MaxElems {
		out.Elems, out.Open = out.Elems[:MaxElems], NewUnknown(OverBudget, j.Why.Pos, nil)
	}
	if shared && n > LogSteps && n == len(y.Elems) {
		if j.joined == nil {
			j.joined = map[[2]*Slice]*Slice{}
		}
		j.joined[pair] = out
	}
	return out
}

// merge calls add for the elements of x and y and keeps the order of each slice. It
// passes an element of both slices as a pair. For any other element, the argument for
// the other slice is nil. Of two elements that only one slice has, the older one
// comes first.
func merge(x, y []Elem, add func(e, d *Elem)) {
	inX, inY := lastPlaces(x), lastPlaces(y)
	for i, k := 0, 0; i < len(x) || k < len(y); {
		switch {
		case i == len(x):
			add(nil, &y[k])
			k++
		case k == len(y):
			add(&x[i], nil)
			i++
		case x[i].Ident() == y[k].Ident():
			add(&x[i], &y[k])
			i, k = i+1, k+1
		default:
			a, b := x[i].Ident(), y[k].Ident()
			comes, came := inY[a] > k, inX[b] > i // a comes later in y, b in x
			if comes && !came || comes == came && b.Born < a.Born {
				add(nil, &y[k])
				k++
			} else {
				add(&x[i], nil)
				i++
			}
		}
	}
}

// lastPlaces returns the index after the last occurrence of each element.
func lastPlaces(elems []Elem) map[*Cell]int {
	out := make(map[*Cell]int, len(elems))
	for i, e := range elems {
		out[e.Ident()] = i + 1
	}
	return out
}

// others appends to out the joined elements of two slices from index n on, where they
// begin to differ. Each of these elements may be absent. It may then follow the end of a
// slice of the same family.
func (j *Joiner) others(out, x, y *Slice, n int, swapped bool) {
	inX, inY := j.In.RawA, j.In.RawB
	if swapped {
		inX, inY = inY, inX
	}
	family := slices.ContainsFunc(x.In, func(f *Cell) bool { return slices.Contains(y.In, f) })
	var behind []*Cell
	merge(x.Elems[n:], y.Elems[n:], func(e, d *Elem) {
		var one Elem
		switch {
		case d == nil:
			one = *e
		case e == nil:
			one = *d
		default:
			one = j.sameElem(*e, *d, x, y, inX(e.C), inY(d.C))
		}
		if a, b := j.In.Reach(one.C); family && a && b {
			behind = append(behind, one.C)
		}
		one.Maybe = true
		out.Elems = append(out.Elems, one)
	})
	out.Behind = union(out.Behind, behind)
}

// sameElem returns the join of an element e of x, with the value was, and an element
// d of y, with the value is.
func (j *Joiner) sameElem(e, d Elem, x, y *Slice, was, is Value) Elem {
	if e.C == d.C {
		return d
	}
	c := j.either(d.C, e.C, was, is)
	if y.Owner() == nil {
		j.addAlias(d.C, c)
	}
	if x.Owner() == nil {
		j.addAlias(e.C, c)
	}
	return Elem{c, d.Maybe, d.Ident()}
}
