// Fastify checks requests by these JSON schemas, and writes answers with them.
import { bookingFields, roomFields } from './tables.js'

/** amounts are the fields of a booking that the API has in rupees and the database in paise. */
export const amounts = Object.keys(bookingFields).filter(
  (field) => /[a-z](Amount|Charge)$/.test(field) && field !== 'finalAmount',
)
amounts.push('balanceDue')

const object = (properties, required) => ({ type: 'object', properties, required })
const array = (items) => ({ type: 'array', items })
const string = { type: 'string' }
const integer = { type: 'integer' }
const amount = { type: 'number' }
const boolean = { type: 'boolean' }
const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }

const shownAs = (fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, type]) => {
      const json = type.startsWith('TEXT') ? string : type.startsWith('BOOLEAN') ? boolean : amount
      return [field, type.includes('NOT NULL') ? json : { ...json, nullable: true }]
    }),
  )
const night = {
  date: string,
  roomId: string,
  roomNumber: string,
  amount,
  plan: string,
  note: string,
  complimentary: boolean,
}
const nights = array(object(night))
const shown = object({
  ...shownAs(bookingFields),
  balanceDue: amount,
  rooms: array(object(shownAs(roomFields))),
  nights,
})
const enveloped = (data, rest) => object({ success: boolean, data, ...rest })

export const read = { response: { 200: enveloped(shown) } }

const listed = object({
  bookingId: string,
  code: string,
  guestName: string,
  checkIn: string,
  checkOut: string,
  status: string,
  rooms: array(string),
  totalAmount: amount,
  version: integer,
})
export const list = {
  querystring: object({
    status: { enum: ['confirmed', 'checked-in', 'checked-out', 'cancelled'] },
    from: day,
    to: day,
    page: { ...integer, minimum: 1, default: 1 },
    limit: { ...integer, minimum: 1, maximum: 100, default: 20 },
  }),
  response: {
    200: enveloped(array(listed), {
      pagination: object({ page: integer, limit: integer, total: integer, totalPages: integer }),
    }),
  },
}

const count = (least, otherwise) => ({ type: 'integer', minimum: least, default: otherwise })
const room = { roomId: string, roomNumber: string, roomType: string, ratePerNight: { ...amount, minimum: 0 } }
export const create = {
  body: object(
    {
      guestName: { ...string, minLength: 1, maxLength: 120 },
      guestEmail: { ...string, default: '' },
      guestPhone: { ...string, minLength: 1, maxLength: 24 },
      checkIn: day,
      checkOut: day,
      notes: { ...string, default: '' },
      rooms: {
        ...array(object({ ...room, adults: count(1, 2), children: count(0, 0) }, Object.keys(room))),
        minItems: 1,
        maxItems: 100,
      },
      advanceAmount: { ...amount, minimum: 0, default: 0 },
      paymentMethod: { ...string, default: 'cash' },
    },
    ['guestName', 'guestPhone', 'checkIn', 'checkOut', 'rooms'],
  ),
  response: {
    201: enveloped(
      object({
        bookingId: string,
        code: string,
        status: string,
        guestName: string,
        checkIn: string,
        checkOut: string,
        rooms: array(object(room)),
        totalAmount: amount,
        taxAmount: amount,
        balanceDue: amount,
        nights,
        createdAt: string,
        version: integer,
      }),
    ),
  },
}
