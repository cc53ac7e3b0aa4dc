// Package country has the words in which the law and the customs of a country are written down: what a tax consists of,
// which taxes hotels bear, how their numbers are checked, when a financial year begins, what documents are called and
// have to say, what a guest is asked for.
//
// It has types and pure functions only. A country is one value of type Country, in a package of its own, such as
// country/india; package packs lists those that there are.
//
// What always holds: nothing above this package asks which country it is, but asks the Country what to do. What a
// country files with an authority, such as GSTR-1, isn't here: that is outward.
package country
