// The store on SQLite: one connection, since better-sqlite3 works on Node's one thread.
import Database from 'better-sqlite3'
import * as tables from './tables.js'

export function open(path) {
  const db = new Database(path)
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'cache_size = -32768',
    'temp_store = MEMORY',
    'wal_autocheckpoint = 16384',
  ]) {
    db.pragma(pragma)
  }
  return { fill: (history) => fill(db, history), close: () => db.close(), ...prepared(db) }
}

// Statements can only be prepared when their tables exist, which a new file hasn't yet.
function prepared(db) {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'bookings'").get()) return {}
  const run = Object.fromEntries(Object.entries(tables.statements).map(([name, text]) => [name, db.prepare(text)]))
  const lists = new Map()
  const list = (text) => {
    if (!lists.has(text)) lists.set(text, db.prepare(text))
    return lists.get(text)
  }

  const create = db.transaction((org, session, b) => {
    for (const room of b.rooms) {
      for (const night of b.nights) run.night.run(org, room.roomId, night, b.bookingId)
    }
    const numbers = run.numbers.get(b.advanceAmount > 0 ? 1 : 0, org)
    const code = `BK-${numbers.bookings}`
    run.booking.run(tables.bookingValues(org, session, b, code))
    b.rooms.forEach((room, i) => run.room.run(tables.roomValues(org, b, room, i)))
    if (b.advanceAmount > 0) {
      const receipt = `PAY-${numbers.receipts}`
      run.payment.run(tables.paymentValues(org, session, b, receipt))
      run.entries.run(tables.entriesValues(org, b, receipt))
    }
    run.audit.run(tables.auditValues(org, session, b, code))
    return code
  })

  return {
    session: (token, now) => run.session.get(token, now),
    read: (org, bookingId) => run.read.all(org, bookingId),
    list(org, query) {
      const { count, rows } = tables.pageOf(org, query, 'json_group_array(r.room_number)')
      const page = list(rows.text).all(rows.values)
      for (const row of page) row.rooms = JSON.parse(row.rooms)
      return { total: list(count.text).get(count.values).total, rows: page }
    },
    /** create returns the booking's code, or undefined when a room is taken. */
    create(org, session, b) {
      try {
        return create.immediate(org, session, b)
      } catch (error) {
        if (error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return undefined
        throw error
      }
    },
  }
}

function fill(db, history) {
  db.transaction(() => {
    for (const table of tables.tables('INTEGER PRIMARY KEY', ' WITHOUT ROWID')) db.exec(table)
    const { night, room } = tables.statements
    const insert = {
      night: db.prepare(night),
      room: db.prepare(room),
      door: db.prepare('INSERT INTO rooms VALUES (?, ?, ?)'),
      counter: db.prepare('INSERT INTO counters VALUES (?, ?, 0)'),
      booking: db.prepare(`INSERT INTO bookings (org_id, booking_id, guest_id, code, status, guest_name, guest_phone,
          check_in, check_out, source, meal_plan, prices_include_tax, total_amount, created_by, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'walk-in', 'EP', TRUE, ?, ?, ?, ?)`),
    }
    const { token, userId, userName, expiresAt } = history.session
    db.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?)').run(token, userId, userName, expiresAt)
    for (const org of history.hotels) {
      insert.counter.run(org, history.bookings.length)
      for (const door of history.rooms) insert.door.run(org, door.roomId, door.roomNumber)
      for (const b of history.bookings) {
        insert.booking.run(
          org,
          b.bookingId,
          b.bookingId,
          b.code,
          b.status,
          b.guestName,
          b.guestPhone,
          b.checkIn,
          b.checkOut,
          b.total,
          userId,
          b.createdAt,
          b.createdAt,
        )
        insert.room.run(org, b.bookingId, 0, b.roomId, b.roomNumber, 'Deluxe', b.rate, 2, 0, b.checkIn, b.checkOut)
        for (const day of b.nights) insert.night.run(org, b.roomId, day, b.bookingId)
      }
    }
  })()
  db.exec('ANALYZE')
}
