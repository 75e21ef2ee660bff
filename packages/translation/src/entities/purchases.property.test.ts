import { branch, childText, type Element, findRequestViolations, leaf, type QbxmlRequest } from '@bridge/qbxml'
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { context, requireTable } from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { readRecord } from '../read/read.ts'
import type { JsonObject } from '../table/json.ts'
import { createAddRequest, createModRequest, needsCurrent } from '../write/requests.ts'

/** Creates nonblank text allowed in XML. */
function text(max: number) {
  return fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: max })
    .filter(
      (each) =>
        each.trim() !== '' &&
        [...each].length <= max &&
        !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(each),
    )
}
const ref = fc.integer({ min: 1, max: 0xffff }).map((id) => ({ value: `8000${id.toString(16).toUpperCase()}-1` }))
const date = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
function cents(min = 0) {
  return fc.integer({ min, max: 99_999_999 }).map((amount) => amount / 100)
}
const price = fc.integer({ min: 1, max: 9_999_999 }).map((each) => Number(new Big(each).div(100_000)))
const quantity = fc.integer({ min: 1, max: 999_999 }).map((each) => Number(new Big(each).div(1000)))

function optional<T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>
}
function both(one: fc.Arbitrary<object>, other: fc.Arbitrary<object>) {
  return fc.tuple(one, other).map(([a, b]) => ({ ...a, ...b }))
}
const address = optional({ Line1: text(41), City: text(31), PostalCode: text(13) }).filter(
  (each) => Object.keys(each).length > 0,
)

const billed = fc.oneof(
  optional({ ClassRef: ref }),
  fc.record({ CustomerRef: ref, BillableStatus: fc.constantFrom('Billable', 'NotBillable') }),
)
const expenseLine = fc
  .tuple(optional({ Description: text(20) }), cents(), fc.record({ AccountRef: ref }), billed)
  .map(([rest, Amount, account, more]) => ({
    ...rest,
    Amount,
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { ...account, ...more },
  }))
const priced: fc.Arbitrary<{ Qty?: number; UnitPrice?: number; Amount?: number }> = fc.oneof(
  fc.record({ Qty: quantity, UnitPrice: price }),
  fc.record({ UnitPrice: price }),
  fc.record({ Qty: quantity, Amount: cents() }),
  fc.record({ Amount: cents() }),
)
function itemLine(more: fc.Arbitrary<object>) {
  return fc
    .tuple(optional({ Description: text(20) }), fc.record({ ItemRef: ref }), priced, more)
    .map(([rest, item, { Amount, ...price }, detail]) => ({
      ...rest,
      ...(Amount !== undefined && { Amount }),
      DetailType: 'ItemBasedExpenseLineDetail',
      ItemBasedExpenseLineDetail: { ...item, ...price, ...detail },
    }))
}
// The desktop sorts expense lines before item lines.
const purchaseLines = fc
  .tuple(fc.array(expenseLine, { maxLength: 3 }), fc.array(itemLine(billed), { maxLength: 3 }))
  .map((tables) => tables.flat())
  .filter((lines) => lines.length > 0)

const posting = fc
  .tuple(
    optional({ Description: text(20) }),
    cents(1),
    fc.record({ AccountRef: ref }),
    optional({ ClassRef: ref, Entity: fc.record({ EntityRef: ref }) }),
  )
  .map(([rest, Amount, account, more]) => ({ rest, Amount, detail: { ...account, ...more } }))
