// Runs Code.gs against a real server. TestGoogleSheet of internal/outward/sheets starts one and says where it is.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { Spreadsheet } from './stand-in.mjs';

const { SARAI_ADDRESS: address, SARAI_ORGANIZATION: organization, SARAI_SHEET_KEY: key, SARAI_TOKEN: token } = process.env;
assert.ok(address && organization && key && token, 'run it by: go test ./internal/outward/sheets -run TestGoogleSheet');

/** What the front desk sees. */
async function desk(path, method = 'GET', body = undefined) {
  const answer = await fetch(address + path.replace('{org}', organization), { method, headers: { Authorization: 'Bearer ' + token }, body: body && JSON.stringify(body) });
  const told = await answer.json();
  assert.ok(answer.ok || answer.status === 404, path + ': ' + JSON.stringify(told));
  return answer.status === 404 ? null : told.data;
}
const bookings = async (guest) => Promise.all((await desk('/api/bookings/{org}/list?limit=100&search=' + encodeURIComponent(guest))).map((b) => desk('/api/bookings/{org}/' + b.bookingId)));

let file, sheet, day = 0, guest;

/** Two dates that no other test uses. */
function stay() {
  day += 10;
  const text = (offset) => new Date(Date.UTC(2027, 0, 1 + day + offset)).toISOString().slice(0, 10);
  return [text(0), text(2), text(4)];
}
const write = (number, ...values) => values.forEach((value, column) => value === undefined || sheet.put(number, column + 1, value));
const cell = (number, letter) => sheet.getRange(number, letter.charCodeAt(0) - 64).getValue();
const status = (number) => cell(number, 'I').split(' · ')[0];
const creates = () => file.requests.filter((request) => request.address.endsWith('/create'));

before(() => assert.ok(Number(process.versions.node.split('.')[0]) >= 20, 'Node 20 or newer is needed'));

beforeEach((t) => {
  file = new Spreadsheet();
  file.answers = [address + '/', organization, key];
  file.script.onOpen();
  file.script.setUp();
  sheet = file.getSheetByName('Bookings');
  file.requests = [];
  guest = 'Guest of ' + t.name;
});

test('set-up loads the rooms and keeps the key out of the cells', () => {
  assert.deepEqual(file.getSheetByName('Rooms').cells.map((row) => row[0]), ['Room', '101', '102', '103', '=SUM(1)']);
  assert.ok(!JSON.stringify(file.sheets.map((s) => s.cells)).includes(key));
  assert.equal(file.properties.address, address);
  assert.equal(file.toasts.at(-1), '4 rooms are loaded.');
  file.answers = ['not an address'];
  file.script.setUp();
  assert.match(file.toasts.at(-1), /does not look right/);
  file.answers = ['', '', ''];
  file.script.setUp();
  assert.equal(file.properties.key, key);
});

test('a row is a booking', async () => {
  const [from, to] = stay();
  // The 1st at midnight in the spreadsheet's zone, as Sheets gives the cells of people who type dates.
  write(2, guest, 'asha@example.com', '+91 98450 12345', new Date(from + 'T00:00:00+05:30'), new Date(to + 'T00:00:00+05:30'), '101, 102', 'Late');
  file.script.sendAll();
  assert.equal(status(2), 'Booked');
  const [booking, ...others] = await bookings(guest);
  assert.equal(others.length, 0);
  assert.equal(cell(2, 'H'), booking.code);
  assert.deepEqual([booking.guestName, booking.guestEmail, booking.guestPhone, booking.checkIn, booking.checkOut, booking.notes, booking.totalAmount],
    [guest, 'asha@example.com', '+91 98450 12345', from, to, 'Late', 20000]);
  assert.deepEqual(booking.rooms.map((room) => room.roomNumber), ['101', '102']);
  file.requests = [];
  file.script.sendAll();
  assert.equal(file.requests.length, 0, 'an unchanged row is not sent');
});

