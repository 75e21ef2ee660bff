import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  inDollars,
  parseElement,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { accountTypes } from '../parts/account-types.ts'
import { createModRequest } from '../write/requests.ts'

const Account = requireTable('Account')
function create(body: object): string {
  return serializeCreate(Account, { Name: 'A', ...body })
}
function readType(type: string, special = ''): object {
  const { AccountType, AccountSubType, Classification } = read(
    'Account',
    `<AccountRet><ListID>80000001-1</ListID><AccountType>${type}</AccountType>${special && `<SpecialAccountType>${special}</SpecialAccountType>`}</AccountRet>`,
  )
  return { AccountType, AccountSubType, Classification }
}

describe('Account', () => {
  it('reads a record as client-side JSON', () => {
    const record = read(
      'Account',
      `<AccountRet>
        <ListID>80000021-1748340001</ListID>
        <TimeCreated>2025-05-27T10:00:01+00:00</TimeCreated><TimeModified>2025-05-27T10:00:01+00:00</TimeModified>
        <EditSequence>1748340001</EditSequence>
        <Name>Savings</Name><FullName>Banks:Savings</FullName><IsActive>true</IsActive>
        <ParentRef><ListID>80000001-1</ListID><FullName>Banks</FullName></ParentRef><Sublevel>1</Sublevel>
        <AccountType>Bank</AccountType><AccountNumber>1010</AccountNumber><Desc>rainy days</Desc>
        <Balance>-10.05</Balance><TotalBalance>0.00</TotalBalance>
      </AccountRet>`,
    )
    expect(record).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: '80000021-1748340001',
      SyncToken: '1748340001',
      MetaData: { CreateTime: '2025-05-27T10:00:01+00:00', LastUpdatedTime: '2025-05-27T10:00:01+00:00' },
      Name: 'Savings',
      FullyQualifiedName: 'Banks:Savings',
      Active: true,
      ParentRef: { value: '80000001-1', name: 'Banks' },
      SubAccount: true,
      Classification: 'Asset',
      AccountType: 'Bank',
      AccountSubType: 'Checking',
      AcctNum: '1010',
      Description: 'rainy days',
      CurrentBalance: -10.05,
      CurrentBalanceWithSubAccounts: 0,
    })
  })

  it('creates an account by type or by subtype', () => {
    expect(create({ AccountType: 'Cost of Goods Sold', AcctNum: '5000', Description: 'parts' })).toBe(
      compact(`
        <AccountAddRq><AccountAdd>
          <Name>A</Name><AccountType>CostOfGoodsSold</AccountType><AccountNumber>5000</AccountNumber><Desc>parts</Desc>
        </AccountAdd></AccountAddRq>`),
    )
    expect(create({ AccountSubType: 'Checking' })).toContain('<AccountType>Bank</AccountType>')
    expect(create({ AccountType: 'Bank', AccountSubType: 'checking' })).toContain('<AccountType>Bank</AccountType>')
  })

  it('rejects a subtype QuickBooks would not keep [dp-7.1:UNMAPPED_ACCOUNT_TYPE]', () => {
    const fault = { code: 'UNMAPPED_ACCOUNT_TYPE', element: 'AccountSubType' }
    expect(catchFault(() => create({ AccountType: 'Bank', AccountSubType: 'Savings' }))).toMatchObject(fault)
    const update = (type: string, special: string, body: object) => {
      const record = checkUpdate(Account, { Id: '1-1', SyncToken: '7', ...body })
      const shown = special === '' ? '' : `<SpecialAccountType>${special}</SpecialAccountType>`
      const current = `<AccountRet><ListID>1-1</ListID><EditSequence>7</EditSequence><AccountType>${type}</AccountType>${shown}</AccountRet>`
      return serializeRequest(createModRequest(record, parseElement(current)))
    }
    expect(catchFault(() => update('Expense', '', { AccountSubType: 'Travel' }))).toMatchObject(fault)
    expect(update('OtherCurrentAsset', 'UndepositedFunds', { AccountSubType: 'UndepositedFunds' })).toContain('Mod')
    expect(update('Expense', '', { AccountSubType: 'OtherMiscellaneousServiceCost' })).toContain('Mod')
  })

  it('requires the parent of a sub-account [dp-7.3:2020]', () => {
    const below = { AccountType: 'Bank', SubAccount: true }
    expect(catchFault(() => create(below))).toMatchObject({ code: '2020', element: 'ParentRef' })
    expect(create({ ...below, ParentRef: { value: '1-1' } })).toContain('<ParentRef>')
  })

  it('writes a sparse update', () => {
    const record = checkUpdate(Account, { Id: '80000021-1748340001', SyncToken: '3', Active: false })
    expect(serializeRequest(createModRequest(record))).toBe(
      compact(`
        <AccountModRq><AccountMod>
          <ListID>80000021-1748340001</ListID><EditSequence>3</EditSequence><IsActive>false</IsActive>
        </AccountMod></AccountModRq>`),
    )
  })

  it('accepts an opening balance only on create', () => {
    expect(create({ AccountType: 'Bank', OpeningBalance: 12.5 })).toContain('<OpenBalance>12.50</OpenBalance>')
    const change = checkUpdate(Account, { Id: '80000021-1', SyncToken: '3', OpeningBalance: 50 })
    const bank = parseElement('<AccountRet><ListID>80000021-1</ListID><AccountType>Bank</AccountType></AccountRet>')
    expect(catchFault(() => createModRequest(change, bank))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'OpeningBalance',
    })
  })

  it('accepts a type assigned only by QuickBooks, but no change to it', () => {
    const update = (AccountType: string) =>
      createModRequest(
        checkUpdate(Account, { Id: '80000021-1', SyncToken: '3', AccountType, Description: 'quotes' }),
        parseElement('<AccountRet><ListID>80000021-1</ListID><AccountType>NonPosting</AccountType></AccountRet>'),
      )
    expect(serializeRequest(update('Non-Posting'))).toContain('<Desc>quotes</Desc></AccountMod>')
    const bank = parseElement('<AccountRet><ListID>80000021-1</ListID><AccountType>Bank</AccountType></AccountRet>')
    const change = checkUpdate(Account, { Id: '80000021-1', SyncToken: '3', AccountType: 'Non-Posting' })
    expect(catchFault(() => createModRequest(change, bank))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'AccountType',
    })
  })

  it('maps every type to the desktop and back', () => {
    for (const [desktop, { client }] of Object.entries(accountTypes)) {
      expect(readType(desktop)).toMatchObject({ AccountType: client })
      if (desktop !== 'NonPosting')
        expect(create({ AccountType: client })).toContain(`<AccountType>${desktop}</AccountType>`)
    }
  })

  it('derives the subtype from an account’s special type', () => {
    expect(readType('OtherCurrentAsset', 'UndepositedFunds')).toMatchObject({ AccountSubType: 'UndepositedFunds' })
    expect(readType('Equity', 'RetainedEarnings')).toMatchObject({ AccountSubType: 'RetainedEarnings' })
    expect(readType('NonPosting', 'Estimates')).toEqual({ AccountType: 'Non-Posting' })
  })

  it('rejects types without a desktop equivalent [dp-7.1:UNMAPPED_ACCOUNT_TYPE]', () => {
    expect(catchFault(() => create({ AccountType: 'Piggy Bank' }))).toMatchObject({
      code: 'UNMAPPED_ACCOUNT_TYPE',
      element: 'AccountType',
    })
    expect(catchFault(() => create({ AccountType: 'Non-Posting' }))).toMatchObject({ code: 'UNMAPPED_ACCOUNT_TYPE' })
    expect(catchFault(() => create({ AccountSubType: 'PiggyBank' }))).toMatchObject({
      code: 'UNMAPPED_ACCOUNT_TYPE',
      element: 'AccountSubType',
    })
    expect(catchFault(() => create({ AccountType: 'Income', AccountSubType: 'Savings' }))).toMatchObject({
      code: '2010',
      element: 'AccountSubType',
    })
    expect(catchFault(() => create({}))).toMatchObject({ code: '2020', element: 'AccountType' })
  })
})
