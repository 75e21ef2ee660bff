import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  createRememberingContext,
  inDollars,
  payeeQueries,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
  serializeUpdate,
  untaxedCost,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { createReadRequests } from '../read/requests.ts'
import { needsCurrent } from '../write/requests.ts'

const Purchase = requireTable('Purchase')
const cost = {
  DetailType: 'AccountBasedExpenseLineDetail',
  Amount: 30,
  AccountBasedExpenseLineDetail: { AccountRef: { value: '80000040-1' } },
}
function create(body: object): string {
  return serializeCreate(Purchase, { PaymentType: 'Check', AccountRef: { value: '80000001-1' }, Line: [cost], ...body })
}
function update(body: object, current: string): string {
  return serializeUpdate(Purchase, body, current)
}

function identity(id: string): string {
  return `
    <TxnID>${id}-1782900000</TxnID>
    <TimeCreated>2026-07-01T10:00:00+00:00</TimeCreated><TimeModified>2026-07-01T10:00:00+00:00</TimeModified>
    <EditSequence>1782900000</EditSequence><TxnNumber>80</TxnNumber>`
}
const expenseLine = `
    <ExpenseLineRet>
      <TxnLineID>D1-1</TxnLineID><AccountRef><ListID>80000040-1</ListID><FullName>Freight</FullName></AccountRef>
      <Amount>30.00</Amount>
    </ExpenseLineRet>`

const storedCheck = `
  <CheckRet>${identity('D0')}
    <AccountRef><ListID>80000001-1</ListID><FullName>Checking</FullName></AccountRef>
    <PayeeEntityRef><ListID>80000031-1</ListID><FullName>Patton Hardware</FullName></PayeeEntityRef>
    <RefNumber>1001</RefNumber><TxnDate>2026-07-01</TxnDate><Amount>42.00</Amount><Memo>nails</Memo>
    <Address><Addr1>33 Old Bayshore Rd</Addr1></Address><IsToBePrinted>true</IsToBePrinted>
    <LinkedTxn><TxnID>81-1</TxnID><TxnType>Bill</TxnType><TxnDate>2026-07-01</TxnDate><Amount>1.00</Amount></LinkedTxn>
    ${expenseLine}
    <ItemLineRet>
      <TxnLineID>D2-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID><FullName>Lumber</FullName></ItemRef>
      <Quantity>1</Quantity><Cost>12.00</Cost><Amount>12.00</Amount>
    </ItemLineRet>
  </CheckRet>`

function storedCard(kind: string): string {
  return `
  <CreditCard${kind}Ret>${identity('D5')}
    <AccountRef><ListID>80000060-1</ListID><FullName>Visa</FullName></AccountRef>
    <PayeeEntityRef><ListID>80000031-1</ListID><FullName>Patton Hardware</FullName></PayeeEntityRef>
    <TxnDate>2026-07-01</TxnDate><Amount>30.00</Amount><RefNumber>77</RefNumber><Memo>glue</Memo>${expenseLine}
  </CreditCard${kind}Ret>`
}

const readLine = {
  Id: 'D1-1',
  LineNum: 1,
  Amount: 30,
  DetailType: 'AccountBasedExpenseLineDetail',
  AccountBasedExpenseLineDetail: { ...untaxedCost, AccountRef: { value: '80000040-1', name: 'Freight' } },
}

