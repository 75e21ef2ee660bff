import { Fault } from '@bridge/faults'
import { getLength } from '@bridge/platform/text-parts'
import type { MessageSetResponse } from '@bridge/qbxml'
import { registry } from '@bridge/translation'
import { beforeEach, expect, it } from 'vitest'
import { replaceExchanges } from '../../test/company-file.fixture.ts'
import { productionRealmId } from '../../test/realm-ids.fixture.ts'
import { createRecordingDesktop } from '../../test/recording-desktop.fixture.ts'
import { type CompanyFile, openCompanyFile } from '../operations/company-file.ts'
import type { Replay } from '../replay/replay.ts'
import { runBatch } from './batch.ts'
import { runChanges } from './changes.ts'
import { parseBatch } from './parse-batch.ts'
import { toResponse } from './response.ts'
import { requirePageSize } from './response-limit.ts'

const mebibyte = 1024 ** 2
let desktop: ReturnType<typeof createRecordingDesktop>
let company: CompanyFile
/** How many characters of notes the queried customer has. */
let notesLength: number

beforeEach(() => {
  notesLength = 12 * mebibyte
  desktop = createRecordingDesktop()
  const file = openCompanyFile({ realmId: productionRealmId, desktop, entities: registry })
  // A long text is not parsed from qbXML here, which would only take time.
  company = replaceExchanges(file, async (set, options) => {
    const outcome = await file.exchange(set, options)
    if (options.kind === 'write' || !outcome.sent || outcome.lost) return outcome
    return { ...outcome, characters: notesLength, response: withNotes(outcome.response) }
  })
})

/** Gives each response's first record long notes. */
function withNotes(response: MessageSetResponse): MessageSetResponse {
  const notes = { name: 'Notes', text: 'x'.repeat(notesLength), children: [] }
  const responses = response.responses.map((each) => ({
    ...each,
    elements: each.elements.map((record, index) =>
      index === 0
        ? { ...record, children: [...record.children.filter(({ name }) => name !== 'Notes'), notes] }
        : record,
    ),
  }))
  return { ...response, responses }
}

const replay: Replay = {
  run: async (file, _operation, _client, work) => ({ outcome: await work(file), time: new Date(0) }),
  sweep: async () => undefined,
  close: () => undefined,
}
function getContext() {
  return {
    company,
    replay,
    repeatsOf: undefined,
    docsUrl: '',
    toFault: (error: unknown) => {
      if (error instanceof Fault) return error
      throw error
    },
  }
}
async function runItems(...items: readonly object[]) {
  const outcome = await runBatch(getContext(), parseBatch({ BatchItemRequest: items }, undefined))
  return { outcome, slots: outcome.body.BatchItemResponse as readonly Readonly<Record<string, unknown>>[] }
}
function summarize(slots: readonly Readonly<Record<string, unknown>>[]) {
  return slots.map(({ bId, Fault: fault, ...rest }) => {
    const [error] = (fault as { Error: { code: string }[] } | undefined)?.Error ?? []
    return `${bId} ${error?.code ?? Object.keys(rest).join()}`
  })
}
function find(bId: string) {
  return { bId, Query: 'SELECT * FROM Customer MAXRESULTS 1' }
}
function add(bId: string) {
  return { bId, operation: 'create', Customer: { DisplayName: `Customer ${bId}` } }
}

it('runs no further batch item once the response exceeds 32 MiB [dp-7.2:BATCH_TOO_MANY_ITEMS]', async () => {
  const { slots, outcome } = await runItems(find('1'), add('2'), find('3'), find('4'), add('5'), find('6'))
  expect(summarize(slots)).toEqual([
    '1 QueryResponse',
    '2 Customer',
    '3 QueryResponse',
    '4 BATCH_TOO_MANY_ITEMS',
    '5 BATCH_TOO_MANY_ITEMS',
    '6 BATCH_TOO_MANY_ITEMS',
  ])
  expect(JSON.stringify(slots[4])).toContain('This item was not run: send it in another batch.')
  expect(desktop.exchanged.map(({ kind }) => kind)).toEqual(['read', 'write', 'read', 'read'])
  expect(getLength(toResponse({ outcome, time: new Date(0) }, { docsUrl: '' }).body)).toBeLessThan(32 * mebibyte)
})

it('rejects a page fitting into no response, and runs the items after it', async () => {
  notesLength = 33 * mebibyte
  const { slots } = await runItems(find('1'), add('2'))
  expect(summarize(slots)).toEqual(['1 UNSUPPORTED_QUERY', '2 Customer'])
})

it('rejects a single page above 32 MiB', () => {
  const time = new Date(0)
  const createPage = (length: number) =>
    toResponse({ outcome: { body: { Notes: 'x'.repeat(length) }, warnings: [] }, time }, { docsUrl: '' })
  expect(() => requirePageSize(createPage(31 * mebibyte))).not.toThrow()
  expect(() => requirePageSize(createPage(32 * mebibyte))).toThrow(
    expect.objectContaining({ code: 'UNSUPPORTED_QUERY', detail: expect.stringContaining('MAXRESULTS') }),
  )
})

it('reads no further entity after 64 MiB of changes [dp-7.2:CDC_OVERFLOW]', async () => {
  notesLength = 33 * mebibyte
  const entities = ['Customer', 'Vendor', 'Class', 'Term']
  const { body } = await runChanges(getContext(), { kind: 'changes', entities, since: 0 })
  const [{ QueryResponse: slots }] = body.CDCResponse as [{ QueryResponse: Readonly<Record<string, unknown>>[] }]
  expect(slots.map((slot) => ('Fault' in slot ? 'CDC_OVERFLOW' : Object.keys(slot)[0]))).toEqual([
    'Customer',
    'Vendor',
    'CDC_OVERFLOW',
    'CDC_OVERFLOW',
  ])
  expect(desktop.exchanged).toHaveLength(2)
})
