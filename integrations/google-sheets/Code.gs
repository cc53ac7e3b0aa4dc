/**
 * Sarai bookings in a Google Sheet: one row a booking. README.md says how to set it up.
 *
 * Why a booking is never made twice: before it sends a create request, the script writes the request and its
 * Idempotency-Key into the row. If the answer is lost, the next run sends exactly that request again, and the server
 * returns its first answer. Only then are later edits of the row sent.
 */

const BOOKINGS = 'Bookings';
const ROOMS = 'Rooms';

// The columns of the sheet Bookings, from A on. People fill in the first seven; the script fills in the rest.
const COLUMNS = ['Guest', 'E-mail', 'Phone', 'Check-in', 'Check-out', 'Rooms', 'Notes', 'Booking', 'Status',
  'Sarai (leave alone)'];
const PHONE = 3, ROOM_NUMBERS = 6, BOOKING = 8, STATUS = 9, MEMORY = 10; // column numbers

const ATTEMPTS = 4; // for a request that gets no answer
const KEY_LIFETIME = 23 * 60 * 60 * 1000; // the server remembers a key for 24 hours

// ---- Menu ----

function onOpen() {
  SpreadsheetApp.getUi().createMenu('Sarai')
    .addItem('Send all rows', 'sendAll')
    .addItem('Send selected rows', 'sendSelected')
    .addSeparator()
    .addItem('Cancel selected bookings…', 'cancelSelected')
    .addItem('Delete selected bookings…', 'deleteSelected')
    .addSeparator()
    .addItem('Load rooms', 'loadRooms')
    .addItem('Set up…', 'setUp')
    .addToUi();
}

function setUp() {
  const properties = PropertiesService.getDocumentProperties();
  const questions = [
    ['address', 'Address of your Sarai, such as https://pms.example.com', /^https?:\/\/\S+$/],
    ['organization', 'Id of your organization (24 characters)', /^[0-9a-f]{24}$/],
    ['key', 'Sheet key of your organization', /^\S{20,}$/],
  ];
  for (const [name, question, shape] of questions) {
    const known = properties.getProperty(name);
    const answer = ask(question + (known ? '. Empty: leave it as it is.' : '.'));
    if (answer === null) return;
    if (answer === '' && known) continue;
    if (!shape.test(answer)) return say('That does not look right. Choose Sarai > Set up… again.');
    properties.setProperty(name, answer.replace(/\/+$/, ''));
  }
  prepareSheets();
  loadRooms();
}

function sendAll() {
  withLock(() => sendRows(range(2, bookingsSheet().getLastRow())));
}

function sendSelected() {
  withLock(() => sendRows(selectedRows()));
}

function cancelSelected() {
  const reason = ask('Why are these bookings cancelled? (May be empty.)');
  if (reason === null) return;
  withLock(() => closeRows(selectedRows(), (id) => {
    const path = '/api/sheets/' + setting('organization') + '/' + id + '/cancel';
    accept(send('post', path, reason ? { reason: reason } : {}));
    return 'Cancelled';
  }));
}

function deleteSelected() {
  const question = 'Bookings without payments are removed for good, others are cancelled. Write DELETE to go on.';
  if (ask(question) !== 'DELETE') return;
  withLock(() => closeRows(selectedRows(), (id) => {
    const answer = send('delete', '/api/sheets/delete/' + id);
    if (answer.status === 404) return 'Deleted'; // by an earlier attempt whose answer was lost
    return accept(answer).message;
  }));
}

/** Fills the sheet Rooms with the hotel's rooms, so that rows can name them by their numbers. */
function loadRooms() {
  withLock(() => {
    const rooms = accept(send('get', '/api/sheets/' + setting('organization') + '/rooms')).data;
    const rows = rooms.map((room) =>
      [asText(room.roomNumber), asText(room.roomType), room.ratePerNight, asText(room._id)]);
    const sheet = sheetNamed(ROOMS);
    sheet.clear();
    sheet.getRange(1, 1, 1, 4).setValues([['Room', 'Type', 'Rate', 'Id']]).setFontWeight('bold');
    if (rows.length > 0) sheet.getRange(2, 1, rows.length, 4).setNumberFormat('@').setValues(rows);
    say(rows.length + ' rooms are loaded.');
  });
}

