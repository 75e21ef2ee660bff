import type { Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import {
  catchFault,
  currencies,
  parseElement,
  parseResponse,
  requireTable,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import type { Currencies } from '../parts/currencies.ts'
import type { JsonObject } from '../table/json.ts'
import { planConfirmation } from './confirm-record.ts'
import { createAddRequest, createModRequest, needsCurrent } from './requests.ts'

const customer = { value: '80000001-1' }
const line = { DetailType: 'DescriptionOnly', Description: 'x' }
const inEuro = '<CurrencyRef><ListID>80000033-1</ListID><FullName>Euro</FullName></CurrencyRef>'

function confirm(body: JsonObject, known: Currencies = currencies, owned = inEuro) {
  const record = checkCreate(requireTable('Invoice'), { CustomerRef: customer, Line: [line], ...body })
  const { requests, finish } = planConfirmation(record, undefined, known)
  const owner = `<CustomerRet><ListID>80000001-1</ListID>${owned}</CustomerRet>`
  return {
    requests: requests.map(serializeRequest),
    finish: () => finish([parseResponse('CustomerQueryRs', owner)]),
  }
}

describe('the currency of a transaction', () => {
  it('may repeat that of its customer, in any case', () => {
    for (const value of ['EUR', 'eur']) {
      const { requests, finish } = confirm({ CurrencyRef: { value, name: 'Euro' }, ExchangeRate: '1.0825' })
      expect(requests).toEqual(['<CustomerQueryRq><ListID>80000001-1</ListID></CustomerQueryRq>'])
      const { record, warnings } = finish()
      expect(warnings).toEqual([])
      const written = serializeRequest(createAddRequest(record))
      expect(written).toContain('<ExchangeRate>1.0825</ExchangeRate>')
      expect(written).not.toContain('CurrencyRef')
    }
  })

  it('cannot be another one [dp-1.3]', () => {
    expect(catchFault(confirm({ CurrencyRef: { value: 'USD' } }).finish)).toMatchObject({
      code: '2010',
      element: 'CurrencyRef',
      detail: expect.stringContaining('is USD, but QuickBooks Desktop uses the currency of the record in CustomerRef'),
    })
  })

  it.each([
    ['in no list', { CurrencyRef: { value: 'GBP' } }, 'CurrencyRef', 'Add it as a CompanyCurrency'],
    ['inactive', { CurrencyRef: { value: 'CAD' } }, 'CurrencyRef', 'inactive'],
    ['home, with another rate', { CurrencyRef: { value: 'USD' }, ExchangeRate: 1.2 }, 'ExchangeRate', 'always 1'],
    ['foreign, without a rate', { CurrencyRef: { value: 'EUR' }, ExchangeRate: 0 }, 'ExchangeRate', 'above zero'],
  ] as const)('is rejected if it is %s', (_which, body, element, text) => {
    const fault = catchFault(() => confirm(body))
    expect(fault).toMatchObject({ code: '2010', element, detail: expect.stringContaining(text) })
  })

  it('in a file with one currency is that one, with the rate 1 or none', () => {
    for (const ExchangeRate of [1, '1.00', 0, null]) {
      const { requests, finish } = confirm({ CurrencyRef: { value: 'USD' }, ExchangeRate }, new Map(), '')
      expect(requests).toEqual([])
      expect(serializeRequest(createAddRequest(finish().record))).not.toMatch(/CurrencyRef|ExchangeRate/)
    }
    const others: readonly JsonObject[] = [{ CurrencyRef: { value: 'EUR' } }, { ExchangeRate: 2 }, { ExchangeRate: -1 }]
    for (const body of others) {
      expect(catchFault(() => confirm(body, new Map()))).toMatchObject({
        code: 'UNSUPPORTED_BY_DESKTOP',
        element: Object.keys(body)[0],
      })
    }
  })

  it('is compared with the stored customer’s in an update', () => {
    const stored = parseElement(
      `<InvoiceRet><TxnID>1F-1</TxnID><EditSequence>7</EditSequence><CustomerRef><ListID>80000009-1</ListID></CustomerRef>${inEuro}</InvoiceRet>`,
    )
    const update = checkUpdate(requireTable('Invoice'), {
      Id: '1F-1',
      SyncToken: '7',
      CurrencyRef: { value: 'USD' },
    })
    expect(needsCurrent(update)).toBe(true)
    const { requests, finish } = planConfirmation(update, stored, currencies)
    expect(requests.map(serializeRequest)).toEqual(['<CustomerQueryRq><ListID>80000009-1</ListID></CustomerQueryRq>'])
    const owner = `<CustomerRet><ListID>80000009-1</ListID>${inEuro}</CustomerRet>`
    expect(catchFault(() => finish([parseResponse('CustomerQueryRs', owner)]))).toMatchObject({ code: '2010' })
    const repeated = checkUpdate(requireTable('Invoice'), {
      Id: '1F-1',
      SyncToken: '7',
      CurrencyRef: { value: 'EUR' },
      ExchangeRate: 1.2,
    })
    const kept = planConfirmation(repeated, stored, currencies)
    expect(kept.requests).toEqual([])
    expect(serializeRequest(createModRequest(kept.finish([]).record, stored))).toContain(
      '<ExchangeRate>1.2</ExchangeRate>',
    )
  })
})

describe('the currency of a purchase', () => {
  const confirmPurchase = (value: string, payee: string, account: string) => {
    const body = {
      PaymentType: 'Check',
      AccountRef: { value: '80000003-1' },
      EntityRef: { value: '80000004-1', type: 'Vendor' },
      CurrencyRef: { value },
      Line: [expense()],
    }
    const { requests, finish } = planConfirmation(checkCreate(requireTable('Purchase'), body), undefined, currencies)
    expect(requests.map(({ name }) => name)).toEqual(['EntityQueryRq', 'AccountQueryRq'])
    return () =>
      finish([
        parseResponse('EntityQueryRs', payee),
        parseResponse('AccountQueryRs', `<AccountRet><ListID>80000003-1</ListID>${account}</AccountRet>`),
      ])
  }
  const inDollars = '<CurrencyRef><ListID>80000096-1</ListID></CurrencyRef>'
  const vendor = `<VendorRet><ListID>80000004-1</ListID>${inEuro}</VendorRet>`
  const employee = '<EmployeeRet><ListID>80000004-1</ListID></EmployeeRet>'

  it('is its payee’s, or else its account’s', () => {
    expect(confirmPurchase('EUR', vendor, inDollars)).not.toThrow()
    expect(confirmPurchase('EUR', employee, inEuro)).not.toThrow()
    expect(confirmPurchase('USD', employee, '')).not.toThrow()
    expect(catchFault(confirmPurchase('USD', vendor, inDollars)).detail).toContain('EntityRef')
    expect(catchFault(confirmPurchase('USD', employee, inEuro)).detail).toContain('AccountRef')
  })
})

/** Every entity with a currency, its required fields, and an owner. */
const forms: readonly (readonly [entity: string, body: JsonObject, owner?: string])[] = [
  ['Customer', { DisplayName: 'A' }],
  ['Vendor', { DisplayName: 'A' }],
  ['Account', { Name: 'A', AccountType: 'Bank' }],
  ['Invoice', { CustomerRef: customer, Line: [line] }, 'Customer'],
  ['Estimate', { CustomerRef: customer, Line: [line] }, 'Customer'],
  ['CreditMemo', { CustomerRef: customer, Line: [line] }, 'Customer'],
  ['SalesReceipt', { CustomerRef: customer, Line: [line] }, 'Customer'],
  ['Payment', { CustomerRef: customer, TotalAmt: 5 }, 'Customer'],
  ['Bill', { VendorRef: customer, Line: [expense()] }, 'Vendor'],
  ['PurchaseOrder', { VendorRef: customer, Line: [ordered()] }, 'Vendor'],
  [
    'BillPayment',
    {
      VendorRef: customer,
      TotalAmt: 5,
      PayType: 'Check',
      CheckPayment: { BankAccountRef: customer },
      Line: [{ Amount: 5, LinkedTxn: [{ TxnId: '1-1', TxnType: 'Bill' }] }],
    },
    'Vendor',
  ],
  ['VendorCredit', { VendorRef: customer, Line: [expense()] }, 'Vendor'],
  ['Purchase', { PaymentType: 'Check', AccountRef: customer, Line: [expense()] }, 'Account'],
  ['Purchase', { PaymentType: 'CreditCard', AccountRef: customer, Line: [expense()] }, 'Account'],
  ['JournalEntry', { Line: [posting('Debit'), posting('Credit')] }],
  ['Deposit', { DepositToAccountRef: customer, Line: [deposited()] }],
]

function expense(): JsonObject {
  const AccountBasedExpenseLineDetail = { AccountRef: customer }
  return { DetailType: 'AccountBasedExpenseLineDetail', Amount: 5, AccountBasedExpenseLineDetail }
}

function ordered(): JsonObject {
  const ItemBasedExpenseLineDetail = { ItemRef: customer, Qty: 1 }
  return { DetailType: 'ItemBasedExpenseLineDetail', Amount: 5, ItemBasedExpenseLineDetail }
}

function posting(PostingType: string): JsonObject {
  return {
    DetailType: 'JournalEntryLineDetail',
    Amount: 5,
    JournalEntryLineDetail: { PostingType, AccountRef: customer },
  }
}

function deposited(): JsonObject {
  return { DetailType: 'DepositLineDetail', Amount: 5, DepositLineDetail: { AccountRef: customer } }
}

describe.each(forms.map(([entity, body, owner]) => ({ entity, body, owner })))(
  'a new $entity in euros',
  ({ entity, body, owner }) => {
    it('is a valid request, with the rate where the message has one', () => {
      const table = requireTable(entity)
      const hasRate = table.variants.some(({ rows }) => 'ExchangeRate' in rows)
      const sent = { ...body, CurrencyRef: { value: 'EUR' }, ...(hasRate && { ExchangeRate: 1.1 }) }
      const { requests, finish } = planConfirmation(checkCreate(table, sent), undefined, currencies)
      const found = (request: Element) =>
        parseResponse(
          request.name.replace(/Rq$/, 'Rs'),
          `<${owner}Ret><ListID>80000001-1</ListID>${inEuro}</${owner}Ret>`,
        )
      const { record } = finish(requests.map(found))
      const written = serializeRequest(createAddRequest(record))
      expect(written.includes('<ExchangeRate>1.1</ExchangeRate>')).toBe(hasRate)
      expect(written.includes('<CurrencyRef><ListID>80000033-1</ListID></CurrencyRef>')).toBe(owner === undefined)
    })
  },
)
