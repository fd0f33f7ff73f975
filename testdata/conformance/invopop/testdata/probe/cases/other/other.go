// Package other has types whose names collide with those of cases.
package other

type Plain struct {
	Elsewhere bool `json:"elsewhere"`
}

type Status struct{ Code int }

type Time struct{ Hour int }

// Named has the name of a predeclared type's schema in no package.
type Celsius float64

type hidden struct{ X int }

type Hidden struct{ hidden }

type Box[T any] struct {
	V T `json:"v"`
}
