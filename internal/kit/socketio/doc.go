// Package socketio pushes events to browsers and programs that use the official Socket.IO client. It serves the
// main namespace of Socket.IO protocol 5 over Engine.IO protocol 4: long polling, websocket, and the upgrade from
// the first to the second. Only the server emits; what a client emits is read and dropped.
//
// The protocols are public: github.com/socketio/engine.io-protocol and github.com/socketio/socket.io-protocol.
//
// # Engine.IO 4: one connection, whichever transport carries it
//
// A packet is one digit and its data. A websocket message is one packet; the body of a poll (GET) or of a POST is
// a payload: packets with the character 0x1E between them.
//
//	0 open     server: {"sid","upgrades","pingInterval","pingTimeout","maxPayload"}, the first packet of a connection
//	1 close    either side: the connection ends
//	2 ping     server, every pingInterval; "2probe" from the client is the first message of an upgrading websocket
//	3 pong     client, within pingTimeout, or the connection ends; "3probe" answers the probe
//	4 message  either side: a Socket.IO packet
//	5 upgrade  client: polling is paused, from here on the websocket carries the connection
//	6 noop     server: ends a poll that has nothing to bring, so that the client can pause
//
//	GET  ?EIO=4&transport=polling            opens a connection; answered with packet 0
//	GET  ?EIO=4&transport=polling&sid=…      a poll: waits until there is something, one at a time
//	POST ?EIO=4&transport=polling&sid=…      a payload from the client; answered with "ok"
//	GET  ?EIO=4&transport=websocket          opens a connection as a websocket; its first message is packet 0
//	GET  ?EIO=4&transport=websocket&sid=…    upgrades a polling connection: 2probe, 3probe, 5
//
// Binary (a binary websocket message, or a packet of a payload that begins with b) ends the connection.
//
// # Socket.IO 5: what message packets say
//
// A packet is a digit, then (unless it is the main one) the namespace with a comma, then an acknowledgement's
// number if one is asked for, then JSON.
//
//	0 CONNECT        client: 0{"token":"…"}, also with "changes":true; server: 0{"sid":"…"}
//	1 DISCONNECT     either side: the socket leaves; the official client doesn't reconnect by itself
//	2 EVENT          server: 2["name",payload]; from a client it is dropped
//	3 ACK            from a client it is dropped
//	4 CONNECT_ERROR  server: 4{"message":"…"}, for a bad token and for every namespace but the main one
//	5, 6             binary events and acknowledgements: the connection ends
//
// # What always holds
//
//   - A client gets every event that is emitted to its rooms between its CONNECT and its end, once and in order, even
//     across an upgrade. Where that is impossible, its connection ends and it has to reconnect.
//   - Emitting never waits for a client: a client whose queue is full is dropped.
//   - No connection outlives the session that Connect returned for it: EndSession, EndUser, Leave and the session's
//     Expires end it, however they race with its CONNECT.
//   - A connection without a successful CONNECT within ConnectTimeout is dropped. Such connections are at most a
//     quarter of all, and of those from one address the oldest gives way to a new one. Opened with a genuine token in
//     the header Authorization, a connection counts toward neither.
package socketio
