import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let CustomerRef: { value: string }
let item: { value: string }
const { created, refTo } = openRecords(() => bridge)

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  const IncomeAccountRef = await refTo('account', { Name: 'Sales of the test', AccountType: 'Income' })
  item = await refTo('item', { Name: 'Design hour', Type: 'Service', IncomeAccountRef, UnitPrice: 80 })
  CustomerRef = await refTo('customer', { DisplayName: 'Ada', PrimaryEmailAddr: { Address: 'ada@books.example' } })
})
afterAll(() => bridge.stop())

async function write(entity: string, json: object) {
  const response = await bridge.call(`/${entity}`, { json })
  const warning = response.headers.get('x-svc-warning')
  return response.status === 200 ? { status: 200, warning } : getFault(response)
}

describe('BillEmail of an invoice', () => {
  const bill = (Address: string, more: object = {}) => ({ BillEmail: { Address }, ...more })
  const invoice = (json: object) => ({
    CustomerRef,
    Line: [{ DetailType: 'SalesItemLineDetail', Amount: 5, SalesItemLineDetail: { ItemRef: item } }],
    ...json,
  })
  const differs = expect.stringMatching(/^BillEmail ignored; /)
  const NeedToSend = { EmailStatus: 'NeedToSend' }

  it.each([
    ['accepts the address of the customer', bill(' Ada@books.example'), { status: 200, warning: null }],
    ['accepts that address for an email', bill('ada@books.example', NeedToSend), { status: 200, warning: null }],
    ['warns of another address', bill('bob@books.example'), { status: 200, warning: differs }],
    [
      'rejects another address for an email [dp-1.3]',
      bill('bob@books.example', NeedToSend),
      { status: 422, code: 'UNSUPPORTED_BY_DESKTOP', element: 'BillEmail' },
    ],
  ])('%s', async (_what, json, expected) => {
    expect(await write('invoice', invoice(json))).toEqual(expected)
  })

  it('is compared with the customer of the record in an update without CustomerRef', async () => {
    const update = async (status: object, json: object) => {
      const { Id, SyncToken } = await created('invoice', invoice(status))
      return write('invoice', { Id, SyncToken, sparse: true, ...json })
    }
    expect(await update({}, bill('ada@books.example'))).toEqual({ status: 200, warning: null })
    expect(await update({}, bill('bob@books.example'))).toEqual({ status: 200, warning: differs })
    expect(await update(NeedToSend, bill('bob@books.example'))).toMatchObject({ element: 'BillEmail' })
  })
})

it('accepts the HourlyRate of a time activity if it is the price of its item', async () => {
  const EmployeeRef = await refTo('employee', { GivenName: 'Eve', FamilyName: 'Adams' })
  const time = { NameOf: 'Employee', EmployeeRef, CustomerRef, ItemRef: item, Hours: 1, BillableStatus: 'Billable' }
  expect(await write('timeactivity', { ...time, HourlyRate: 80 })).toEqual({ status: 200, warning: null })
  expect(await write('timeactivity', { ...time, HourlyRate: '80.00' })).toEqual({ status: 200, warning: null })
  expect(await write('timeactivity', { ...time, HourlyRate: 75 })).toEqual({
    status: 422,
    code: 'UNSUPPORTED_BY_DESKTOP',
    element: 'HourlyRate',
  })
})

it('describes the lines of a journal entry by its note, and says that the entry has none [dp-1.3]', async () => {
  const account = await refTo('account', { Name: 'Payroll of the test', AccountType: 'Expense' })
  const posting = (PostingType: string) => ({
    DetailType: 'JournalEntryLineDetail',
    Amount: 9,
    JournalEntryLineDetail: { PostingType, AccountRef: account },
  })
  const json = { PrivateNote: 'June', Line: [posting('Debit'), posting('Credit')] }
  expect(await created('journalentry', json)).toMatchObject({
    Line: [{ Description: 'June' }, { Description: 'June' }],
  })
  expect(await write('journalentry', json)).toEqual({
    status: 200,
    warning: expect.stringContaining('PrivateNote'),
  })
})
