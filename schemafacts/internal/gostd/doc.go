// Package gostd models the functions of the standard library with which servers build
// names, descriptions and schemas.
//
// There are three kinds of model. A pure function of texts and numbers is called
// itself, if its arguments are known. A function that takes functions or changes its
// arguments has a separate model. Package reflect is modelled on the evaluator's types.
// A model with an unknown argument returns an unknown value.
//
// To add a function, add a line to one of the tables.
package gostd
