import { describe, expect, it } from 'vitest'
import { emptyMenu, getSelectedId, type MenuEvent, reduceMenu } from './menu-state.ts'
import type { MenuGroup } from './rank-entries.ts'

function found(text: string, ...ids: string[]): MenuEvent {
  const groups: MenuGroup[] = [{ label: 'Pages', entries: ids.map((id) => ({ id, group: 'Pages', label: id })) }]
  return { type: 'found', text, groups }
}

function typed(text: string): MenuEvent {
  return { type: 'typed', text }
}

const enter: MenuEvent = { type: 'pressed', key: 'open' }
const down: MenuEvent = { type: 'pressed', key: 'next' }
const up: MenuEvent = { type: 'pressed', key: 'previous' }

function run(...events: MenuEvent[]) {
  return events.reduce(reduceMenu, emptyMenu)
}

describe('reduceMenu', () => {
  it('opens nothing of an earlier text: Enter waits for the typed one’s list', () => {
    const waiting = run(typed('50'), found('50', 'requests'), typed('5010'), enter)
    expect(waiting.chosen).toBeUndefined()
    expect(reduceMenu(waiting, found('50', 'requests')).chosen).toBeUndefined()
    expect(reduceMenu(waiting, found('5010', 'error 5010')).chosen).toBe('error 5010')
  })

  it('applies arrow keys pressed ahead to the list that they were meant for', () => {
    expect(run(typed('client'), down, down, up, enter, found('client', 'a', 'b', 'c')).chosen).toBe('b')
  })

  it('forgets keys pressed ahead when the text changes, but not for a blank', () => {
    expect(run(typed('c'), enter, typed('cl'), found('cl', 'a')).chosen).toBeUndefined()
    expect(run(typed('c'), enter, typed('c '), found('c', 'a')).chosen).toBe('a')
  })

  it('keeps the order of a shown list', () => {
    const state = run(typed('client'), found('client', 'a', 'b'), down)
    expect(getSelectedId(reduceMenu(state, found('client', 'c', 'a', 'b')))).toBe('b')
  })

  it('selects the first entry of each new list', () => {
    expect(getSelectedId(run(typed('c'), found('c', 'a', 'b'), down, typed('cl'), found('cl', 'b', 'a')))).toBe('b')
  })

  it('goes from the first entry to the last and back', () => {
    const list = [typed('c'), found('c', 'a', 'b', 'd')]
    expect(getSelectedId(run(...list, up))).toBe('d')
    expect(getSelectedId(run(...list, up, down))).toBe('a')
  })

  it('selects what the pointer moves over, unless another text is searched for', () => {
    const state = run(typed('c'), found('c', 'a', 'b'), { type: 'pointed', id: 'b' })
    expect(getSelectedId(state)).toBe('b')
    const searching = reduceMenu(reduceMenu(state, typed('cl')), { type: 'pointed', id: 'a' })
    expect(getSelectedId(reduceMenu(searching, found('cl', 'b', 'a')))).toBe('b')
  })

  it('opens what is clicked, and nothing where nothing is found', () => {
    expect(run(typed('c'), found('c', 'a'), typed('cl'), { type: 'chosen', id: 'a' }).chosen).toBe('a')
    expect(run(typed('x'), enter, found('x')).chosen).toBeUndefined()
  })
})