const journalLines = fc
  .array(fc.tuple(posting, fc.constantFrom('Debit', 'Credit'), fc.constantFrom('Debit', 'Credit')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((pairs) =>
    pairs.flatMap(([{ rest, Amount, detail }, side]) =>
      [side, side === 'Debit' ? 'Credit' : 'Debit'].map((PostingType) => ({
        ...rest,
        Amount,
        DetailType: 'JournalEntryLineDetail',
        JournalEntryLineDetail: { PostingType, ...detail },
      })),
    ),
  )
const depositLine = fc.oneof(
  fc.integer({ min: 1, max: 0xffff }).map((id) => ({
    LinkedTxn: [{ TxnId: `${id.toString(16).toUpperCase()}-1`, TxnType: 'Payment', TxnLineId: '0' }],
  })),
  fc
    .tuple(
      optional({ Description: text(20) }),
      cents(),
      fc.record({ AccountRef: ref }),
      optional({ Entity: ref, CheckNum: text(11) }),
    )
    .map(([rest, Amount, account, more]) => ({
      ...rest,
      Amount,
      DetailType: 'DepositLineDetail',
      DepositLineDetail: { ...account, ...more },
    })),
)
const paidBills = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 0xffff }), cents(1)), {
    selector: ([id]) => id,
    minLength: 1,
    maxLength: 3,
  })
  .map((bills) => ({
    TotalAmt: Number(bills.reduce((sum, [, amount]) => sum.plus(amount), new Big(0))),
    Line: bills.map(([id, Amount]) => ({
      Amount,
      LinkedTxn: [{ TxnId: `${id.toString(16).toUpperCase()}-1`, TxnType: 'Bill' }],
    })),
  }))

const header = optional({ TxnDate: date, PrivateNote: text(30), DocNumber: text(11) })
function withLines(lines: fc.Arbitrary<object[]>) {
  return fc.record({ Line: lines })
}

/** Bodies for new records stored by the desktop in full. */
const bodies: Readonly<Record<string, fc.Arbitrary<object>>> = {
  Vendor: both(
    fc.record({ DisplayName: text(41).filter((name) => !/[:\t\r\n]|^ | $/.test(name)) }),
    optional({
      CompanyName: text(41),
      GivenName: text(25),
      BillAddr: address,
      PrintOnCheckName: text(41),
      AcctNum: text(30),
      TermRef: ref,
      CreditLimit: cents(),
      TaxIdentifier: text(15),
      Vendor1099: fc.boolean(),
      Active: fc.boolean(),
      Notes: text(60),
    }),
  ),
  Bill: both(
    both(fc.record({ VendorRef: ref }), header),
    both(
      optional({ APAccountRef: ref, DueDate: date, SalesTermRef: ref, VendorAddr: address }),
      withLines(purchaseLines),
    ),
  ),
  VendorCredit: both(
    both(fc.record({ VendorRef: ref }), header),
    both(optional({ APAccountRef: ref }), withLines(purchaseLines)),
  ),
  PurchaseOrder: both(
    both(fc.record({ VendorRef: ref }), header),
    both(
      optional({ ClassRef: ref, ShipTo: ref, ExpectedDate: date, FOB: text(13), Memo: text(30), ShipAddr: address }),
      withLines(fc.array(itemLine(optional({ ClassRef: ref, CustomerRef: ref })), { minLength: 1, maxLength: 4 })),
    ),
  ),
  BillPayment: both(
    both(fc.record({ VendorRef: ref }), header),
    both(
      fc.oneof(
        fc.record({ PayType: fc.constant('Check'), CheckPayment: fc.record({ BankAccountRef: ref }) }),
        fc.record({ PayType: fc.constant('CreditCard'), CreditCardPayment: fc.record({ CCAccountRef: ref }) }),
      ),
      paidBills,
    ),
  ),
  Purchase: both(
    both(fc.record({ AccountRef: ref }), header),
    both(
      fc.constantFrom<object>(
        { PaymentType: 'Check', PrintStatus: 'NeedToPrint' },
        { PaymentType: 'CreditCard', Credit: false },
        { PaymentType: 'CreditCard', Credit: true },
      ),
      both(optional({ EntityRef: ref }), withLines(purchaseLines)),
    ),
  ),
  JournalEntry: both(
    optional({ TxnDate: date, DocNumber: text(11), Adjustment: fc.boolean() }),
    withLines(journalLines),
  ),
  Deposit: both(
    both(fc.record({ DepositToAccountRef: ref }), optional({ TxnDate: date, PrivateNote: text(30) })),
    both(
      optional({ CashBack: fc.record({ AccountRef: ref, Amount: cents(1), Memo: text(20) }) }),
      withLines(fc.array(depositLine, { minLength: 1, maxLength: 4 })),
    ),
  ),
  Transfer: both(
    fc.record({ FromAccountRef: ref, ToAccountRef: ref, Amount: cents(1) }),
    optional({ TxnDate: date, PrivateNote: text(30), ClassRef: ref }),
  ),
}

