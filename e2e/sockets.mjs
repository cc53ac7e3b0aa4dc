// Clients of the official socket.io-client, as many as a Go test asks for. It reads one JSON command a line from
// standard input and writes one JSON report a line to standard output; internal/kit/kittest/socketclient speaks to it.
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const clients = new Map(); // by name
const report = (line) => process.stdout.write(JSON.stringify(line) + "\n");

const commands = {
	// Opens a client. With quiet, its events are only counted, and reported whenever there are that many more: their
	// payloads must be {n: 0}, {n: 1}, ... in order.
	open({ name, url, auth, options, quiet, path }) {
		const client = { heard: 0, wrong: 0, auth };
		clients.set(name, client);
		const socket = (client.socket = io(url + (path ?? ""), {
			forceNew: true,
			reconnectionDelay: 50,
			reconnectionDelayMax: 200,
			...options,
			// Asked for at every connect: a client that comes back has a new token by then.
			auth: (use) => use(client.auth ?? {}),
		}));
		socket.on("connect", () => {
			report({ name, what: "connect", transport: socket.io.engine.transport.name });
		});
		socket.io.on("open", () => {
			const { engine } = socket.io;
			engine.once("upgrade", () =>
				report({ name, what: "upgrade", transport: engine.transport.name, heard: client.heard }),
			);
		});
		socket.on("connect_error", (error) => report({ name, what: "connect_error", message: error.message }));
		socket.on("disconnect", (reason) => report({ name, what: "disconnect", message: reason }));
		socket.onAny((event, payload) => {
			if (!quiet) return report({ name, what: "event", event, payload });
			if (payload.n !== client.heard) client.wrong++;
			client.heard++;
			if (client.heard % quiet === 0) report({ name, what: "all" });
		});
	},
	// From the next connect on, the client sends this.
	auth({ name, auth }) {
		clients.get(name).auth = auth;
	},
	emit({ name }) {
		clients.get(name).socket.emit("hello", { from: "client" });
	},
	binary({ name }) {
		clients.get(name).socket.emit("hello", Buffer.from([1, 2, 3]));
	},
	connect({ name }) {
		clients.get(name).socket.connect();
	},
	close({ name }) {
		clients.get(name).socket.disconnect();
	},
	// How much a quiet client has heard, and how much of it at the wrong place.
	count({ name }) {
		const { heard, wrong } = clients.get(name);
		report({ name, what: "count", heard, wrong });
	},
};

createInterface({ input: process.stdin })
	.on("line", (line) => {
		const command = JSON.parse(line);
		commands[command.do](command);
	})
	.on("close", () => process.exit(0));
