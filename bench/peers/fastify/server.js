// A booking service that does the work of ../README.md.
//
//   node server.js fill  sqlite|postgres DATABASE HISTORY.json
//   node server.js serve sqlite|postgres DATABASE HOST:PORT
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import * as schemas from './schemas.js'

const [command, engine, database, argument] = process.argv.slice(2)
const { open } = await import(`./${engine}.js`)
const store = await open(database)
if (command === 'fill') {
  await store.fill(JSON.parse(readFileSync(argument, 'utf8')))
  await store.close()
} else {
  const app = serve(store)
  process.once('SIGTERM', async () => {
    await app.close()
    await store.close()
  })
  const [host, port] = argument.split(':')
  await app.listen({ host, port: Number(port) })
}

function serve(store) {
  const app = Fastify({ keepAliveTimeout: 120_000 })
  app.decorateRequest('session', null)
  app.get('/readyz', async () => 'ok')
  app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        const [scheme, token] = (request.headers.authorization ?? '').split(' ')
        request.session = scheme === 'Bearer' ? await store.session(token, new Date().toISOString()) : undefined
        if (!request.session) return refuse(reply, 401, 'Sign in first.')
      })

      api.get('/:org/:bookingId', { schema: schemas.read }, async (request, reply) => {
        const rows = await store.read(request.params.org, request.params.bookingId)
        return rows.length === 0 ? refuse(reply, 404, 'There is no such booking.') : { success: true, data: view(rows) }
      })

      api.get('/:org/list', { schema: schemas.list }, async (request) => {
        const { page, limit } = request.query
        const { total, rows } = await store.list(request.params.org, request.query)
        for (const row of rows) row.totalAmount /= 100
        return { success: true, data: rows, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } }
      })

      api.post('/:org/create', { schema: schemas.create }, async (request, reply) => {
        const b = bookingOf(request)
        if (b.nights.length === 0) return refuse(reply, 400, 'checkOut must be after checkIn.')
        const code = await store.create(request.params.org, request.session, b)
        if (!code) return refuse(reply, 409, 'A room is taken in these nights.')
        const { bookingId, guestName, checkIn, checkOut, rooms, totalAmount, advanceAmount, createdAt } = b
        const balanceDue = (totalAmount - advanceAmount) / 100
        reply.code(201)
        return {
          success: true,
          data: {
            bookingId,
            code,
            status: 'confirmed',
            guestName,
            checkIn,
            checkOut,
            rooms,
            totalAmount: totalAmount / 100,
            taxAmount: 0,
            balanceDue,
            nights: nightsOf(rooms, b.nights),
            createdAt,
            version: 1,
          },
        }
      })
    },
    { prefix: '/api/bookings' },
  )
  return app
}

function refuse(reply, status, message) {
  return reply.code(status).send({ success: false, message })
}

/** bookingOf is the booking that a request asks for. */
function bookingOf(request) {
  const { body } = request
  const nights = daysOf(body.checkIn, body.checkOut)
  const perNight = body.rooms.reduce((sum, room) => sum + room.ratePerNight, 0)
  return {
    ...body,
    bookingId: randomUUID(),
    nights,
    totalAmount: Math.round(perNight * 100) * nights.length,
    advanceAmount: Math.round(body.advanceAmount * 100),
    createdAt: new Date().toISOString(),
    ip: request.ip,
  }
}

/** daysOf are the nights of a stay. */
function daysOf(checkIn, checkOut) {
  const days = []
  for (let day = new Date(checkIn); ; day.setUTCDate(day.getUTCDate() + 1)) {
    const text = day.toISOString().slice(0, 10)
    if (text >= checkOut) return days
    days.push(text)
  }
}

function nightsOf(rooms, days) {
  return rooms.flatMap(({ roomId, roomNumber, ratePerNight }) =>
    days.map((date) => ({ date, roomId, roomNumber, amount: ratePerNight, plan: '', note: '', complimentary: false })),
  )
}

/** view is a booking as a read shows it, of the rows that join it with its rooms. */
function view(rows) {
  for (const room of rows) room.ratePerNight /= 100
  const b = { ...rows[0], rooms: rows, nights: nightsOf(rows, daysOf(rows[0].checkIn, rows[0].checkOut)) }
  b.balanceDue = b.totalAmount + b.extrasAmount - b.paidAmount + b.refundAmount
  for (const field of schemas.amounts) b[field] /= 100
  return b
}
