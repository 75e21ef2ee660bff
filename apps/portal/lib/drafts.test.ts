import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeDrafts, storeDraft, takeDraft } from './drafts.ts'

const minuteMs = 60_000

/** Storage as browsers have it: its keys are properties. */
function openStorage() {
  const storage = {}
  return Object.defineProperties(storage, {
    getItem: { value: (key: string) => Reflect.get(storage, key) ?? null },
    setItem: { value: (key: string, value: string) => Reflect.set(storage, key, value) },
    removeItem: { value: (key: string) => Reflect.deleteProperty(storage, key) },
  })
}

function openPage(pathname: string, localStorage: unknown, reader = 'ada@example.com'): void {
  vi.stubGlobal('window', { location: { pathname }, localStorage })
  vi.stubGlobal('document', { querySelector: () => ({ dataset: { reader } }) })
}

describe('a draft', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }))
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('is returned once, and only on its page', () => {
    const storage = openStorage()
    openPage('/orgs/a/apps', storage)
    storeDraft('register-app', { name: 'Ada' })
    openPage('/orgs/b/apps', storage)
    expect(takeDraft('register-app')).toBeUndefined()
    openPage('/orgs/a/apps', storage)
    expect(takeDraft('edit-app')).toBeUndefined()
    expect(takeDraft('register-app')).toEqual({ name: 'Ada' })
    expect(takeDraft('register-app')).toBeUndefined()
  })

  it('is not returned to another user', () => {
    const storage = openStorage()
    openPage('/orgs/a/apps', storage)
    storeDraft('register-app', { name: 'Ada' })
    openPage('/orgs/a/apps', storage, 'eve@example.com')
    expect(takeDraft('register-app')).toBeUndefined()
  })

  it('is forgotten after an hour', () => {
    openPage('/orgs/a/apps', openStorage())
    storeDraft('register-app', { name: 'Ada' })
    vi.advanceTimersByTime(59 * minuteMs)
    expect(takeDraft('register-app')).toEqual({ name: 'Ada' })
    storeDraft('register-app', { name: 'Ada' })
    vi.advanceTimersByTime(60 * minuteMs)
    expect(takeDraft('register-app')).toBeUndefined()
  })

  it('is removed by a sign-out, which leaves other storage', () => {
    const storage = Object.assign(openStorage(), { 'bridge.organization': 'a' })
    openPage('/orgs/a/apps', storage)
    storeDraft('register-app', { name: 'Ada' })
    removeDrafts()
    expect(storage).toEqual({ 'bridge.organization': 'a' })
  })

  it('is not kept by a browser that refuses storage', () => {
    openPage('/', undefined)
    vi.stubGlobal('window', {
      location: { pathname: '/' },
      get localStorage(): never {
        throw new Error('refused')
      },
    })
    storeDraft('register-app', { name: 'Ada' })
    expect(takeDraft('register-app')).toBeUndefined()
  })
})
