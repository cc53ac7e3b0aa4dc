// Package deskpaper is what the front desk prints for itself: the list of a day's arrivals.
package deskpaper
