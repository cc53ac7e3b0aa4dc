import type { Mode } from './moves'

/**
 * What a key asks the chart to do. `by` counts stops, nights, rows or days, forwards in reading direction; Infinity is
 * all the way.
 */
export type Command =
  | { act: 'sideways' | 'upDown'; by: number }
  | { act: 'widen' | 'shift' | 'carry'; by: 1 | -1 }
  | { act: 'takeUp'; mode: Mode }
  | { act: 'activate' | 'block' | 'putDown' | 'letGo' | 'nothing' }

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

interface Situation {
  held: boolean // a stay is being carried
  singleKeys: boolean // single letters are commands
  page: number // rows in view
  rightToLeft: boolean
}

/** commandOf is what a key asks for; undefined if the key isn't for the chart. */
export function commandOf(pressed: Pressed, situation: Situation): Command | undefined {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if (ctrlKey || metaKey || altKey) {
    if (!ctrlKey || situation.held || (key !== 'Home' && key !== 'End')) return undefined
    return { act: 'upDown', by: key === 'Home' ? -Infinity : Infinity }
  }
  const forwards = (key === 'ArrowRight') === situation.rightToLeft ? -1 : 1
  return situation.held ? heldCommand(key, forwards) : cursorCommand(pressed, situation, forwards)
}

function cursorCommand({ key, shiftKey }: Pressed, { singleKeys, page }: Situation, by: 1 | -1): Command | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft':
      return shiftKey ? { act: 'widen', by } : { act: 'sideways', by }
    case 'ArrowDown':
      return { act: 'upDown', by: 1 }
    case 'ArrowUp':
      return { act: 'upDown', by: -1 }
    case 'PageDown':
      return { act: 'upDown', by: page }
    case 'PageUp':
      return { act: 'upDown', by: -page }
    case 'Home':
      return { act: 'sideways', by: -Infinity }
    case 'End':
      return { act: 'sideways', by: Infinity }
    case 'Enter':
    case ' ':
      return { act: 'activate' }
  }
  return singleKeys ? letters[key] : undefined
}

const letters: Record<string, Command> = {
  m: { act: 'takeUp', mode: 'move' },
  b: { act: 'takeUp', mode: 'start' },
  e: { act: 'takeUp', mode: 'end' },
  o: { act: 'block' },
}

function heldCommand(key: string, by: 1 | -1): Command | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft':
      return { act: 'shift', by }
    case 'ArrowDown':
      return { act: 'carry', by: 1 }
    case 'ArrowUp':
      return { act: 'carry', by: -1 }
    case 'Enter':
    case ' ':
      return { act: 'putDown' }
    case 'Escape':
      return { act: 'letGo' }
    case 'Tab':
      return { act: 'nothing' } // what is held is put down first
  }
  return undefined
}
