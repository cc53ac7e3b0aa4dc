// Package letter words the mail that an invoice goes with, by the hotel's template.
package letter
