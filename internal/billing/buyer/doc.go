// Package buyer is who is billed: the guest, the company that a booking is for, or whom a request names.
package buyer
