// Package gostd tells the evaluator what the functions of the standard library
// do, as far as servers use them to put names, descriptions and schemas
// together.
//
// There are three kinds of model. A pure function on texts and numbers is
// called as it is, on known arguments. A function that takes functions, or
// changes what it is given, has a model of its own. And package reflect is
// modelled on the evaluator's types. Whatever is given something unknown
// returns something unknown.
//
// To add a function, add a line to one of the tables.
package gostd
