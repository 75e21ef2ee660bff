import { isEditable } from '../../components/move-between-rows.ts'

export type Shortcut = 'menu' | 'requests' | 'filter' | 'help'

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly defaultPrevented: boolean
  readonly target: EventTarget | null
}

const plainKeys: Readonly<Record<string, Shortcut>> = { '~': 'requests', '/': 'filter', '?': 'help' }

/** Returns the shortcut that a key means, if any. Keys that a field takes as text mean none. */
export function toShortcut({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: Key): Shortcut | undefined {
  if (defaultPrevented) return undefined
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'menu'
  if (ctrlKey || metaKey) return undefined
  if (target instanceof Element && isEditable(target)) return undefined
  return plainKeys[key]
}
