import { describe, expect, test } from 'vitest'

import { inIndia, misshapen, mistyped } from './india'

describe('a GSTIN', () => {
  test.each(['', '27AAPFU0939F1ZV', ' 27aapfu0939f1zv ', '08AAPFU0939F1ZV'])('%j is right', (gstin) => {
    expect(misshapen(gstin) + mistyped(gstin)).toBe('')
  })
  test('with a wrong character is found by its check character', () => {
    expect(misshapen('27AAPFU0936F1ZV')).toBe('')
    expect(mistyped('27AAPFU0936F1ZV')).toContain('mistyped')
  })
  test('says how long it is, or what it is made of', () => {
    expect(misshapen('27AAPFU0939F1Z')).toContain('these are 14')
    expect(misshapen('99AAPFU0939F1ZV')).toContain('a state’s two digits')
  })
})

test('a country that isn’t told is India', () => {
  expect(['', 'India', 'indian', 'IN'].map(inIndia)).toEqual([true, true, true, true])
  expect(['Nepal', 'Indiana', 'DE'].map(inIndia)).toEqual([false, false, false])
})