describe('Purchase', () => {
  it('reads a check as client-side JSON', () => {
    expect(read('Purchase', storedCheck)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: 'D0-1782900000',
      SyncToken: '1782900000',
      MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-01T10:00:00+00:00' },
      TxnDate: '2026-07-01',
      PaymentType: 'Check',
      Credit: false,
      AccountRef: { value: '80000001-1', name: 'Checking' },
      EntityRef: { value: '80000031-1', name: 'Patton Hardware' },
      DocNumber: '1001',
      PrivateNote: 'nails',
      Line: [
        readLine,
        {
          Id: 'D2-1',
          LineNum: 2,
          Amount: 12,
          DetailType: 'ItemBasedExpenseLineDetail',
          ItemBasedExpenseLineDetail: {
            ...untaxedCost,
            ItemRef: { value: '8000000E-1', name: 'Lumber' },
            Qty: 1,
            UnitPrice: 12,
          },
        },
      ],
      TotalAmt: 42,
      RemitToAddr: { Line1: '33 Old Bayshore Rd' },
      PrintStatus: 'NeedToPrint',
      LinkedTxn: [{ TxnId: '81-1', TxnType: 'Bill' }],
    })
  })

  it.each([
    ['Charge', false],
    ['Credit', true],
  ])('reads a card %s as client-side JSON', (kind, Credit) => {
    expect(read('Purchase', storedCard(kind))).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: 'D5-1782900000',
      SyncToken: '1782900000',
      MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-01T10:00:00+00:00' },
      TxnDate: '2026-07-01',
      PaymentType: 'CreditCard',
      Credit,
      AccountRef: { value: '80000060-1', name: 'Visa' },
      EntityRef: { value: '80000031-1', name: 'Patton Hardware' },
      DocNumber: '77',
      PrivateNote: 'glue',
      Line: [readLine],
      TotalAmt: 30,
    })
  })

  it('reads an unprinted check outside the print queue as printed [dp-4.2-void.5]', () => {
    const printed = storedCheck.replace('<IsToBePrinted>true', '<IsToBePrinted>false')
    expect(read('Purchase', printed).PrintStatus).toBe('PrintComplete')
  })

  it('writes a check’s number before its date', () => {
    const text = create({
      EntityRef: { value: '80000031-1', type: 'Vendor' },
      TxnDate: '2026-07-01',
      DocNumber: '1001',
      PrivateNote: 'nails',
      PrintStatus: 'NeedToPrint',
    })
    expect(text).toBe(
      compact(`
        <CheckAddRq><CheckAdd>
          <AccountRef><ListID>80000001-1</ListID></AccountRef>
          <PayeeEntityRef><ListID>80000031-1</ListID></PayeeEntityRef>
          <RefNumber>1001</RefNumber><TxnDate>2026-07-01</TxnDate><Memo>nails</Memo><IsToBePrinted>true</IsToBePrinted>
          <ExpenseLineAdd><AccountRef><ListID>80000040-1</ListID></AccountRef><Amount>30.00</Amount></ExpenseLineAdd>
        </CheckAdd></CheckAddRq>`),
    )
  })

  it.each([
    [{ PaymentType: 'Cash' }, '<CheckAdd>'],
    [{ PaymentType: 'CreditCard' }, '<CreditCardChargeAdd>'],
    [{ PaymentType: 'CreditCard', Credit: false, PrintStatus: 'NotSet' }, '<CreditCardChargeAdd>'],
    [{ PaymentType: 'CreditCard', Credit: true }, '<CreditCardCreditAdd>'],
  ])('writes %j as %s', (body, element) => {
    expect(create(body)).toContain(element)
  })

  it('writes a card transaction’s date before its number', () => {
    expect(create({ PaymentType: 'CreditCard', DocNumber: '77', TxnDate: '2026-07-01' })).toContain(
      '<TxnDate>2026-07-01</TxnDate><RefNumber>77</RefNumber>',
    )
  })

  it('updates the current variant’s header', () => {
    const body = { Id: 'D0-1', SyncToken: '1782900000', PrivateNote: 'screws' }
    expect(needsCurrent(checkUpdate(Purchase, body))).toBe(true)
    for (const [stored, desktop] of [
      [storedCheck, 'Check'],
      [storedCard('Charge'), 'CreditCardCharge'],
      [storedCard('Credit'), 'CreditCardCredit'],
    ] as const) {
      expect(update(body, stored)).toBe(
        `<${desktop}ModRq><${desktop}Mod><TxnID>D0-1</TxnID><EditSequence>1782900000</EditSequence>` +
          `<Memo>screws</Memo></${desktop}Mod></${desktop}ModRq>`,
      )
    }
  })

  it('accepts only unchanged lines [dp-4.2-lines.11]', () => {
    for (const stored of [storedCheck, storedCard('Charge'), storedCard('Credit')]) {
      const record = read('Purchase', stored)
      expect(update(record, stored)).not.toContain('Line')
      expect(catchFault(() => update({ ...record, Line: [cost, cost] }, stored))).toMatchObject({
        code: 'UNSUPPORTED_BY_DESKTOP',
        element: 'Line',
      })
    }
  })

  it('rejects changing the payment type', () => {
    const record = read('Purchase', storedCheck)
    expect(update({ ...record, PaymentType: 'Cash' }, storedCheck)).toContain('<CheckMod>')
    expect(catchFault(() => update({ ...record, PaymentType: 'CreditCard' }, storedCheck))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
    })
  })

  it.each([
    ['PaymentType', { PaymentType: undefined }, '2020'],
    ['PaymentType', { PaymentType: 'Barter' }, '2010'],
    ['PaymentType', { PaymentType: 'Expense' }, 'UNSUPPORTED_BY_DESKTOP'],
    ['Credit', { Credit: true }, '2010'],
    ['Credit', { PaymentType: 'CreditCard', Credit: 'maybe' }, '2010'],
    ['AccountRef', { AccountRef: null }, '2020'],
    ['Line', { Line: [] }, '2020'],
    ['DocNumber', { DocNumber: '123456789012' }, '2050'],
    ['PrintStatus', { PaymentType: 'CreditCard', PrintStatus: 'NeedToPrint' }, 'UNSUPPORTED_BY_DESKTOP'],
    ['PaymentMethodRef', { PaymentMethodRef: { value: '1' } }, 'UNSUPPORTED_BY_DESKTOP'],
    ['DepartmentRef', { DepartmentRef: { value: '1' } }, 'UNMAPPED_FIELD'],
  ])('rejects a wrong %s [dp-7.3:2050]', (element, body, code) => {
    expect(catchFault(() => create(body))).toMatchObject({ code, element })
  })

  it('purchases are read by all three queries, and cannot be deleted [dp-4.2.4]', () => {
    expect(createReadRequests(Purchase, 'D0-1', createRememberingContext()).map(serializeRequest)).toEqual([
      '<CheckQueryRq><TxnID>D0-1</TxnID><IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns></CheckQueryRq>',
      '<CreditCardChargeQueryRq><TxnID>D0-1</TxnID><IncludeLineItems>true</IncludeLineItems></CreditCardChargeQueryRq>',
      '<CreditCardCreditQueryRq><TxnID>D0-1</TxnID><IncludeLineItems>true</IncludeLineItems></CreditCardCreditQueryRq>',
      ...payeeQueries,
    ])
    expect(Purchase.can).not.toContain('delete')
  })
})
