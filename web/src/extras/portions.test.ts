import { expect, test } from 'vitest'

import { ofDay } from './portions'

const portion = (date: string, quantity: number, consumed: number) => ({
  night: date,
  date,
  quantity,
  consumed,
  posted: false,
  reversed: false,
  lineId: '',
})

test('a day has its portions, and no others', () => {
  const sale = { portions: [portion('2026-04-14', 2, 1), portion('2026-04-15', 3, 0)] }
  expect(ofDay(sale, '2026-04-14')).toEqual({ quantity: 2, consumed: 1 })
  expect(ofDay(sale, '2026-04-16')).toEqual({ quantity: 0, consumed: 0 })
})