/** Creates the element QuickBooks computes from the other two. */
function computed(line: readonly Element[], priceElement: 'Cost' | 'Rate'): Element[] {
  const value = (name: string) => line.find((each) => each.name === name)?.text
  const [count, rate, amount] = [value('Quantity') ?? '1', value('Rate') ?? value('Cost'), value('Amount')]
  if (rate !== undefined) return [leaf('Amount', new Big(rate).times(count).toFixed(2))]
  if (amount === undefined || value('Quantity') === undefined || !line.some(({ name }) => name === 'ItemRef')) return []
  return [leaf(priceElement, new Big(amount).div(count).round(5).toFixed())]
}

/** Creates the record QuickBooks stores for an Add: the same values, with IDs and computed elements. */
function storedFrom(request: QbxmlRequest): Element {
  const [added] = request.children
  if (added === undefined) throw new Error('nothing is added')
  const priceElement = added.name === 'PurchaseOrderAdd' ? 'Rate' : 'Cost'
  let lines = 0
  const paid = added.children
    .filter(({ name }) => name === 'AppliedToTxnAdd')
    .reduce((sum, line) => sum.plus(childText(line, 'PaymentAmount') ?? 0), new Big(0))
  const stored = added.children.map((each): Element => {
    const id = leaf('TxnLineID', `${(++lines).toString(16).toUpperCase()}-2`)
    if (each.name === 'CashBackInfoAdd') return branch('CashBackInfoRet', [id, ...each.children])
    if (each.name === 'AppliedToTxnAdd') {
      const applied = each.children.map((child) => ({ ...child, name: child.name.replace('PaymentAmount', 'Amount') }))
      return branch('AppliedToTxnRet', [...applied, leaf('TxnType', 'Bill')])
    }
    if (each.name === 'DepositLineAdd') {
      const linked = each.children.map((child) => ({ ...child, name: child.name.replace('PaymentTxnID', 'TxnID') }))
      const isLinked = linked.some(({ name }) => name === 'TxnID')
      return branch('DepositLineRet', [id, ...linked, ...(isLinked ? [leaf('TxnType', 'ReceivePayment')] : [])])
    }
    if (/Line(Add)?$/.test(each.name) && each.children.length > 0) {
      return branch(each.name.replace(/Add$/, 'Ret'), [id, ...each.children, ...computed(each.children, priceElement)])
    }
    return each
  })
  const head = [leaf(/Vendor(Add)$/.test(added.name) ? 'ListID' : 'TxnID', 'A-1'), leaf('EditSequence', '7')]
  const total = added.name.startsWith('BillPayment') ? [leaf('Amount', paid.toFixed(2))] : []
  return branch(added.name.replace(/Add$/, 'Ret'), [...head, ...stored, ...total])
}

function written(name: string, body: unknown): QbxmlRequest {
  const request = createAddRequest(checkCreate(requireTable(name), body))
  expect(findRequestViolations(request)).toEqual([])
  return request
}

function readBack(name: string, stored: Element): JsonObject {
  return readRecord(requireTable(name), stored, context)
}

function expectRequestOrFault(act: () => QbxmlRequest | undefined): void {
  try {
    const request = act()
    if (request !== undefined) expect(findRequestViolations(request)).toEqual([])
  } catch (error) {
    expect(error).toMatchObject({ name: 'Fault' })
  }
}

