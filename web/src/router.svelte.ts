import { paths, type ScreenName } from './paths'

/** A place in the console: a screen, with what its path and its query say. */
export interface Place {
  name: ScreenName | undefined // undefined: no screen has this path
  path: string
  params: Record<string, string>
  query: URLSearchParams
}

/** placeOf finds the screen of a path, whose segments of the form `:name` become params. */
export function placeOf(path: string, search: string): Place {
  const found = Object.entries(paths)
    .map(([name, pattern]) => ({ name: name as ScreenName, params: match(pattern, path), exact: pattern === path }))
    .filter((candidate) => candidate.params)
    .sort((a, b) => Number(b.exact) - Number(a.exact))[0]
  return { name: found?.name, path, params: found?.params ?? {}, query: new URLSearchParams(search) }
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const want = pattern.split('/')
  const have = path.split('/')
  if (want.length !== have.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, segment] of want.entries()) {
    if (segment.startsWith(':') && have[i]) params[segment.slice(1)] = decodeURIComponent(have[i])
    else if (segment !== have[i]) return undefined
  }
  return params
}

/** href is the address of a screen; params that the path doesn't have go into the query, empty ones nowhere. */
export function href(name: ScreenName, params: Record<string, string | number | undefined> = {}): string {
  const query = new URLSearchParams()
  let path: string = paths[name]
  for (const [key, value] of Object.entries(params)) {
    if (path.split('/').includes(`:${key}`)) path = path.replace(`:${key}`, encodeURIComponent(String(value)))
    else if (value !== undefined && value !== '') query.set(key, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

type Guard = () => string // what is asked before the place is left; '' is nothing

/** What knows the filters that a person chose last on a screen. */
interface Memory {
  of(screen: ScreenName): Record<string, string>
  keep(screen: ScreenName, query: URLSearchParams): void
}

class Router {
  place = $state.raw(placeOf(location.pathname, location.search))
  #guards = new Set<Guard>()
  #memory: Memory | undefined

  constructor() {
    addEventListener('popstate', () => {
      if (this.#mayLeave()) this.#read()
      else history.pushState(null, '', this.place.path + querySuffix(this.place.query))
    })
    addEventListener('beforeunload', (event) => {
      if ([...this.#guards].some((guard) => guard())) event.preventDefault()
    })
    document.addEventListener('click', (event) => this.#follow(event))
  }

  /**
   * go opens an address of the console, unless a form that would be lost holds the person back. A screen that is opened
   * without a query has the filters that the person chose on it last.
   */
  go(address: string, how: { replace?: boolean } = {}): void {
    if (!how.replace) address = this.#filtered(address)
    const samePath = new URL(address, location.href).pathname === this.place.path
    if (!samePath && !this.#mayLeave()) return
    history[how.replace ? 'replaceState' : 'pushState'](null, '', address)
    this.#read()
    if (!samePath) scrollTo(0, 0)
  }

  /** setQuery changes the query of the place, in which filters are kept, without a new entry in the history. */
  setQuery(changes: Record<string, string | undefined>): void {
    const query = new URLSearchParams(location.search)
    for (const [key, value] of Object.entries(changes)) {
      if (value) query.set(key, value)
      else query.delete(key)
    }
    this.go(this.place.path + querySuffix(query), { replace: true })
    if (this.place.name) this.#memory?.keep(this.place.name, this.place.query)
  }

  /** remember has what is chosen by setQuery kept, and put into the address when the screen is opened again. */
  remember(memory: Memory): void {
    this.#memory = memory
  }

  #filtered(address: string): string {
    const { pathname, search } = new URL(address, location.href)
    const { name } = placeOf(pathname, search)
    if (!name || search || !this.#memory) return address
    return pathname + querySuffix(new URLSearchParams(this.#memory.of(name)))
  }

  /** guard asks a question before the place is left, unless it is empty; it returns what takes the guard away. */
  guard(guard: Guard): () => void {
    this.#guards.add(guard)
    return () => this.#guards.delete(guard)
  }

  /** guarded tells whether something may want to stay; nobody is asked. */
  get guarded(): boolean {
    return [...this.#guards].some((guard) => guard())
  }

  #mayLeave(): boolean {
    return [...this.#guards].every((guard) => !guard() || confirm(guard()))
  }

  #read(): void {
    this.place = placeOf(location.pathname, location.search)
  }

  // A link within the console is followed without loading the page anew.
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || event.defaultPrevented || event.button !== 0 || link.target || link.download) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.origin !== location.origin || placeOf(link.pathname, '').name === undefined) return
    event.preventDefault()
    this.go(link.pathname + link.search)
  }
}

const querySuffix = (query: URLSearchParams) => (query.size > 0 ? `?${query}` : '')

export const router = new Router()
