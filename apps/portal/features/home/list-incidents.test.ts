import { describe, expect, it } from 'vitest'
import { type IncidentFacts, listIncidents } from './list-incidents.ts'

const now = Date.UTC(2026, 2, 2, 12)

const facts: IncidentFacts = {
  slug: 'acme',
  now,
  billing: { entitled: true, enforced: true, graceUntil: null, title: 'Active' },
  groups: [],
  files: [],
  failures: [],
  quota: undefined,
  wentBack: [],
  apiKeys: [],
}

function file(id: string, name: string, state: 'offline' | 'dialog_waiting' | 'never_connected') {
  return { id, name, kind: 'production', connection: { state } } as IncidentFacts['files'][number]
}

describe('what needs attention', () => {
  it('is nothing in an organization where everything works', () => {
    expect(listIncidents({ ...facts, groups: [{ group: 'connected', count: 500 }] })).toEqual([])
  })

  it('names few company files, and counts many with a link to the list of them', () => {
    const groups = [
      { group: 'offline', count: 1 },
      { group: 'never_connected', count: 498 },
    ] as const
    const files = [file('1', 'Rock Castle', 'offline'), file('2', 'New', 'never_connected')]
    expect(listIncidents({ ...facts, groups, files })).toMatchObject([
      { name: 'Rock Castle', text: 'cannot be reached.', href: '/orgs/acme/company-files/1' },
      {
        text: '498 company files were never connected.',
        label: 'Review',
        href: '/orgs/acme/company-files?state=never_connected',
      },
    ])
  })

  it('says that there are more than 1,000, and 1 where its name is on a later page', () => {
    const texts = (count: number) => listIncidents({ ...facts, groups: [{ group: 'waiting', count }] })[0]?.text
    expect(texts(1_001)).toBe('More than 1,000 company files wait for a person at the PC.')
    expect(texts(1)).toBe('A company file waits for a person at the PC.')
  })

  it('names company files that went back in the last 7 days, and were not reset', () => {
    const restored = {
      realmId: '1',
      realmName: 'Rock Castle',
      since: '2026-03-01T12:00:00Z',
      reason: 'restored',
    } as const
    const wentBack = [
      restored,
      { ...restored, realmId: '2', reason: 'reset' as const },
      { ...restored, realmId: '3', since: '2026-02-20T12:00:00Z' },
    ]
    expect(listIncidents({ ...facts, wentBack })).toMatchObject([
      {
        name: 'Rock Castle',
        text: 'was restored from a backup: apps have to read it again.',
        href: '/orgs/acme/company-files/1',
      },
    ])
    const many = ['1', '2', '3'].map((realmId) => ({ ...restored, realmId }))
    expect(listIncidents({ ...facts, wentBack: many })).toMatchObject([
      { text: 'Restored or condensed: 3 company files. Apps have to read them again.' },
    ])
  })

  it('begins with what stops calls, then what is new, then what can wait', () => {
    const failure = { sentence: 'The invoice was rejected.', code: '610', isNew: true, sampleId: 'r1' }
    const incidents = listIncidents({
      ...facts,
      billing: { entitled: false, enforced: true, graceUntil: null, title: 'Payment is overdue' },
      groups: [
        { group: 'offline', count: 3 },
        { group: 'waiting', count: 3 },
        { group: 'never_connected', count: 3 },
      ],
      failures: [failure, { ...failure, isNew: false }],
      quota: { callsToday: 2_000, limits: { dailyCalls: 2_000 } },
      apiKeys: [{ createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null }],
    })
    expect(incidents.map(({ key }) => key)).toEqual([
      'plan',
      'offline',
      'waiting',
      'failure',
      'quota',
      'never_connected',
      'keys',
    ])
    expect(incidents[3]?.text).toBe('A new kind of failure in the last 24 hours: The invoice was rejected.')
  })

  it('groups new kinds of failures, and leaves out known ones', () => {
    const failure = { sentence: '', code: '610', isNew: true, sampleId: 'r1' }
    const failures = [failure, failure, { ...failure, isNew: false }]
    expect(listIncidents({ ...facts, failures })).toMatchObject([
      { text: '2 new kinds of failures in the last 24 hours.', href: '/orgs/acme/requests?range=24h&status=failed' },
    ])
  })

  it('leaves the plan out where the service enforces none', () => {
    const billing = { entitled: false, enforced: false, graceUntil: null, title: 'Trial ended' }
    expect(listIncidents({ ...facts, billing })).toEqual([])
  })
})
