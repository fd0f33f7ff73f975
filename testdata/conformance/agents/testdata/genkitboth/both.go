package main

import "example.test/probe/tools"

func init() { makers = append(makers, maker{"exp_both", tools.ExpBoth}) }
