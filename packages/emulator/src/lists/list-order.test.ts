import { childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openTestCompany, sendXml } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

async function getNames(company: Company, kind: string, filters = ''): Promise<readonly (string | undefined)[]> {
  const { elements } = await sendXml(company, `<${kind}QueryRq>${filters}</${kind}QueryRq>`)
  return elements.map((record) => childText(record, 'FullName') ?? childText(record, 'Name'))
}
async function add(company: Company, kind: string, fullName: string, fields = ''): Promise<void> {
  const [name, child] = fullName.split(':')
  const parent = child === undefined ? '' : `<ParentRef><FullName>${name}</FullName></ParentRef>`
  const content = `<Name>${child ?? name}</Name>${parent}${fields}`
  await sendXml(company, `<${kind}AddRq><${kind}Add>${content}</${kind}Add></${kind}AddRq>`)
}

describe('the records of a response', () => {
  it('the records of a response are in the order of the list, with jobs below their customer', async () => {
    const { company } = openTestCompany()
    for (const name of ['Smith &amp; Sons', 'smith', 'Adams', 'Smith:Roof', 'Smith:Attic'])
      await add(company, 'Customer', name)
    expect(await getNames(company, 'Customer')).toEqual(['Adams', 'smith', 'smith:Attic', 'smith:Roof', 'Smith & Sons'])
  })

  it('the records of a response are accounts by type, as in the chart of accounts', async () => {
    const { company } = openTestCompany()
    await add(company, 'Account', 'Bonds', '<AccountType>OtherAsset</AccountType>')
    await add(company, 'Account', 'Zurich Bank', '<AccountType>Bank</AccountType>')
    const { elements } = await sendXml(company, '<AccountQueryRq/>')
    const types = elements.map((account) => childText(account, 'AccountType'))
    expect([...new Set(types)]).toEqual([
      'Bank',
      'AccountsReceivable',
      'OtherCurrentAsset',
      'FixedAsset',
      'OtherAsset',
      'AccountsPayable',
      'CreditCard',
      'OtherCurrentLiability',
      'LongTermLiability',
      'Equity',
      'Income',
      'CostOfGoodsSold',
      'Expense',
      'OtherIncome',
      'OtherExpense',
      'NonPosting',
    ])
    expect(types.indexOf('AccountsReceivable')).toBe(types.lastIndexOf('Bank') + 1)
  })

  it('the records of a response are accounts by number where the company uses numbers', async () => {
    const { company } = openTestCompany({ switches: { accountNumbers: true } })
    const numbered = (number: string) => `<AccountType>OtherAsset</AccountType><AccountNumber>${number}</AccountNumber>`
    await add(company, 'Account', 'Bonds', numbered('1800'))
    await add(company, 'Account', 'Patents', numbered('1700'))
    expect(await getNames(company, 'Account', '<AccountType>OtherAsset</AccountType>')).toEqual([
      'Patents',
      'Bonds',
      'Security Deposits Asset',
    ])
  })

  it('the records of a response are items by kind, and by name within a kind', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const { elements } = await sendXml(company, '<ItemQueryRq/>')
    const kinds = [...new Set(elements.map(({ name }) => name))]
    expect(elements.map(({ name }) => name)).toEqual(
      kinds.flatMap((kind) => elements.filter(({ name }) => name === kind).map(({ name }) => name)),
    )
  })
})
