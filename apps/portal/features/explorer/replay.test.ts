import { requireRealmId } from '@bridge/agent-protocol'
import { describe, expect, it } from 'vitest'
import { describeEffect, findGap, type Original, toReplayDraft } from './replay.ts'

const realmId = requireRealmId('9130350000000001')
const bodies = {
  query: '?requestid=first&minorversion=75',
  requestHeaders: {},
  request: '{"CustomerRef":{"value":"1-1"}}',
  requestCharacters: 31,
  answerHeaders: {},
  answer: '{}',
  answerCharacters: 2,
  exchanges: [],
  exchangesLeftOut: 0,
  plan: null,
}
const request = {
  id: 'r1',
  at: '2026-11-27T10:22:00.000Z',
  realmId,
  realmName: 'Sandbox',
  realmKind: 'sandbox' as const,
  method: 'POST',
  path: `/v3/company/${realmId}/invoice`,
  operation: 'create',
  queryText: null,
  bodies,
  status: 400,
  code: '6240',
  failedItems: 0,
}
const no = { answer: 'no' as const, because: '', repeat: 'is-new' as const, repeatMeans: '' }
const original: Original = { request, posted: no }

describe('the call of a replay', () => {
  it('is the original without its requestid', () => {
    expect(toReplayDraft(original)).toEqual({
      realmId,
      method: 'POST',
      path: '/invoice',
      query: 'minorversion=75',
      text: bodies.request,
    })
  })

  it.each([{ ...bodies, query: '?query=select * from Item&explain=1', request: '', requestCharacters: 0 }, null])(
    'has the text of a query: %#',
    (kept) => {
      const query = {
        method: 'GET',
        path: `/v3/company/${realmId}/query`,
        queryText: 'select * from Item',
        operation: 'query',
      }
      const read = { ...original, request: { ...request, ...query, bodies: kept } }
      expect(toReplayDraft(read)).toMatchObject({ path: '/query', text: 'select * from Item' })
      expect(findGap(read)).toBeUndefined()
    },
  )

  it.each([
    [bodies, undefined],
    [null, 'no longer has'],
    [{ ...bodies, requestCharacters: 99 }, 'only the beginning'],
    [{ ...bodies, request: '{"SSN":"[hidden]"}', requestCharacters: 18 }, 'Replace [hidden]'],
  ])('says what the log lacks: %#', (kept, expected) => {
    const gap = findGap({ ...original, request: { ...request, bodies: kept } })
    if (expected === undefined) expect(gap).toBeUndefined()
    else expect(gap).toContain(expected)
  })
})

describe('what a replay does', () => {
  const draft = toReplayDraft(original)

  it('is said with the outcome of the original', () => {
    expect(describeEffect(draft, original, 'Sandbox')).toEqual([
      'The replay creates a new record of invoice in Sandbox.',
      'The original was not posted.',
      'It has a new requestid, so QuickBooks runs it as a new call.',
    ])
  })

  it.each([
    [{ query: 'operation=delete' }, 'deletes a record of invoice'],
    [{ query: 'include=void' }, 'voids a record of invoice'],
    [{ path: '/batch' }, 'every write of the batch'],
  ])('depends on the call: %o', (change, expected) => {
    expect(describeEffect({ ...draft, ...change }, original, 'Sandbox')[0]).toContain(expected)
  })

  it('warns of a second posting', () => {
    const texts = (answer: 'yes' | 'perhaps') => describeEffect(draft, { posted: { ...no, answer } }, 'x').join(' ')
    expect(texts('yes')).toContain('a second time')
    expect(texts('perhaps')).toContain('Look for it in QuickBooks first')
  })
})
