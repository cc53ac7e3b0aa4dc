// The tables and statements of both stores. Days and instants are ISO texts, amounts are paise.

const text = "TEXT NOT NULL DEFAULT ''"
const number = 'INTEGER NOT NULL DEFAULT 0'
const flag = 'BOOLEAN NOT NULL DEFAULT FALSE'

// The fields as the API names them, with their columns' types.
export const bookingFields = {
  bookingId: text,
  code: text,
  status: text,
  companyId: text,
  guestId: text,
  guestName: text,
  guestEmail: text,
  guestPhone: text,
  checkIn: text,
  checkOut: text,
  dayUse: flag,
  source: text,
  mealPlan: text,
  notes: text,
  specialRequests: text,
  channel: text,
  externalReference: text,
  totalAmount: number,
  pricesIncludeTax: flag,
  taxAmount: number,
  extrasAmount: number,
  advanceAmount: number,
  paidAmount: number,
  refundAmount: number,
  expectedArrivalTime: text,
  transportMode: text,
  transportDetails: text,
  arrivalTime: 'TEXT',
  arrivalRemarks: text,
  checkoutTime: 'TEXT',
  finalAmount: 'INTEGER',
  settlementMethod: text,
  checkoutRemarks: text,
  cancelledAt: 'TEXT',
  cancellationReason: text,
  cancellationCharge: number,
  retainedAmount: number,
  noShow: flag,
  overbooked: flag,
  createdBy: text,
  createdAt: text,
  updatedAt: text,
  version: 'INTEGER NOT NULL DEFAULT 1',
}

export const roomFields = {
  roomId: text,
  roomNumber: text,
  roomType: text,
  categoryId: text,
  ratePerNight: number,
  adults: number,
  children: number,
  fromDate: text,
  toDate: text,
  checkedOut: flag,
  locked: flag,
}

const column = (field) => field.replace(/[A-Z]/g, (letter) => '_' + letter.toLowerCase())
const defined = (fields) => Object.entries(fields).map(([field, type]) => `${column(field)} ${type}`)
const selected = (fields, table) => Object.keys(fields).map((field) => `${table}.${column(field)} AS "${field}"`)

/** tables are the statements that make the tables. identity is the type of a counted key; narrow ends those that only
 * have a key. */
export const tables = (identity, narrow) => [
  `CREATE TABLE sessions (token TEXT PRIMARY KEY, user_id TEXT NOT NULL, user_name TEXT NOT NULL,
    expires_at TEXT NOT NULL)${narrow}`,
  `CREATE TABLE rooms (org_id TEXT, room_id TEXT, room_number TEXT NOT NULL, PRIMARY KEY (org_id, room_id))${narrow}`,
  `CREATE TABLE counters (org_id TEXT PRIMARY KEY, bookings INTEGER NOT NULL, receipts INTEGER NOT NULL)${narrow}`,
  `CREATE TABLE bookings (org_id TEXT, ${defined(bookingFields)}, PRIMARY KEY (org_id, booking_id))`,
  `CREATE INDEX bookings_by_day ON bookings (org_id, status, check_in)`,
  `CREATE INDEX bookings_by_age ON bookings (org_id, status, created_at, booking_id, check_in)`,
  `CREATE TABLE booking_rooms (org_id TEXT, booking_id TEXT, position INTEGER, ${defined(roomFields)},
    PRIMARY KEY (org_id, booking_id, position),
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id))${narrow}`,
  `CREATE TABLE room_nights (org_id TEXT, room_id TEXT, night TEXT, booking_id TEXT NOT NULL,
    PRIMARY KEY (org_id, room_id, night),
    FOREIGN KEY (org_id, room_id) REFERENCES rooms (org_id, room_id))${narrow}`,
  `CREATE TABLE payments (payment_id ${identity}, org_id TEXT NOT NULL, number TEXT NOT NULL, booking_id TEXT NOT NULL,
    amount INTEGER NOT NULL, method TEXT NOT NULL, received_by TEXT NOT NULL, received_at TEXT NOT NULL,
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id))`,
  `CREATE TABLE ledger_entries (entry_id ${identity}, org_id TEXT NOT NULL, account TEXT NOT NULL,
    debit INTEGER NOT NULL, credit INTEGER NOT NULL, reference TEXT NOT NULL, posted_at TEXT NOT NULL)`,
  `CREATE TABLE audit_entries (entry_id ${identity}, org_id TEXT NOT NULL, user_id TEXT NOT NULL,
    user_name TEXT NOT NULL, action TEXT NOT NULL, resource_id TEXT NOT NULL, details TEXT NOT NULL, ip TEXT NOT NULL,
    created_at TEXT NOT NULL)`,
]

