// Package profit says what a hotel has earned and spent: by accrual, by invoices, or in cash.
package profit