// ---- Rows ----

function sendRows(numbers) {
  const rooms = roomIds();
  eachRow(numbers, (row) => {
    if (row.memory.closed) return;
    const original = rowAboveWith(row.memory, row.number);
    if (original) {
      throw new Error('This row is a copy of row ' + original + '. Delete it, or empty column J of it to book anew.');
    }
    if (!row.memory.id) create(row, rooms);
    update(row, rooms);
  });
}

/** Creates the row's booking, or finds out what became of a request whose answer was lost. */
function create(row, rooms) {
  const repeated = !!row.memory.pending;
  if (!repeated) {
    remember(row, { pending: { key: Utilities.getUuid(), at: Date.now(), body: bookingOf(row, rooms) } });
    SpreadsheetApp.flush(); // before the request leaves
  }
  const pending = row.memory.pending;
  if (Date.now() - pending.at > KEY_LIFETIME) {
    throw new Error('The answer for this row was lost more than a day ago. Look in Sarai whether the booking is ' +
      'there; if it is not, empty column J of this row and send it again.');
  }
  const answer = send('post', '/api/sheets/create', pending.body, pending.key);
  if (answer.ok) {
    remember(row, { id: answer.data.id, sent: pending.body });
    write(row, BOOKING, asText(answer.data.bookingCode));
    return tell(row, 'Booked');
  }
  // Another refusal, such as for another organization's key, says nothing about the first request.
  if (repeated && answer.status !== 400) accept(answer);
  // Refused for sure: nothing was made, and the row as it is now is a new request.
  remember(row, {});
  if (repeated) return create(row, rooms);
  accept(answer);
}

/** Sends what has changed in the row since it was last sent: dates, notes, more rooms. */
function update(row, rooms) {
  const wanted = bookingOf(row, rooms), sent = row.memory.sent, changes = {};
  for (const field of ['checkIn', 'checkOut', 'notes']) {
    if (wanted[field] !== sent[field]) changes[field] = wanted[field];
  }
  const added = wanted.roomIds.filter((id) => sent.roomIds.indexOf(id) < 0);
  const isChanged = Object.keys(changes).length + added.length > 0;
  if (Object.keys(changes).length > 0) {
    accept(send('put', '/api/sheets/update/' + row.memory.id, changes));
    remember(row, { id: row.memory.id, sent: Object.assign({}, row.memory.sent, changes) });
  }
  for (const id of added) {
    accept(send('put', '/api/sheets/' + row.memory.id + '/' + id + '/status-booked'));
    const roomIds = row.memory.sent.roomIds.concat(id);
    remember(row, { id: row.memory.id, sent: Object.assign({}, row.memory.sent, { roomIds: roomIds }) });
  }
  if (sent.roomIds.some((id) => wanted.roomIds.indexOf(id) < 0)) {
    throw new Error('A room can only be added here. Take it off the booking in Sarai.');
  }
  if (['guestName', 'guestEmail', 'guestPhone'].some((field) => wanted[field] !== sent[field])) {
    throw new Error('Guest, e-mail and phone of a booking can only be changed in Sarai.');
  }
  if (isChanged) tell(row, 'Updated');
  else if (hasFailed(row)) tell(row, 'Booked');
}

/** Ends the bookings of these rows; work does it and returns the status to show. */
function closeRows(numbers, work) {
  eachRow(numbers, (row) => {
    if (!row.memory.id) {
      throw new Error(row.memory.pending ? 'It is not known yet whether this row is booked. Send it first.'
        : 'This row is not booked yet.');
    }
    const status = work(row.memory.id);
    remember(row, { id: row.memory.id, closed: true });
    tell(row, status);
  });
}

/** Does the work on each row that isn't empty. An error is shown in its row, and the next row follows. */
function eachRow(numbers, work) {
  for (const number of numbers) {
    const row = readRow(number);
    try {
      row.memory = row.text ? JSON.parse(row.text) : {};
      if (!row.isEmpty) work(row);
    } catch (error) {
      tell(row, '✗ ' + error.message);
      if (error.stop) throw error;
    }
  }
}

