// The store on PostgreSQL.
import pg from 'pg'
import * as tables from './tables.js'

// As many connections as Sarai has on a machine of up to five processors.
const connections = 20

// Counts are 64 bits wide, which pg gives as texts.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export async function open(connectionString) {
  const pool = new pg.Pool({ connectionString, max: connections })
  pool.on('error', (error) => console.error(error))
  return {
    fill: (history) => fill(pool, history),
    close: () => pool.end(),
    session: async (token, now) => (await pool.query(run.session([token, now]))).rows[0],
    read: async (org, bookingId) => (await pool.query(run.read([org, bookingId]))).rows,
    async list(org, query) {
      const { count, rows } = tables.pageOf(org, query, 'array_agg(r.room_number)')
      // The page has no name: planned without its values, it would be all found rows, sorted.
      const { text, values } = named(rows)
      const [total, page] = await Promise.all([pool.query(named(count)), pool.query({ text, values })])
      return { total: total.rows[0].total, rows: page.rows }
    },
    create: (org, session, b) => create(pool, org, session, b),
  }
}

/** create returns the booking's code, or undefined when a room is taken. */
async function create(pool, org, session, b) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const room of b.rooms) await client.query(run.nights([org, room.roomId, b.bookingId, b.nights]))
    const numbers = (await client.query(run.numbers([b.advanceAmount > 0 ? 1 : 0, org]))).rows[0]
    const code = `BK-${numbers.bookings}`
    await client.query(run.booking(tables.bookingValues(org, session, b, code)))
    for (const [i, room] of b.rooms.entries()) await client.query(run.room(tables.roomValues(org, b, room, i)))
    if (b.advanceAmount > 0) {
      const receipt = `PAY-${numbers.receipts}`
      await client.query(run.payment(tables.paymentValues(org, session, b, receipt)))
      await client.query(run.entries(tables.entriesValues(org, b, receipt)))
    }
    await client.query(run.audit(tables.auditValues(org, session, b, code)))
    await client.query('COMMIT')
    return code
  } catch (error) {
    await client.query('ROLLBACK')
    if (error.code === '23505' && error.constraint === 'room_nights_pkey') return undefined
    throw error
  } finally {
    client.release()
  }
}

const names = new Map()

/** named gives a statement a name, by which each connection prepares it once. */
function named({ text, values }) {
  if (!names.has(text)) {
    let n = 0
    names.set(text, { name: `s${names.size}`, text: text.replace(/\?/g, () => `$${++n}`) })
  }
  return { ...names.get(text), values }
}

const nights = `INSERT INTO room_nights (org_id, room_id, night, booking_id)
  SELECT ?, ?, night, ? FROM unnest(?::text[]) AS night`
const run = Object.fromEntries(
  Object.entries({ ...tables.statements, nights }).map(([name, text]) => [name, (values) => named({ text, values })]),
)

async function fill(pool, history) {
  for (const table of tables.tables('BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', '')) await pool.query(table)
  const { token, userId, userName, expiresAt } = history.session
  await pool.query('INSERT INTO sessions VALUES ($1, $2, $3, $4)', [token, userId, userName, expiresAt])
  const values = [history.hotels, JSON.stringify(history.rooms)]
  await pool.query('INSERT INTO counters SELECT org, $2, 0 FROM unnest($1::text[]) org', [
    history.hotels,
    history.bookings.length,
  ])
  await pool.query(
    `INSERT INTO rooms SELECT org, r."roomId", r."roomNumber" FROM unnest($1::text[]) org,
      json_to_recordset($2) AS r("roomId" text, "roomNumber" text)`,
    values,
  )
  // Rows of different hotels are interleaved, as when all of them take bookings every day.
  const stays = `json_to_recordset($2) AS b("bookingId" text, code text, status text, "guestName" text,
      "guestPhone" text, "checkIn" text, "checkOut" text, "roomId" text, "roomNumber" text, total int, rate int,
      "createdAt" text, nights json)
    CROSS JOIN unnest($1::text[]) org`
  values[1] = JSON.stringify(history.bookings)
  await pool.query(
    `INSERT INTO bookings (org_id, booking_id, guest_id, code, status, guest_name, guest_phone, check_in, check_out,
        source, meal_plan, prices_include_tax, total_amount, created_by, created_at, updated_at)
      SELECT org, "bookingId", "bookingId", code, status, "guestName", "guestPhone", "checkIn", "checkOut",
        'walk-in', 'EP', TRUE, total, $3, "createdAt", "createdAt" FROM ${stays}`,
    [...values, userId],
  )
  await pool.query(
    `INSERT INTO booking_rooms (org_id, booking_id, position, room_id, room_number, room_type, rate_per_night, adults,
        children, from_date, to_date, locked)
      SELECT org, "bookingId", 0, "roomId", "roomNumber", 'Deluxe', rate, 2, 0, "checkIn", "checkOut", TRUE
        FROM ${stays}`,
    values,
  )
  await pool.query(
    `INSERT INTO room_nights (org_id, room_id, night, booking_id)
      SELECT org, "roomId", night, "bookingId" FROM ${stays}, json_array_elements_text(nights) night`,
    values,
  )
  await pool.query('VACUUM ANALYZE')
}
