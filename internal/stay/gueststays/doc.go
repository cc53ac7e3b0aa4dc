// Package gueststays keeps the bookings of guests and the payments for them: it tells and erases them, by functions of
// package booking.
package gueststays
