import { describe, expect, it } from 'vitest'
import { derivePosted, type FoundOutcome, type JournaledWrite, type LoggedWrite } from './posted.ts'

const now = new Date('2026-03-02T12:00:00Z')
const at = new Date('2026-03-02T11:00:00Z')
const invoice: LoggedWrite = {
  operation: 'create',
  entity: 'Invoice',
  status: 200,
  code: null,
  requestId: 'a1',
  createdAt: at,
  exchanges: [],
}
const stored: FoundOutcome = { createdAt: at, respondedAt: now, faultCode: null, claimedUntil: null }

function getPosted(
  write: Partial<LoggedWrite>,
  outcome?: FoundOutcome,
  journal: readonly JournaledWrite['state'][] = [],
) {
  const { answer, repeat } = derivePosted(
    { ...invoice, ...write },
    { outcome, journal: journal.map((state) => ({ state, entity: 'Invoice' })), now },
  )
  return [answer, repeat]
}

describe('whether a write was posted', () => {
  it.each<[string, Partial<LoggedWrite>, FoundOutcome | undefined, JournaledWrite['state'][], string, string]>([
    ['a success', {}, stored, [], 'yes', 'returns-result'],
    ['a success without requestid', { requestId: null }, undefined, [], 'yes', 'posts-again'],
    ['a success that is forgotten', {}, { ...stored, createdAt: new Date(0) }, [], 'yes', 'posts-again'],
    ['a rejected request', { code: '2020' }, undefined, [], 'no', 'is-new'],
    ['a rejected request without requestid', { code: '2020', requestId: null }, undefined, [], 'no', 'is-new'],
    ['a stored rejection', { code: '2500' }, { ...stored, faultCode: '2500' }, [], 'no', 'returns-result'],
    ['another body', { code: 'REQUESTID_BODY_MISMATCH' }, stored, [], 'no', 'same-fault'],
    ['a record without its custom fields', { code: 'CUSTOM_FIELD_WRITE_FAILED' }, stored, [], 'yes', 'returns-result'],
    [
      'a lost response',
      { code: 'AGENT_TIMEOUT' },
      { ...stored, respondedAt: null },
      ['sending'],
      'perhaps',
      'continues',
    ],
    [
      'a lost response without requestid',
      { code: 'AGENT_TIMEOUT', requestId: null },
      undefined,
      [],
      'perhaps',
      'posts-again',
    ],
    ['a lost response that was confirmed since', { code: 'AGENT_TIMEOUT' }, stored, [], 'yes', 'returns-result'],
    [
      'a lost response that was rejected since',
      { code: 'AGENT_TIMEOUT' },
      { ...stored, faultCode: '6240' },
      [],
      'no',
      'returns-result',
    ],
    [
      'a write that was withdrawn',
      { code: 'INTERNAL_ERROR' },
      { ...stored, respondedAt: null },
      ['cancelled'],
      'no',
      'continues',
    ],
    [
      'a write that another call works on',
      { code: 'REQUEST_IN_FLIGHT' },
      { ...stored, respondedAt: null, claimedUntil: new Date(now.getTime() + 1) },
      ['queued'],
      'perhaps',
      'is-running',
    ],
    ['a batch', { operation: 'batch' }, undefined, [], 'each', 'each'],
    ['a batch that was rejected', { operation: 'batch', code: 'BATCH_INVALID_REQUEST' }, undefined, [], 'no', 'each'],
    ['a batch without requestid', { operation: 'batch', requestId: null }, undefined, [], 'each', 'posts-again'],
  ])('is known of %s', (_what, write, outcome, journal, answer, repeat) => {
    expect(getPosted(write, outcome, journal)).toEqual([answer, repeat])
  })

  it('is yes if the qbXML confirms the record, although the fault says otherwise', () => {
    const answer = (tag: string) => [{ request: '', answer: `<QBXMLMsgsRs>${tag}</QBXMLMsgsRs>` }]
    const failed = { code: '6240', requestId: null }
    expect(getPosted({ ...failed, exchanges: answer('<InvoiceAddRs statusCode="0">') })[0]).toBe('yes')
    expect(getPosted({ ...failed, exchanges: answer('<InvoiceAddRs statusCode="3100">') })[0]).toBe('no')
    expect(getPosted({ ...failed, exchanges: answer('<CustomerTypeAddRs statusCode="0">') })[0]).toBe('no')
    expect(getPosted({ ...failed, exchanges: answer('<TxnDelRs statusCode="0">') })[0]).toBe('yes')
    expect(getPosted({ ...failed, exchanges: answer('<iDelRs i'.repeat(7_200)) })[0]).toBe('no')
    const cut = `${'<iDelRs i'.repeat(7_200)}<InvoiceModRs statusCode="0">`
    expect(getPosted({ ...failed, exchanges: answer(cut) })[0]).toBe('yes')
  })
})
