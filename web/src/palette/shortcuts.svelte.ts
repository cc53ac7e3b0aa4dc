import { router } from '../router.svelte'
import { screens } from '../screens'
import { session } from '../session/session.svelte'
import { paths, type ScreenName } from '../paths'
import { appearance } from '../shell/appearance.svelte'

/** What the palette has open: nothing, the palette itself, or the list of keys. */
export type Opened = 'nothing' | 'palette' | 'keys'

const patience = 1500 // milliseconds between `g` and the letter

/** Shortcuts: Ctrl-K opens the palette, and single keys go to screens where nothing is being typed. */
class Shortcuts {
  opened = $state<Opened>('nothing')
  #going = 0 // until when a letter goes to a screen

  start(): () => void {
    const listen = (event: KeyboardEvent) => this.#press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }

  /** waits tells whether a letter now opens a screen, so that nobody else takes it. */
  waits({ key, timeStamp }: KeyboardEvent): boolean {
    return key.length === 1 && this.#going > timeStamp
  }

  #press(event: KeyboardEvent): void {
    const command = event.ctrlKey || event.metaKey
    if (command && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      this.opened = this.opened === 'palette' ? 'nothing' : 'palette'
      return
    }
    if (
      command ||
      event.altKey ||
      !appearance.singleKeys ||
      isTyping(event.target) ||
      document.querySelector('dialog[open]')
    )
      return
    const going = this.#going > event.timeStamp
    const taken = going ? this.#goTo(event.key) : !isInGrid(event.target) && this.#single(event)
    this.#going = event.key === 'g' && !taken ? event.timeStamp + patience : 0
    if (taken) event.preventDefault()
  }

  #goTo(key: string): boolean {
    const found = (Object.keys(screens) as ScreenName[]).find((name) => screens[name].key === key && mayOpen(name))
    if (found) router.go(paths[found])
    return Boolean(found)
  }

  #single(event: KeyboardEvent): boolean {
    if (event.defaultPrevented) return false
    switch (event.key) {
      case '?':
        this.opened = 'keys'
        return true
      case 'n':
        if (!session.may('bookings.create')) return false
        router.go('/bookings/new')
        return true
      case '/':
        this.opened = 'palette'
        return true
      default:
        return false
    }
  }
}

export function mayOpen(name: ScreenName): boolean {
  const { needs } = screens[name]
  return !needs || session.may(needs)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null
}

// A grid has single keys of its own.
function isInGrid(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=grid]') !== null
}

export const shortcuts = new Shortcuts()
