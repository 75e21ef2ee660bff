import type { MenuGroup } from './rank-entries.ts'

/** A key that acts on the list. */
export type MenuKey = 'next' | 'previous' | 'open'

export interface MenuState {
  /** The typed text, without blanks around it. */
  readonly text: string
  /** The list of one text, which keeps its order until another text has a list. */
  readonly list: { readonly text: string; readonly groups: readonly MenuGroup[] } | undefined
  /** The selected entry's position. */
  readonly selected: number
  /** Keys pressed since the text changed, while its list was searched for. */
  readonly waiting: readonly MenuKey[]
  /** The ID of the entry to open. */
  readonly chosen: string | undefined
}

export type MenuEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'found'; readonly text: string; readonly groups: readonly MenuGroup[] }
  | { readonly type: 'pressed'; readonly key: MenuKey }
  | { readonly type: 'pointed'; readonly id: string }
  | { readonly type: 'chosen'; readonly id: string }

export const emptyMenu: MenuState = { text: '', list: undefined, selected: 0, waiting: [], chosen: undefined }

/**
 * Returns the menu's state after an event. Keys act on the list of the typed text only: they wait until it is found, and
 * are forgotten when the text changes. A shown list keeps its order.
 */
export function reduceMenu(state: MenuState, event: MenuEvent): MenuState {
  switch (event.type) {
    case 'typed':
      return event.text.trim() === state.text ? state : { ...state, text: event.text.trim(), waiting: [] }
    case 'found':
      if (event.text !== state.text || !isSearching(state)) return state
      return state.waiting.reduce(press, { ...state, list: event, selected: 0, waiting: [] })
    case 'pressed':
      return isSearching(state) ? { ...state, waiting: [...state.waiting, event.key] } : press(state, event.key)
    case 'pointed':
      return isSearching(state) || getSelectedId(state) === event.id
        ? state
        : { ...state, selected: listIds(state).indexOf(event.id) }
    case 'chosen':
      return { ...state, chosen: event.id }
  }
}

/** Returns whether the typed text has no list yet. */
export function isSearching({ list, text }: MenuState): boolean {
  return list?.text !== text
}

/** Returns the selected entry's ID; undefined while the typed text's list is searched for. */
export function getSelectedId(state: MenuState): string | undefined {
  return isSearching(state) ? undefined : listIds(state)[state.selected]
}

function press(state: MenuState, key: MenuKey): MenuState {
  const ids = listIds(state)
  if (ids.length === 0 || state.chosen !== undefined) return state
  if (key === 'open') return { ...state, chosen: ids[state.selected] }
  const step = key === 'next' ? 1 : -1
  return { ...state, selected: (state.selected + step + ids.length) % ids.length }
}

function listIds({ list }: MenuState): string[] {
  return list?.groups.flatMap(({ entries }) => entries.map(({ id }) => id)) ?? []
}
