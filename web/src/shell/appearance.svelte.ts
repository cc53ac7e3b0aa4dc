export type Theme = 'system' | 'light' | 'dark' | 'contrast'
export type Density = 'comfortable' | 'compact'

/** How the console looks to this person. */
class Appearance {
  theme = $state<Theme>('system')
  density = $state<Density>('comfortable')
  /** Whether a key alone is a shortcut (WCAG 2.1.4). */
  singleKeys = $state(true)
  #dark = matchMedia('(prefers-color-scheme: dark)')
  #contrast = matchMedia('(prefers-contrast: more)')
  #paper = matchMedia('print')

  /** apply makes the page look so, also when the system's own preference changes. */
  apply(): () => void {
    const root = document.documentElement
    const show = () => {
      const system = this.#contrast.matches ? 'contrast' : this.#dark.matches ? 'dark' : 'light'
      const theme = this.theme === 'system' ? system : this.theme
      root.dataset.theme = theme === 'dark' && this.#paper.matches ? 'light' : theme // paper is white
      root.dataset.density = this.density
    }
    show()
    const queries = [this.#dark, this.#contrast, this.#paper]
    queries.forEach((query) => query.addEventListener('change', show))
    return () => queries.forEach((query) => query.removeEventListener('change', show))
  }
}

export const appearance = new Appearance()
