package main

import "example.test/probe/tools"

func init() {
	makers = append(makers, maker{"exp", tools.Exp}, maker{"exp_defined", tools.ExpDefined})
}
