import { describe, expect, it } from 'vitest'
import { goKeys } from './go-keys.ts'
import { ShortcutReader } from './shortcut.ts'

interface Press {
  readonly key: string
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
  readonly altKey?: boolean
  readonly isInField?: boolean
  /** Milliseconds since the key before. */
  readonly pauseMs?: number
}

/** Presses keys one after another, and returns the last one's shortcut. */
function press(keys: readonly (string | Press)[], hasCharacterKeys = true) {
  const reader = new ShortcutReader(() => hasCharacterKeys)
  let timeStamp = 10_000
  const shortcuts = keys.map((pressed) => {
    const { pauseMs = 100, isInField = false, ...key } = typeof pressed === 'string' ? { key: pressed } : pressed
    timeStamp += pauseMs
    const noModifiers = { ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false }
    return reader.read({ ...noModifiers, ...key, timeStamp }, isInField)
  })
  return shortcuts.at(-1)
}

describe('ShortcutReader', () => {
  it('goes to a page with G and its key, in capitals, too', () => {
    expect(press(['g', 'r'])).toEqual({ name: 'go', path: '/requests' })
    expect(press(['G', 'H'])).toEqual({ name: 'go', path: '' })
  })

  it('goes nowhere after a pause, another key, or a key without a page', () => {
    expect(press(['g', { key: 'r', pauseMs: 1_501 }])).toBeUndefined()
    expect(press(['g', 'x', 'r'])).toBeUndefined()
    expect(press(['g', 'g', 'r'])).toEqual({ name: 'go', path: '/requests' })
    expect(press(['r'])).toBeUndefined()
  })

  it('leaves the browser its own keys: none with Ctrl, ⌘ or Alt but Ctrl K', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) {
      expect(press([{ key: 'g', [modifier]: true }, 'r'])).toBeUndefined()
      expect(press(['g', { key: 'r', [modifier]: true }])).toBeUndefined()
    }
    expect(press([{ key: 'k', ctrlKey: true }])).toEqual({ name: 'menu' })
    expect(press([{ key: 'k', metaKey: true }])).toEqual({ name: 'menu' })
  })

  it('is off in fields, except for Ctrl K', () => {
    expect(
      press([
        { key: 'g', isInField: true },
        { key: 'r', isInField: true },
      ]),
    ).toBeUndefined()
    expect(press(['g', { key: 'r', isInField: true }])).toBeUndefined()
    expect(press([{ key: '?', isInField: true }])).toBeUndefined()
    expect(press([{ key: 'k', ctrlKey: true, isInField: true }])).toEqual({ name: 'menu' })
  })

  it('reads no key without a modifier once they are turned off', () => {
    expect(press(['g', 'r'], false)).toBeUndefined()
    for (const key of ['~', '/', '?']) expect(press([key], false)).toBeUndefined()
    expect(press([{ key: 'k', ctrlKey: true }], false)).toEqual({ name: 'menu' })
  })

  it('has one page for each key, and no page for G', () => {
    const keys = Object.values(goKeys)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain('g')
  })
})
