package main

import "example.test/probe/tools"

func init() {
	makers = append(makers, maker{"options", tools.Options}, maker{"fault_output", tools.FaultOutput},
		maker{"fault_parts", tools.FaultParts}, maker{"fault_exp_output", tools.FaultExpOutput})
}
