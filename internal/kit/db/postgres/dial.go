package postgres

import "net"

// dialer makes connections that notice a server that has vanished from the network: by keepalives when it is silent,
// and by the kernel's user timeout when it leaves sent bytes unconfirmed, since no keepalives are sent then.
func dialer() *net.Dialer {
	return &net.Dialer{
		Timeout:         beginPatience,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: deadAfter / 4, Interval: deadAfter / 4, Count: 3},
		Control:         setUserTimeout,
	}
}