test('what the server refuses is shown, and the corrected row is booked', async () => {
  const [from, to] = stay();
  write(2, guest, '', '1', from, to, '101');
  write(3, guest, '', '+91 98450 12345', to, from, '101');
  write(4, guest, '', '+91 98450 12345', from, to, '999');
  write(5, '', '', '', '', '', '');
  write(6, guest + ' B', '', '+91 98450 12345', from, to, '102');
  file.script.sendAll();
  assert.match(cell(2, 'I'), /^✗ guestPhone must/);
  assert.match(cell(3, 'I'), /^✗ checkOut must be after checkIn/);
  assert.match(cell(4, 'I'), /^✗ There is no room 999/);
  assert.equal(status(6), 'Booked');
  write(2, undefined, undefined, '+91 98450 12345');
  write(3, undefined, undefined, undefined, from, to, '102');
  write(4, undefined, undefined, undefined, undefined, undefined, '103');
  file.script.sendAll();
  assert.equal(status(2), 'Booked');
  assert.match(cell(3, 'I'), /^✗ Room 102 is taken/);
  assert.equal(status(4), 'Booked');
  assert.equal((await bookings(guest)).length, 3);
});

for (const [name, faults] of Object.entries({
  'the answer': ['answer lost'], 'the request': ['request lost'], 'both in turn': ['answer lost', 'request lost', 'proxy page'], 'it to an error': ['server error', 'too many'],
})) {
  test('losing ' + name + ' books once', async () => {
    const [from, to] = stay();
    write(2, guest, '', '+91 98450 12345', from, to, '101');
    file.faults = [...faults];
    file.script.sendAll();
    assert.equal(status(2), 'Booked');
    assert.equal(new Set(creates().map((request) => request.headers['Idempotency-Key'])).size, 1);
    assert.deepEqual((await bookings(guest)).map((b) => b.code), [cell(2, 'H')]);
  });
}

test('a run that never hears an answer books once when it is run again, with the row edited since', async () => {
  const [from, to, later] = stay();
  write(2, guest, '', '+91 98450 12345', from, to, '101');
  write(3, guest, '', '+91 98450 12345', from, to, '102');
  file.faults = Array(4).fill('answer lost');
  file.script.sendAll();
  assert.match(cell(2, 'I'), /^✗ No answer from the server/);
  assert.equal(cell(3, 'I'), '', 'the run ends where no answer comes');
  file.selection = [2, 2];
  file.answers = [''];
  file.script.cancelSelected();
  assert.match(cell(2, 'I'), /not known yet/);
  write(2, undefined, undefined, undefined, undefined, later, '101, 103', 'Edited');
  file.script.sendAll();
  const found = (await bookings(guest)).filter((b) => b.rooms.some((room) => room.roomNumber === '101'));
  assert.equal(found.length, 1);
  assert.deepEqual([found[0].code, found[0].checkOut, found[0].notes, found[0].rooms.length], [cell(2, 'H'), later, 'Edited', 2]);
  assert.equal(status(2), 'Updated');
  assert.equal(status(3), 'Booked');
});

test('a request that is too old to be repeated is left to people', async () => {
  const [from, to] = stay();
  write(2, guest, '', '+91 98450 12345', from, to, '101');
  file.faults = Array(4).fill('answer lost');
  file.script.sendAll();
  const memory = JSON.parse(cell(2, 'J'));
  memory.pending.at -= 24 * 60 * 60 * 1000;
  sheet.put(2, 10, JSON.stringify(memory));
  file.requests = [];
  file.script.sendAll();
  assert.match(cell(2, 'I'), /Look in Sarai/);
  assert.equal(file.requests.length, 0);
  assert.equal((await bookings(guest)).length, 1);
});

test('another hotel\'s key does not make the script forget a request', async () => {
  const [from, to] = stay();
  write(2, guest, '', '+91 98450 12345', from, to, '101');
  file.faults = Array(4).fill('answer lost');
  file.script.sendAll();
  file.properties.key = process.env.SARAI_OTHER_KEY;
  file.script.sendAll();
  assert.match(cell(2, 'I'), /^✗ There is no such organization/);
  file.properties.key = 'x'.repeat(30);
  file.script.sendAll();
  assert.match(cell(2, 'I'), /^✗ The sheet key is not valid/);
  file.properties.key = key;
  file.script.sendAll();
  assert.equal(status(2), 'Booked');
  assert.equal((await bookings(guest)).length, 1);
});

