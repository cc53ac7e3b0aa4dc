import { expect, test, vi } from 'vitest'

vi.mock('../session/session.svelte', () => ({ session: { orgId: 'hotel' } }))
const { fileOf, fit } = await import('./photo')

test.each([
  [
    [4000, 3000],
    [1280, 960],
  ],
  [
    [3000, 4000],
    [960, 1280],
  ],
  [
    [800, 600],
    [800, 600],
  ],
  [
    [9000, 2],
    [1280, 1],
  ],
])('a picture of %j is sent as %j', ([width, height], [wide, high]) => {
  expect(fit(width!, height!)).toEqual({ width: wide, height: high })
})

test('what waits as text becomes the same bytes', async () => {
  const file = fileOf(`data:image/jpeg;base64,${btoa('\xff\xd8\x00picture')}`)
  expect(file.type).toBe('image/jpeg')
  expect([...new Uint8Array(await file.arrayBuffer())].slice(0, 3)).toEqual([0xff, 0xd8, 0])
})
