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

/** Returns a key's shortcut, if any. Keys typed into a field have none. */
export function toShortcut({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: Key): Shortcut | undefined {
  if (defaultPrevented) return undefined
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'menu'
  if (ctrlKey || metaKey) return undefined
  if (target instanceof Element && isEditable(target)) return undefined
  return plainKeys[key]
}
