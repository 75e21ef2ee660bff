import { child, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseElement, read, requireTable, serializeCreate, serializeRequest } from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import type { JsonObject } from '../table/json.ts'
import { createModRequest } from '../write/requests.ts'

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
const taxCode = ref.map(({ value }) => ({ value: `TC-${value}` }))
const date = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
function cents(min: number) {
  return fc.integer({ min, max: 99_999_999 }).map((amount) => Number(new Big(amount).div(100)))
}
const price = fc.integer({ min: -999_999, max: 9_999_999 }).map((each) => Number(new Big(each).div(100_000)))
const quantity = fc.integer({ min: 1, max: 999_999 }).map((each) => Number(new Big(each).div(1000)))
const percent = fc.integer({ min: 1, max: 9_999 }).map((each) => Number(new Big(each).div(100)))

function some(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  return fc.record(members, { requiredKeys: [] })
}
function all(...parts: fc.Arbitrary<object>[]): fc.Arbitrary<JsonObject> {
  return fc.tuple(...parts).map((each) => Object.assign({}, ...each))
}

function line(DetailType: string, detail: fc.Arbitrary<object>, rest: fc.Arbitrary<object>) {
  return fc.tuple(some({ Description: text(30) }), rest, detail).map(([one, other, inner]) => ({
    ...one,
    ...other,
    DetailType,
    [DetailType === 'DescriptionOnly' ? 'DescriptionLineDetail' : DetailType]: inner,
  }))
}
function item(members: Record<string, fc.Arbitrary<unknown>>) {
  return all(fc.record({ ItemRef: ref, ...members }), some({ ClassRef: ref, TaxCodeRef: taxCode }))
}
const salesLine = fc.oneof(
  line('SalesItemLineDetail', item({ Qty: quantity, UnitPrice: price }), fc.constant({})),
  line('SalesItemLineDetail', item({ UnitPrice: price }), fc.constant({})),
  line('SalesItemLineDetail', item({ Qty: quantity }), fc.record({ Amount: cents(-99_999_999) })),
  line('SalesItemLineDetail', item({}), fc.record({ Amount: cents(-99_999_999) })),
  line('SalesItemLineDetail', item({ RatePercent: percent }), fc.constant({})),
)
const discountLine = line('DiscountLineDetail', item({}), fc.record({ Amount: cents(1) }))
const percentDiscount = line(
  'DiscountLineDetail',
  item({ PercentBased: fc.constant(true), DiscountPercent: percent }),
  fc.constant({}),
)
const otherLine = fc.oneof(
  fc.record({ DetailType: fc.constant('DescriptionOnly'), Description: text(30) }),
  fc.record({
    DetailType: fc.constant('GroupLineDetail'),
    GroupLineDetail: fc.record({ GroupItemRef: ref, Quantity: quantity }),
  }),
)
const otherLines = fc.array(fc.oneof(salesLine, discountLine, otherLine), { minLength: 1, maxLength: 5 })
// A percentage stays one behind a single line; behind several it becomes an amount.
const salesLines = fc.record({
  Line: fc.oneof(
    otherLines,
    fc.tuple(salesLine, percentDiscount, otherLines).map(([one, discount, rest]) => [one, discount, ...rest]),
  ),
})

const address = some({ Line1: text(41), City: text(31), PostalCode: text(13), Note: text(41) })
const messages = {
  PrivateNote: text(60),
  CustomerMemo: fc.record({ value: text(40) }),
  EmailStatus: fc.constantFrom('NeedToSend', 'NotSet'),
  TxnTaxDetail: fc.record({ TxnTaxCodeRef: ref }),
}
const header = { TxnDate: date, DocNumber: text(11), ClassRef: ref, BillAddr: address, ShipAddr: address, ...messages }
const customer = fc.record({ CustomerRef: ref })

const applied = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 999 }), Amount: cents(1) }), { selector: ({ id }) => id })
  .map((each) => ({
    Line: each.map(({ id, Amount }) => ({ Amount, LinkedTxn: [{ TxnId: `${id}-1`, TxnType: 'Invoice' }] })),
  }))
const refunded = fc.array(cents(1), { minLength: 1, maxLength: 3 }).map((each) => ({
  Line: each.map((Amount, id) => ({ Amount, LinkedTxn: [{ TxnId: `${id}-1`, TxnType: 'CreditMemo' }] })),
}))