test('updates are sent once, and what can\'t be changed here is said', async () => {
  const [from, to, later] = stay();
  write(2, guest, '', '+91 98450 12345', from, to, '101');
  file.script.sendAll();
  write(2, undefined, undefined, undefined, undefined, later, '101,102', 'Later');
  file.faults = ['answer lost', undefined, 'answer lost'];
  file.script.sendSelected();
  assert.equal(status(2), 'Updated');
  let [booking] = await bookings(guest);
  assert.deepEqual([booking.checkOut, booking.notes, booking.rooms.length], [later, 'Later', 2]);
  file.requests = [];
  write(2, undefined, undefined, undefined, undefined, undefined, '102');
  file.script.sendAll();
  assert.match(cell(2, 'I'), /^✗ A room can only be added/);
  write(2, undefined, undefined, '+91 98450 99999', undefined, undefined, '101,102');
  file.script.sendAll();
  assert.match(cell(2, 'I'), /^✗ Guest, e-mail and phone/);
  write(2, undefined, undefined, '+91 98450 12345');
  file.script.sendAll();
  assert.equal(status(2), 'Booked');
  assert.equal(file.requests.length, 0);
  write(2, undefined, undefined, undefined, undefined, undefined, undefined, '');
  file.script.sendAll();
  [booking] = await bookings(guest);
  assert.equal(booking.notes, '');
});

test('a copied row and a sorted sheet don\'t mix bookings up', async () => {
  const [from, to, later] = stay();
  write(2, guest, '', '+91 98450 12345', from, to, '101');
  file.script.sendAll();
  sheet.cells.push([...sheet.cells[1]]);
  write(3, undefined, undefined, undefined, to, later);
  file.script.sendAll();
  assert.match(cell(3, 'I'), /copy of row 2/);
  write(3, undefined, undefined, undefined, undefined, undefined, undefined, undefined, '', '', '');
  // Somebody inserts a row above while the request is under way.
  file.faults = [() => sheet.cells.splice(1, 0, ['Somebody else'])];
  file.selection = [3, 3];
  file.script.sendSelected();
  assert.equal(status(4), 'Booked');
  assert.notEqual(cell(4, 'H'), cell(3, 'H'));
  assert.deepEqual([cell(2, 'H'), cell(2, 'J')].filter(Boolean), []);
  assert.equal((await bookings(guest)).length, 2);
});

test('cancel, and delete twice', async () => {
  const [from, to] = stay();
  for (const [row, room] of [[2, '101'], [3, '102'], [4, '103']]) write(row, guest + ' ' + room, '', '+91 98450 12345', from, to, room);
  file.script.sendAll();
  file.selection = [2, 2];
  file.answers = ['Fog'];
  file.script.cancelSelected();
  assert.equal(status(2), 'Cancelled');
  assert.deepEqual((await bookings(guest + ' 101')).map((b) => [b.status, b.cancellationReason]), [['cancelled', 'Fog']]);
  file.selection = [3, 4];
  file.answers = ['no'];
  file.script.deleteSelected();
  assert.equal((await bookings(guest + ' 102')).length, 1);
  file.answers = ['DELETE'];
  file.faults = ['answer lost'];
  file.script.deleteSelected();
  assert.deepEqual([status(3), status(4)], ['Deleted', 'The booking is deleted.']);
  assert.equal((await bookings(guest + ' 102')).length + (await bookings(guest + ' 103')).length, 0);
  file.requests = [];
  file.script.sendAll();
  assert.equal(file.requests.length, 0, 'what is closed is not sent again');
});

test('two runs at once don\'t work on the same rows', () => {
  file.locked = true;
  file.script.sendAll();
  assert.match(file.toasts.at(-1), /Another run/);
});