export const statements = {
  session: `SELECT user_id AS "userId", user_name AS "userName" FROM sessions WHERE token = ? AND expires_at > ?`,
  read: `SELECT ${selected(bookingFields, 'b')}, ${selected(roomFields, 'r')}
    FROM bookings b JOIN booking_rooms r ON r.org_id = b.org_id AND r.booking_id = b.booking_id
    WHERE b.org_id = ? AND b.booking_id = ? ORDER BY r.position`,
  night: `INSERT INTO room_nights (org_id, room_id, night, booking_id) VALUES (?, ?, ?, ?)`,
  numbers: `UPDATE counters SET bookings = bookings + 1, receipts = receipts + ? WHERE org_id = ?
    RETURNING bookings, receipts`,
  booking: `INSERT INTO bookings (org_id, booking_id, code, status, guest_name, guest_email, guest_phone, check_in,
      check_out, source, meal_plan, notes, prices_include_tax, total_amount, advance_amount, paid_amount, created_by,
      created_at, updated_at)
    VALUES (?, ?, ?, 'confirmed', ?, ?, ?, ?, ?, 'walk-in', 'EP', ?, TRUE, ?, ?, ?, ?, ?, ?)`,
  room: `INSERT INTO booking_rooms (org_id, booking_id, position, room_id, room_number, room_type, rate_per_night,
      adults, children, from_date, to_date, locked)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, TRUE)`,
  payment: `INSERT INTO payments (org_id, number, booking_id, amount, method, received_by, received_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  entries: `INSERT INTO ledger_entries (org_id, account, debit, credit, reference, posted_at)
    VALUES (?, ?, ?, 0, ?, ?), (?, 'advances', 0, ?, ?, ?)`,
  audit: `INSERT INTO audit_entries (org_id, user_id, user_name, action, resource_id, details, ip, created_at)
    VALUES (?, ?, ?, 'booking.created', ?, ?, ?, ?)`,
}

/** pageOf is the list's statements and their values: its total, and a page of it. */
export function pageOf(org, { status, from, to, page, limit }, rooms) {
  const conditions = ['org_id = ?']
  const values = [org]
  for (const [condition, value] of [
    ['status = ?', status],
    ['check_in >= ?', from],
    ['check_in <= ?', to],
  ]) {
    if (value === undefined) continue
    conditions.push(condition)
    values.push(value)
  }
  const where = conditions.join(' AND ')
  return {
    count: { text: `SELECT COUNT(*) AS total FROM bookings WHERE ${where}`, values },
    rows: {
      text: `SELECT booking_id AS "bookingId", code, guest_name AS "guestName", check_in AS "checkIn",
          check_out AS "checkOut", status, total_amount AS "totalAmount", version, (SELECT ${rooms} FROM booking_rooms r
            WHERE r.org_id = bookings.org_id AND r.booking_id = bookings.booking_id) AS rooms
        FROM bookings WHERE ${where} ORDER BY created_at DESC, booking_id DESC LIMIT ? OFFSET ?`,
      values: [...values, limit, (page - 1) * limit],
    },
  }
}

// What the statements of a create are given. b is the booking that the route has made of the request.

export const bookingValues = (org, session, b, code) => [
  org,
  b.bookingId,
  code,
  b.guestName,
  b.guestEmail,
  b.guestPhone,
  b.checkIn,
  b.checkOut,
  b.notes,
  b.totalAmount,
  b.advanceAmount,
  b.advanceAmount,
  session.userId,
  b.createdAt,
  b.createdAt,
]

export const roomValues = (org, b, room, position) => [
  org,
  b.bookingId,
  position,
  room.roomId,
  room.roomNumber,
  room.roomType,
  Math.round(room.ratePerNight * 100),
  room.adults,
  room.children,
  b.checkIn,
  b.checkOut,
]

export const paymentValues = (org, session, b, receipt) => [
  org,
  receipt,
  b.bookingId,
  b.advanceAmount,
  b.paymentMethod,
  session.userId,
  b.createdAt,
]

export const entriesValues = (org, b, receipt) => [
  ...[org, b.paymentMethod, b.advanceAmount, receipt, b.createdAt],
  ...[org, b.advanceAmount, receipt, b.createdAt],
]

export const auditValues = (org, session, b, code) => [
  org,
  session.userId,
  session.userName,
  b.bookingId,
  JSON.stringify({
    code,
    guestName: b.guestName,
    checkIn: b.checkIn,
    checkOut: b.checkOut,
    total: b.totalAmount / 100,
  }),
  b.ip,
  b.createdAt,
]
