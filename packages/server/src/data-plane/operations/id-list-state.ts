import { createIdList, type IdList, type Query } from '@bridge/translation'
import type { ClientIdLists } from './id-lists.ts'

/** A list of IDs as data, which a worker can get and return. */
export interface IdListState {
  readonly ids: readonly string[]
  readonly isWhole: boolean
  readonly servedTo: number
}

/** Returns the state of a list, which later changes of the list do not change. */
export function getState({ ids, isWhole, servedTo }: IdList): IdListState {
  return { ids: [...ids], isWhole, servedTo }
}

/** Gives a list the state of another. */
export function setState(list: IdList, { ids, isWhole, servedTo }: IdListState): void {
  list.clear()
  list.extend(ids, isWhole)
  list.serve(servedTo)
}

/** A client's lists, and the one that the request opened last. */
export interface OpenedIdList {
  readonly idLists: ClientIdLists
  /** Returns the state in which the list was opened; undefined if none was. */
  getOpened(): IdListState | undefined
  /** Keeps the list in the state in which another thread left it. */
  keep(state: IdListState): void
}

/** Watches which list a request opens, so that the request can be run again from its start. */
export function watchIdList(idLists: ClientIdLists): OpenedIdList {
  let opened: { readonly query: Query; readonly list: IdList; readonly state: IdListState } | undefined
  return {
    idLists: {
      open: (query) => {
        const list = idLists.open(query)
        opened = { query, list, state: getState(list) }
        return list
      },
      keep: idLists.keep,
    },
    getOpened: () => opened?.state,
    keep: (state) => {
      if (opened === undefined) return
      setState(opened.list, state)
      idLists.keep(opened.query, opened.list)
    },
  }
}

/** Creates the lists of a request in a worker, which has only the one that it opens. */
export function shareIdList(state: IdListState | undefined): {
  readonly idLists: ClientIdLists
  /** Returns the state of the list to keep, if there is one. */
  getKept(): IdListState | undefined
} {
  let kept: IdListState | undefined
  return {
    idLists: {
      open: () => {
        const list = createIdList()
        if (state !== undefined) setState(list, state)
        return list
      },
      keep: (_query, list) => {
        kept = getState(list)
      },
    },
    getKept: () => kept,
  }
}
