// In this order: a browser also names those that it descends from.
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** deviceOf is what people know a browser by, of what it says about itself: `Chrome, Android`. */
export function deviceOf(userAgent: string): string {
  const name = (known: readonly (readonly [string, string])[]) => known.find(([mark]) => userAgent.includes(mark))?.[1]
  return [name(browsers), name(systems)].filter(Boolean).join(', ')
}
