//go:build race

package main_test

const withRaceDetector = true
