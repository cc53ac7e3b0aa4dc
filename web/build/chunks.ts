// Which file a module goes into. Small files compress badly, are asked for one by one, and each import between two of
// them costs a line in both. So there are few: what the first page needs, what several areas have in common, and one
// for the screens of each area. What a screen loads by itself, such as the QR code, stays apart.
import type { ChunkingContext } from 'rolldown'

/** The folders whose screens go together; a folder that isn't here has a file of its own. */
const areas: Record<string, string> = {
  booking: 'desk',
  waitlist: 'desk',
  today: 'desk',
  overview: 'desk',
  offline: 'desk',
  extras: 'desk',
  house: 'housekeeping',
  minibar: 'housekeeping',
  guest: 'guests',
  group: 'guests',
  registration: 'guests',
  filing: 'guests',
  letters: 'guests',
  money: 'money',
  books: 'money',
  nightaudit: 'reports',
  till: 'money',
  banks: 'settling',
  deposits: 'settling',
  settlements: 'settling',
  approvals: 'money',
  settings: 'settings',
  companies: 'settings',
  rates: 'settings',
  account: 'settings',
  signup: 'settings',
}

type Modules = Pick<ChunkingContext, 'getModuleInfo'>

/** chunks names the file of each module; it is asked once all modules are known. */
export function chunks() {
  let of: Map<string, string> | undefined
  return (id: string, modules: Modules): string | null => (of ??= divided(id, modules)).get(id) ?? null
}

function divided(some: string, modules: Modules): Map<string, string> {
  const entry = entryOf(some, modules)
  const names = new Map<string, string>()
  for (const id of reached(entry, modules)) names.set(id, 'first')
  for (const id of names.keys()) if (/index\.html$|src\/main\.ts$/.test(id)) names.delete(id) // the page's own file
  for (const id of reached(entry, modules)) {
    for (const screen of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      const folder = /src\/(\w+)\/\w+\.svelte$/.exec(screen)?.[1]
      if (!folder) continue // the languages, the live line
      const area = areas[folder] ?? folder
      for (const part of reached(screen, modules)) {
        const before = names.get(part)
        if (before !== 'first') names.set(part, before && before !== area ? 'shared' : area)
      }
    }
  }
  return names
}

/** entryOf follows importers up to the page. */
function entryOf(id: string, modules: Modules): string {
  const seen = new Set([id])
  for (const one of seen) {
    const info = modules.getModuleInfo(one)
    if (one.endsWith('index.html')) return one
    for (const importer of [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])]) seen.add(importer)
  }
  return ''
}

/** reached are a module and all that it imports at once. */
function reached(id: string, modules: Modules): Set<string> {
  const seen = new Set([id])
  for (const one of seen) modules.getModuleInfo(one)?.importedIds.forEach((imported) => seen.add(imported))
  return seen
}
