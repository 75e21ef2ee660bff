import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  read,
  requireTable,
  serializeRequest,
  serializeUpdate,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { createReadRequests } from '../read/requests.ts'
import { createAddRequest, createModRequest } from '../write/requests.ts'

const Transfer = requireTable('Transfer')
const body = { FromAccountRef: { value: '80000001-1' }, ToAccountRef: { value: '80000002-1' }, Amount: 250 }

const stored = `
  <TransferRet>
    <TxnID>B0-1782900000</TxnID>
    <TimeCreated>2026-07-01T10:00:00+00:00</TimeCreated><TimeModified>2026-07-01T10:00:00+00:00</TimeModified>
    <EditSequence>1782900000</EditSequence><TxnNumber>60</TxnNumber><TxnDate>2026-07-01</TxnDate>
    <TransferFromAccountRef><ListID>80000001-1</ListID><FullName>Checking</FullName></TransferFromAccountRef>
    <FromAccountBalance>750.00</FromAccountBalance>
    <TransferToAccountRef><ListID>80000002-1</ListID><FullName>Savings</FullName></TransferToAccountRef>
    <ToAccountBalance>1250.00</ToAccountBalance>
    <ClassRef><ListID>80000003-1</ListID><FullName>Remodel</FullName></ClassRef><Amount>250.00</Amount><Memo>reserve</Memo>
  </TransferRet>`

describe('Transfer', () => {
  it('reads a record as client-side JSON', () => {
    expect(read('Transfer', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: 'B0-1782900000',
      SyncToken: '1782900000',
      MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-01T10:00:00+00:00' },
      TxnDate: '2026-07-01',
      FromAccountRef: { value: '80000001-1', name: 'Checking' },
      ToAccountRef: { value: '80000002-1', name: 'Savings' },
      ClassRef: { value: '80000003-1', name: 'Remodel' },
      Amount: 250,
      PrivateNote: 'reserve',
    })
  })

  it('writes the request creating a record', () => {
    const record = checkCreate(Transfer, {
      ...body,
      PrivateNote: 'reserve',
      CurrencyRef: { value: 'USD' },
      ExchangeRate: 1,
    })
    expect(serializeRequest(createAddRequest(record))).toBe(
      compact(`
        <TransferAddRq><TransferAdd>
          <TransferFromAccountRef><ListID>80000001-1</ListID></TransferFromAccountRef>
          <TransferToAccountRef><ListID>80000002-1</ListID></TransferToAccountRef>
          <Amount>250.00</Amount><Memo>reserve</Memo>
        </TransferAdd></TransferAddRq>`),
    )
  })

  it('changes sent fields, and accepts its own record as an update', () => {
    const record = checkUpdate(Transfer, { Id: 'B0-1', SyncToken: '7', Amount: '99.5', PrivateNote: '' })
    expect(serializeRequest(createModRequest(record))).toBe(
      '<TransferModRq><TransferMod><TxnID>B0-1</TxnID><EditSequence>7</EditSequence><Amount>99.50</Amount><Memo /></TransferMod></TransferModRq>',
    )
    expect(serializeUpdate(Transfer, read('Transfer', stored), stored)).toContain('<Amount>250.00</Amount>')
  })

  it.each([
    ['FromAccountRef', { FromAccountRef: undefined }, '2020'],
    ['Amount', { Amount: null }, '2020'],
    ['DocNumber', { DocNumber: '1' }, 'UNSUPPORTED_BY_DESKTOP'],
    ['CurrencyRef', { CurrencyRef: { value: 'euros' } }, '2010'],
    ['Line', { Line: [{ Amount: 1 }] }, 'UNSUPPORTED_BY_DESKTOP'],
  ])('rejects a wrong %s', (element, wrong, code) => {
    expect(catchFault(() => checkCreate(Transfer, { ...body, ...wrong }))).toMatchObject({ code, element })
  })

  it('transfers are read without lines, links or custom fields, and cannot be deleted [dp-4.2.4]', () => {
    expect(createReadRequests(Transfer, 'B0-1').map(serializeRequest)).toEqual([
      '<TransferQueryRq><TxnID>B0-1</TxnID></TransferQueryRq>',
    ])
    expect(Transfer.can).not.toContain('delete')
  })
})
