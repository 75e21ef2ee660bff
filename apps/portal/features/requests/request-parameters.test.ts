import { describe, expect, it } from 'vitest'
import { isFiltered, noParameters, requestsHref, toRequestFilter } from './request-parameters.ts'

const now = Date.UTC(2026, 2, 2, 12)

describe('the filters of the request list', () => {
  it('become the input of the operations', () => {
    const parameters = { ...noParameters, file: '1', text: 'invoice', slower: 100, range: '24h' as const, code: '' }
    expect(toRequestFilter(parameters, now)).toEqual({
      realmId: '1',
      path: 'invoice',
      slowerThanMs: 100,
      since: '2026-03-01T12:00:00.000Z',
    })
  })

  it('prefer a range that was dragged, and ignore a mistyped time', () => {
    const dragged = { ...noParameters, range: '1h' as const, since: '2026-03-02T10:00:00Z', until: 'yesterday' }
    expect(toRequestFilter(dragged, now)).toEqual({ since: '2026-03-02T10:00:00.000Z' })
  })

  it('are all off by default', () => {
    expect(isFiltered(noParameters)).toBe(false)
    expect(isFiltered({ ...noParameters, code: '610' })).toBe(true)
  })

  it('make a link', () => {
    expect(requestsHref('acme', { code: '610', field: null })).toBe('/orgs/acme/requests?code=610')
    expect(requestsHref('acme', {})).toBe('/orgs/acme/requests')
  })
})