// ---- What a row says ----

function readRow(number) {
  const values = bookingsSheet().getRange(number, 1, 1, COLUMNS.length).getValues()[0];
  const isEmpty = values.slice(0, BOOKING - 1).every((value) => value === '');
  return { number: number, values: values, text: String(values[MEMORY - 1]), isEmpty: isEmpty };
}

/** The row as the body of a create request. */
function bookingOf(row, rooms) {
  const [guest, email, phone, checkIn, checkOut, list, notes] = row.values;
  const numbers = String(list).split(',').map((number) => number.trim()).filter((number) => number !== '');
  return {
    orgId: setting('organization'),
    guestName: String(guest).trim(),
    guestEmail: String(email).trim(),
    guestPhone: String(phone).trim(),
    checkIn: dateText(checkIn),
    checkOut: dateText(checkOut),
    roomIds: numbers.map((number) => {
      const id = rooms.get(number.toLowerCase());
      if (!id) throw new Error('There is no room ' + number + '. Choose Sarai > Load rooms if it is new.');
      return id;
    }),
    notes: String(notes).trim(),
  };
}

function dateText(value) {
  if (value instanceof Date) {
    return Utilities.formatDate(value, SpreadsheetApp.getActive().getSpreadsheetTimeZone(), 'yyyy-MM-dd');
  }
  return String(value).trim();
}

/** The ids of the rooms by their numbers in lower case, from the sheet Rooms. */
function roomIds() {
  const sheet = sheetNamed(ROOMS), ids = new Map();
  if (sheet.getLastRow() < 2) return ids;
  for (const [number, , , id] of sheet.getRange(2, 1, sheet.getLastRow() - 1, 4).getValues()) {
    ids.set(String(number).trim().toLowerCase(), String(id));
  }
  return ids;
}

/** The number of a row above with the same booking or request, which this row was copied from; 0 if there is none. */
function rowAboveWith(memory, number) {
  if (number < 3 || !memory.id && !memory.pending) return 0;
  const marks = [memory.id, memory.pending && memory.pending.key].filter(Boolean);
  const texts = bookingsSheet().getRange(1, MEMORY, number - 1, 1).getValues();
  return texts.findIndex(([text]) => marks.some((mark) => String(text).indexOf(mark) >= 0)) + 1;
}

function hasFailed(row) {
  return String(row.values[STATUS - 1]).indexOf('✗') === 0;
}

/** Stores in the row what the script must know about it the next time. */
function remember(row, memory) {
  const text = Object.keys(memory).length > 0 ? JSON.stringify(memory) : '';
  write(row, MEMORY, text);
  row.memory = memory;
  row.text = text;
}

function tell(row, status) {
  const now = Utilities.formatDate(new Date(), SpreadsheetApp.getActive().getSpreadsheetTimeZone(), 'yyyy-MM-dd HH:mm');
  write(row, STATUS, status + ' · ' + now);
}

/** Writes into the row, wherever it is by now: people may sort or insert rows while a request is under way. */
function write(row, column, value) {
  const sheet = bookingsSheet();
  if (row.text && String(sheet.getRange(row.number, MEMORY).getValue()) !== row.text) {
    const all = sheet.getRange(1, MEMORY, sheet.getLastRow(), 1).getValues();
    const found = all.findIndex(([text]) => String(text) === row.text);
    if (found < 0) throw stop('A row disappeared while it was sent. Send the rows again.');
    row.number = found + 1;
  }
  sheet.getRange(row.number, column).setValue(value);
}

// ---- Talking to the server ----

/**
 * Sends a request until it is answered, at most ATTEMPTS times. Every request here may be repeated: a create has its
 * key, and the others leave the same state however often they arrive. Without an answer nobody knows whether it was
 * done; then send throws, and the row keeps what it needs to find out.
 */
