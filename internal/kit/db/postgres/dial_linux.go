package postgres

import (
	"errors"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

func setUserTimeout(network, _ string, conn syscall.RawConn) (err error) {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	refused := conn.Control(func(socket uintptr) {
		err = unix.SetsockoptInt(int(socket), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(deadAfter.Milliseconds()))
	})
	return errors.Join(refused, err)
}