function idsIn(element: Element): string[] {
  return element.children.flatMap((each) => (each.name === 'TxnLineID' ? [each.text] : idsIn(each)))
}

/** Bodies with arbitrary fields and line details, including valid ones. */
const wrongBody = fc.record(
  {
    Line: fc.oneof(
      fc.jsonValue(),
      fc.array(
        fc.record(
          {
            Id: fc.jsonValue(),
            Amount: fc.oneof(cents(), fc.jsonValue()),
            DetailType: fc.constantFrom('JournalEntryLineDetail', 'ItemBasedExpenseLineDetail', 'DescriptionOnly', 'x'),
            LinkedTxn: fc.oneof(
              fc.jsonValue(),
              fc.array(
                optional({ TxnId: fc.jsonValue(), TxnType: fc.constantFrom('Bill', 'VendorCredit', 'Payment') }),
              ),
            ),
            JournalEntryLineDetail: fc.oneof(
              fc.jsonValue(),
              optional({ PostingType: fc.jsonValue(), AccountRef: ref }),
            ),
            ItemBasedExpenseLineDetail: fc.jsonValue(),
            DepositLineDetail: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      ),
    ),
    VendorRef: fc.oneof(ref, fc.jsonValue()),
    AccountRef: fc.oneof(ref, fc.jsonValue()),
    PayType: fc.constantFrom('Check', 'CreditCard', null, 1),
    PaymentType: fc.constantFrom('Check', 'CreditCard', null, 1),
    Credit: fc.jsonValue(),
    TotalAmt: fc.jsonValue(),
    LinkedTxn: fc.jsonValue(),
    CashBack: fc.jsonValue(),
    CheckPayment: fc.jsonValue(),
    TxnTaxDetail: fc.jsonValue(),
    Id: fc.constantFrom('A-1', null),
    SyncToken: fc.constantFrom('7', null),
  },
  { requiredKeys: [] },
)

/** Entities with read-only lines, so unchanged lines are not sent. */
const sendsNoLines = ['Bill', 'VendorCredit', 'Purchase', 'BillPayment']

describe.each(Object.keys(bodies))('%s', (name) => {
  const body = bodies[name] as fc.Arbitrary<object>

  it('reads back what was written, including text in any script', () => {
    fc.assert(
      fc.property(body, (sent) => {
        expect(readBack(name, storedFrom(written(name, sent)))).toMatchObject(sent)
      }),
    )
  })

  it('writes a read record back as an equal one', () => {
    fc.assert(
      fc.property(body, (sent) => {
        const first = readBack(name, storedFrom(written(name, sent)))
        expect(readBack(name, storedFrom(written(name, first)))).toEqual(first)
      }),
    )
  })

  it('accepts a read record as an update, and keeps every line', () => {
    fc.assert(
      fc.property(body, (sent) => {
        const stored = storedFrom(written(name, sent))
        const record = readBack(name, stored)
        fc.pre(record.PayType !== 'CreditCard')
        const request = createModRequest(checkUpdate(requireTable(name), record), stored)
        expect(findRequestViolations(request)).toEqual([])
        const lines = Array.isArray(record.Line) ? record.Line : []
        const ids = lines.flatMap((line) => (line as { Id?: string }).Id ?? [])
        expect(idsIn(request)).toEqual(sendsNoLines.includes(name) ? [] : ids)
      }),
    )
  })

  it('turns any JSON into a valid request or a fault', () => {
    fc.assert(
      fc.property(wrongBody, (sent) => {
        expectRequestOrFault(() => createAddRequest(checkCreate(requireTable(name), sent)))
        expectRequestOrFault(() => {
          const record = checkUpdate(requireTable(name), sent)
          return needsCurrent(record) ? undefined : createModRequest(record)
        })
      }),
      { numRuns: 150 },
    )
  })
})
