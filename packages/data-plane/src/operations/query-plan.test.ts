import { parseRealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import type { Desktop } from '../desktop/desktop.ts'
import { openCompanyFile } from './company-file.ts'
import { query } from './query.ts'

/** Opens a company file responding to each message set with the next text, and records the message sets. */
function respondWith(...responses: readonly string[]) {
  const sent: string[] = []
  const left = [...responses]
  const realmId = parseRealmId('9000000000000001')
  if (realmId === undefined) throw new Error('The realm ID is invalid.')
  const desktop: Desktop = {
    async exchange(_realm, messageSet) {
      sent.push(messageSet)
      const response = left.shift()
      if (response === undefined) return { sent: true, lost: true, reason: 'connection' }
      return { sent: true, lost: false, response: `<QBXML><QBXMLMsgsRs>${response}</QBXMLMsgsRs></QBXML>` }
    },
  }
  return { file: openCompanyFile({ realmId, desktop }), sent }
}

const ok = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"'
function customers(remaining: number, names: readonly string[]) {
  return `<CustomerQueryRs ${ok} iteratorID="{1}" iteratorRemainingCount="${remaining}">${names
    .map((name, index) => `<CustomerRet><ListID>${index + 1}-1</ListID><Name>${name}</Name></CustomerRet>`)
    .join('')}</CustomerQueryRs>`
}
function entries(remaining: number, ids: readonly string[]) {
  return `<JournalEntryQueryRs ${ok} iteratorID="{1}" iteratorRemainingCount="${remaining}">${ids
    .map((id) => `<JournalEntryRet><TxnID>${id}</TxnID></JournalEntryRet>`)
    .join('')}</JournalEntryQueryRs>`
}
const byTotal = 'SELECT * FROM JournalEntry ORDERBY TotalAmt'
const stopped = `<CustomerQueryRs ${ok} />`
const stop = 'iterator="Stop" iteratorID="{1}"'

it('stops the iterator once the page is full', async () => {
  const { file, sent } = respondWith(customers(700, ['Anna', 'Bert']), stopped)
  const { body } = await query(file, { text: "SELECT Id FROM Customer WHERE DisplayName LIKE 'A%' MAXRESULTS 1" })
  expect(body.QueryResponse).toEqual({ Customer: [{ Id: '1-1' }], startPosition: 1, maxResults: 1 })
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toContain(stop)
})

it('stops the iterator if too many records would have to be scanned [dp-4.3.12]', async () => {
  const { file, sent } = respondWith(entries(9_000, ['1-1']), stopped)
  await expect(query(file, { text: byTotal })).rejects.toMatchObject({
    code: 'UNSUPPORTED_QUERY',
  })
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toContain(stop)
})

it('does not stop an iterator that ended or was lost', async () => {
  const whole = respondWith(entries(2, ['1-1']), entries(0, ['2-1', '3-1']))
  await query(whole.file, { text: byTotal })
  expect(whole.sent).toHaveLength(2)
  const lost = respondWith(entries(2, ['1-1']))
  await expect(query(lost.file, { text: byTotal })).rejects.toMatchObject({
    code: 'AGENT_TIMEOUT',
  })
  expect(lost.sent).toHaveLength(2)
})

it('explains the requests, the conditions evaluated here and the number of records', async () => {
  const { file } = respondWith(customers(2, ['Anna']), customers(0, ['Bert', 'Carl']))
  const text =
    "SELECT * FROM Customer WHERE DisplayName LIKE 'A%' AND CompanyName = 'X' AND Active = true ORDERBY Balance DESC"
  expect((await query(file, { text, explain: true })).plan).toBe(
    'records fetched: 3; message sets: 2; ' +
      'filtered by the service: CompanyName =, ORDERBY Balance DESC; ' +
      'sent to QuickBooks: CustomerQueryRq iterator=Start MaxReturned=100 ActiveStatus=ActiveOnly ' +
      'NameFilter.MatchCriterion=Contains NameFilter.Name=A OwnerID=0 | ' +
      'CustomerQueryRq iterator=Start MaxReturned=2000 ActiveStatus=ActiveOnly ' +
      'NameFilter.MatchCriterion=Contains NameFilter.Name=A IncludeRetElement=(5 values)',
  )
})

it('explains entities of several types, and a query without a request', async () => {
  const nothing = `<%QueryRs statusCode="1" statusSeverity="Info" statusMessage="nothing" />`
  const family = respondWith(nothing.replace('%', 'BillPaymentCheck') + nothing.replace('%', 'BillPaymentCreditCard'))
  const ids = ['A-1', 'B-1', 'C-1', 'D-1'].map((id) => `'${id}'`).join(',')
  const byId = `SELECT Id FROM BillPayment WHERE Id IN (${ids}) AND TxnDate > '2026-01-31'`
  expect((await query(family.file, { text: byId, explain: true })).plan).toBe(
    'records fetched: 0; message sets: 1; filtered by the service: TxnDate >; ' +
      'sent to QuickBooks: BillPaymentCheckQueryRq TxnID=(4 values) | ' +
      'BillPaymentCreditCardQueryRq TxnID=(4 values)',
  )
  const empty = "SELECT * FROM Invoice WHERE TxnDate > '2050-01-01'"
  expect((await query(respondWith().file, { text: empty, explain: true })).plan).toBe(
    'records fetched: 0; message sets: 0; filtered by the service: TxnDate >; sent to QuickBooks: none',
  )
})