const owed = { ARAccountRef: ref, SalesTermRef: ref, PONumber: text(25), DueDate: date, FOB: text(13) }
const print = { PrintStatus: fc.constantFrom('NeedToPrint', 'NotSet'), ShipDate: date }
const bodies: Record<string, fc.Arbitrary<JsonObject>> = {
  Invoice: all(customer, salesLines, some({ ...header, ...owed, ...print })),
  SalesReceipt: all(
    customer,
    salesLines,
    some({ ...header, ...print, PaymentRefNum: text(25), PaymentMethodRef: ref, DepositToAccountRef: ref }),
  ),
  Estimate: all(
    customer,
    salesLines,
    some({ ...header, ExpirationDate: date, TxnStatus: fc.constantFrom('Pending', 'Closed') }),
  ),
  CreditMemo: all(customer, salesLines, some({ ...header, ...owed, ...print })),
  Payment: all(
    customer,
    fc.record({ TotalAmt: cents(1) }),
    applied,
    some({ PaymentRefNum: text(20), PrivateNote: text(60), TxnDate: date, PaymentMethodRef: ref }),
  ),
  RefundReceipt: all(
    fc.record({ CustomerRef: ref, DepositToAccountRef: ref }),
    refunded,
    some({ DocNumber: text(11), PrivateNote: text(60), TxnDate: date, BillAddr: address }),
  ),
}

/** Creates the record QuickBooks stores for an Add, with an ID, an edit sequence and line IDs. */
function createStored(added: string): string {
  let lines = 0
  return added
    .replace(/^<\w+AddRq><(\w+)Add>/, '<$1Ret><TxnID>1-1</TxnID><EditSequence>7</EditSequence>')
    .replace(/<\/(\w+)Add><\/\w+AddRq>$/, '</$1Ret>')
    .replace('<IsAutoApply>false</IsAutoApply>', '')
    .replace(/<((?:Refund)?AppliedToTxn)Add>(<TxnID>.*?<\/TxnID>)/g, '<$1Ret>$2<TxnType>Invoice</TxnType>')
    .replace(/<(\w+)Add>/g, (_, name) => `<${name}Ret><TxnLineID>${++lines}-2</TxnLineID>`)
    .replace(/<\/(\w+)Add>/g, '</$1Ret>')
    .replaceAll('PaymentAmount>', 'Amount>')
}

function serializeWrites(name: string, body: JsonObject): string {
  return serializeCreate(requireTable(name), body)
}

/** Returns the values found only in the first element. */
function differences(changed: Element, stored: Element): string[] {
  return changed.children.flatMap((each) => {
    const before = child(stored, each.name)
    if (each.children.length > 0) return before === undefined ? [each.name] : differences(each, before)
    return before?.text === each.text ? [] : [`${each.name}: ${before?.text} is now ${each.text}`]
  })
}

/** Returns the line kinds, which reveal a line read as another kind. */
function getLineKinds({ Line }: JsonObject) {
  return ((Line ?? []) as JsonObject[]).map(({ DetailType }) => DetailType)
}

describe.each(Object.entries(bodies))('%s', (name, body) => {
  // A stored link has no type here: a refund links to credit memos, a payment to invoices.
  const typed = (record: JsonObject): JsonObject =>
    name === 'RefundReceipt' ? JSON.parse(JSON.stringify(record).replaceAll('"Invoice"', '"CreditMemo"')) : record

  it('writes a read record to the same request', () => {
    fc.assert(
      fc.property(body, (sent) => {
        const added = serializeWrites(name, sent)
        const record = typed(read(name, createStored(added)))
        expect(serializeWrites(name, { ...record, Id: '' })).toBe(added)
        expect(record.PrivateNote).toBe(sent.PrivateNote)
        expect(getLineKinds(record)).toEqual(getLineKinds(sent))
      }),
      { numRuns: 60 },
    )
  })

  if (!requireTable(name).can.includes('update')) return

  it('an update with the whole record changes nothing', () => {
    fc.assert(
      fc.property(body, (sent) => {
        const stored = parseElement(createStored(serializeWrites(name, sent)))
        const record = read(name, createStored(serializeWrites(name, sent)))
        const mod = createModRequest(checkUpdate(requireTable(name), record), stored).children[0] as Element
        serializeRequest({ name: `${mod.name}Rq`, text: '', children: [mod] })
        const isLine = (each: Element): boolean => /Line(Group)?(Mod|Ret)$|^AppliedToTxn/.test(each.name)
        const [lines, before] = [mod.children.filter(isLine), stored.children.filter(isLine)]
        const header = { ...mod, children: mod.children.filter((each) => !isLine(each)) }
        expect(differences(header, stored)).toEqual([])
        if (name === 'Payment') expect(lines).toEqual([])
        else
          expect(lines.map((each, index) => differences(each, before[index] as Element))).toEqual(before.map(() => []))
      }),
      { numRuns: 60 },
    )
  })
})