function send(method, path, body, idempotencyKey) {
  const options = { method: method, muteHttpExceptions: true, followRedirects: false, contentType: 'application/json',
    headers: { 'X-Sheet-Key': setting('key') } };
  if (idempotencyKey) options.headers['Idempotency-Key'] = idempotencyKey;
  if (body) options.payload = JSON.stringify(body);
  let answer = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) Utilities.sleep(1000 * Math.pow(2, attempt - 1));
    answer = attemptOnce(setting('address') + path, options);
    if (answer && answer.status === 401) {
      throw stop('The sheet key is not valid. Make a new one in Sarai and choose Sarai > Set up….');
    }
    if (answer && answer.status !== 429 && answer.status < 500) return answer;
  }
  if (!answer) throw stop('No answer from the server. Send the rows again later; nothing is booked twice.');
  if (answer.status === 429) throw stop('The server asks for a pause. Send the rows again in a minute.');
  throw new Error(answer.message);
}

/** The server's answer, or null if there is none that can be its own. */
function attemptOnce(address, options) {
  try {
    const response = UrlFetchApp.fetch(address, options);
    const told = JSON.parse(response.getContentText());
    if (typeof told.success !== 'boolean') return null;
    return { ok: told.success, status: response.getResponseCode(), data: told.data,
      message: String(told.message || '') };
  } catch (error) {
    return null;
  }
}

/** The answer to a request that must have worked. */
function accept(answer) {
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

// ---- Small helpers ----

function setting(name) {
  const value = PropertiesService.getDocumentProperties().getProperty(name);
  if (!value) throw stop('Choose Sarai > Set up… first.');
  return value;
}

/** An error that ends the whole run, since the next row would meet it too. */
function stop(message) {
  const error = new Error(message);
  error.stop = true;
  return error;
}

/** Runs work while no other run works on this spreadsheet, and shows what ended it. */
function withLock(work) {
  const lock = LockService.getDocumentLock();
  if (!lock.tryLock(30000)) return say('Another run is still going on. Try again in a minute.');
  try {
    work();
  } catch (error) {
    say(error.message);
    if (!error.stop) throw error;
  } finally {
    SpreadsheetApp.flush();
    lock.releaseLock();
  }
}

function prepareSheets() {
  sheetNamed(ROOMS);
  const sheet = sheetNamed(BOOKINGS);
  sheet.getRange(1, 1, 1, COLUMNS.length).setValues([COLUMNS]).setFontWeight('bold');
  sheet.setFrozenRows(1);
  // As text: a phone number is no sum, and room 007 is not 7.
  for (const column of [PHONE, ROOM_NUMBERS, BOOKING, STATUS, MEMORY]) {
    sheet.getRange(2, column, sheet.getMaxRows() - 1, 1).setNumberFormat('@');
  }
}

function bookingsSheet() {
  const sheet = SpreadsheetApp.getActive().getSheetByName(BOOKINGS);
  if (!sheet) throw stop('Choose Sarai > Set up… first.');
  return sheet;
}

function sheetNamed(name) {
  const spreadsheet = SpreadsheetApp.getActive();
  return spreadsheet.getSheetByName(name) || spreadsheet.insertSheet(name);
}

function selectedRows() {
  const selected = SpreadsheetApp.getActive().getActiveRange();
  if (selected.getSheet().getName() !== BOOKINGS) throw stop('Select rows of the sheet ' + BOOKINGS + ' first.');
  return range(Math.max(2, selected.getRow()), Math.min(selected.getLastRow(), bookingsSheet().getLastRow()));
}

function range(first, last) {
  const numbers = [];
  for (let number = first; number <= last; number++) numbers.push(number);
  return numbers;
}

/** Text from the server as a cell may hold it: never a formula. */
function asText(text) {
  return /^[=+\-@']/.test(text) ? "'" + text : text;
}

function ask(question) {
  const ui = SpreadsheetApp.getUi();
  const answer = ui.prompt('Sarai', question, ui.ButtonSet.OK_CANCEL);
  return answer.getSelectedButton() === ui.Button.OK ? answer.getResponseText().trim() : null;
}

function say(text) {
  SpreadsheetApp.getActive().toast(text, 'Sarai');
}
