import { expect, test } from 'vitest'

import { mostRooms, numbersOf } from './roomNumbers'

const numbers = (text: string) => numbersOf(text).map((room) => room.roomNumber)

test('ranges and single numbers make rooms, each once', () => {
  expect(numbers('101-103, 102\nSuite')).toEqual(['101', '102', '103', 'Suite'])
  expect(numbers('G01–G03')).toEqual(['G01', 'G02', 'G03'])
  expect(numbers(' , ')).toEqual([])
})

test('what is no range is a number as it stands', () => {
  expect(numbers('110-101')).toEqual(['110-101'])
  expect(numbers('A1-B3')).toEqual(['A1-B3'])
  expect(numbers('Annexe-')).toEqual(['Annexe-'])
})

test('the floor is what stands before the last two digits', () => {
  expect(numbersOf('7, 101, 1204, G01').map((room) => room.floor)).toEqual(['', '1', '12', ''])
})

test('a slip of the finger does not make a million rooms', () => {
  expect(numbersOf('1-1000000')).toHaveLength(mostRooms + 1)
})
