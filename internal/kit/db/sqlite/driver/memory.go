package driver

import "unsafe"

// memoryAt returns size bytes of memory that Go's collector doesn't know.
func memoryAt(address uintptr, size int) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), size)
}

// wordAt returns the address that lies at an address.
func wordAt(address uintptr) uintptr { return **(**uintptr)(unsafe.Pointer(&address)) }

// at is what lies at an address.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// function is the C function at an address.
func function[F any](address uintptr) F { return *(*F)(unsafe.Pointer(&address)) }

// address is where C finds a function. The caller keeps it alive.
func address[F any](function *F) uintptr { return *(*uintptr)(unsafe.Pointer(function)) }
