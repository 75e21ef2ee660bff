import { gzipSync } from 'node:zlib'
import { parseRealmId, requireRealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { MessageSet } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import type { Desktop } from '../desktop/desktop.ts'
import { getCost, measureDesktop } from './call-cost.ts'
import { openCompanyFile } from './operations/company-file.ts'
import type { Batch } from './request.ts'

function batchOf(items: number): Batch {
  const operation = new Fault('BAD_REQUEST', '')
  return {
    kind: 'batch',
    items: Array.from({ length: items }, (_, index) => ({ bId: String(index), target: { kind: 'query' }, operation })),
  }
}

it.each([
  [0, undefined, 1],
  [512 * 1024, undefined, 1],
  [512 * 1024 + 1, undefined, 2],
  [19 * 1024 * 1024, undefined, 38],
  [1_000, batchOf(10), 1],
  [1_000, batchOf(11), 2],
  [1_000, batchOf(30), 3],
  [19 * 1024 * 1024, batchOf(30), 38],
])(
  'counts %i characters as one request for each 512 Ki, and a batch for each 10 items',
  (characters, request, cost) => {
    expect(getCost(characters, request)).toBe(cost)
  },
)

it('counts the text of responses, also of packed ones, and not what was lost', async () => {
  const outcomes: Awaited<ReturnType<Desktop['exchange']>>[] = [
    { sent: true, lost: false, response: 'x'.repeat(300) },
    { sent: true, lost: true, reason: 'timeout' },
    { sent: true, lost: false, response: Uint8Array.of(0x1f, 0x8b), characters: 200 },
  ]
  const realmId = parseRealmId('1000000000000001')
  if (realmId === undefined) throw new TypeError('not a realm id')
  const { desktop, getCharacters } = measureDesktop({
    exchange: async () => outcomes.shift() ?? { sent: false, reason: 'offline' },
  })
  for (let exchange = 0; exchange < 4; exchange++) await desktop.exchange(realmId, '', { kind: 'read' })
  expect(getCharacters()).toBe(500)
})

it('counts the text of a response to a write four times', async () => {
  const { desktop, getCharacters } = measureDesktop({
    exchange: async () => ({ sent: true, lost: false, response: 'x'.repeat(300) }),
  })
  await desktop.exchange(requireRealmId('1000000000000001'), '', { kind: 'write' })
  expect(getCharacters()).toBe(1_200)
})

it('counts a packed response by its text, once that is read', async () => {
  const text = `<QBXML><QBXMLMsgsRs>${' '.repeat(1_000)}</QBXMLMsgsRs></QBXML>`
  const { desktop, noteRead, getCharacters } = measureDesktop({
    exchange: async () => ({ sent: true, lost: false, response: gzipSync(text) }),
  })
  const company = openCompanyFile({ realmId: requireRealmId('1000000000000001'), desktop, onRead: noteRead })
  const set: MessageSet = { requests: [], onError: 'stopOnError' }
  await company.exchange(set, { kind: 'read' })
  await company.exchange(set, { kind: 'write' })
  expect(getCharacters()).toBe((1 + 4) * text.length)
})

it.each([
  ['too large', gzipSync(`<QBXML>${' '.repeat(2_000)}</QBXML>`)],
  ['unreadable', '<QBXML>'],
])('counts a response that is %s as the longest that is read', async (_what, response) => {
  const { desktop, noteRead, getCharacters } = measureDesktop({
    exchange: async () => ({ sent: true, lost: false, response }),
  })
  const company = openCompanyFile({
    realmId: requireRealmId('1000000000000001'),
    desktop,
    onRead: noteRead,
    readBytesMax: 1_000,
  })
  await company.exchange({ requests: [], onError: 'stopOnError' }, { kind: 'read' })
  expect(getCharacters()).toBe(1_000)
})
