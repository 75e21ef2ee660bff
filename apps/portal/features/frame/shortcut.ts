import { findGoPath } from './go-keys.ts'

export type Shortcut =
  | { readonly name: 'menu' | 'requests' | 'filter' | 'help' }
  /** Goes to a page, by its path in the table of keys. */
  | { readonly name: 'go'; readonly path: string }

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly defaultPrevented: boolean
  readonly timeStamp: number
}

const plainKeys: Readonly<Record<string, 'requests' | 'filter' | 'help'>> = {
  '~': 'requests',
  '/': 'filter',
  '?': 'help',
}

/** How long `G` waits for the second key. */
const maxPauseMs = 1_500

/** Returns what keys mean, one after another. Keys typed into a field mean nothing. */
export class ShortcutReader {
  readonly #hasCharacterKeys: () => boolean
  #goAt = Number.NEGATIVE_INFINITY

  /** @param hasCharacterKeys whether keys without a modifier are in use */
  constructor(hasCharacterKeys: () => boolean) {
    this.#hasCharacterKeys = hasCharacterKeys
  }

  /**
   * Returns a key's shortcut, if any.
   *
   * @param isInField whether the key is typed into a field
   */
  read({ key, ctrlKey, metaKey, altKey, defaultPrevented, timeStamp }: Key, isInField: boolean): Shortcut | undefined {
    const isSecond = timeStamp - this.#goAt <= maxPauseMs
    this.#goAt = Number.NEGATIVE_INFINITY
    if (defaultPrevented) return undefined
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return { name: 'menu' }
    if (ctrlKey || metaKey || isInField || !this.#hasCharacterKeys()) return undefined
    const path = isSecond && !altKey ? findGoPath(key.toLowerCase()) : undefined
    if (path !== undefined) return { name: 'go', path }
    if (key.toLowerCase() === 'g' && !altKey) this.#goAt = timeStamp
    const name = plainKeys[key]
    return name && { name }
  }
}
