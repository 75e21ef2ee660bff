import { describe, expect, it } from 'vitest'
import { isFiltered, noParameters, requestsHref, toPeriod, toRequestFilter } from './request-parameters.ts'

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

describe('the period of the requests', () => {
  it('is the last 30 days, as the filter says, unless another one is chosen', () => {
    expect(toPeriod(noParameters, now)).toEqual({
      since: '2026-01-31T12:00:00.000Z',
      until: '2026-03-02T12:00:00.000Z',
      parts: 60,
    })
  })

  it('ends with the half-hour, the last hour with the minute', () => {
    const at = now + 65_000
    expect(toPeriod({ ...noParameters, range: '24h' }, at)).toEqual({
      since: '2026-03-01T12:30:00.000Z',
      until: '2026-03-02T12:30:00.000Z',
      parts: 48,
    })
    expect(toPeriod({ ...noParameters, range: '1h' }, at).until).toBe('2026-03-02T12:02:00.000Z')
  })

  it('is the one that was dragged; one that ends before it begins is ignored', () => {
    const dragged = { ...noParameters, since: '2026-03-02T10:00:00Z', until: '2026-03-02T11:00:00Z' }
    expect(toPeriod(dragged, now)).toMatchObject({
      since: '2026-03-02T10:00:00.000Z',
      until: '2026-03-02T11:00:00.000Z',
    })
    const turned = { ...noParameters, since: '2026-03-03T10:00:00Z' }
    expect(toPeriod(turned, now).since).toBe('2026-01-31T12:00:00.000Z')
  })
})
