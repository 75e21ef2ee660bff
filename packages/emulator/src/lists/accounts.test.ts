import { childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function starter(): Company {
  return openTestCompany({ template: 'starter' }).company
}
function addRq(name: string, number: string): string {
  const fields = `<Name>${name}</Name><AccountType>Bank</AccountType><AccountNumber>${number}</AccountNumber>`
  return `<AccountAddRq><AccountAdd>${fields}</AccountAdd></AccountAddRq>`
}

describe('the number of an account', () => {
  it('the number of an account is unique in the chart of accounts', async () => {
    const company = starter()
    await sendXml(company, addRq('Payroll', '777'))
    expect(await sendXml(company, addRq('Reserve', '777'))).toMatchObject({
      statusCode: 3180,
      statusMessage:
        'There was an error when saving a Account list, element "Reserve".  QuickBooks error message: The account number is already in use.',
    })
    const reserve = only(await sendXml(company, addRq('Reserve', '778')))
    const [id, token] = texts(reserve, 'ListID', 'EditSequence')
    const mod = (number: string) =>
      `<AccountModRq><AccountMod><ListID>${id}</ListID><EditSequence>${token}</EditSequence><AccountNumber>${number}</AccountNumber></AccountMod></AccountModRq>`
    expect((await sendXml(company, mod('777'))).statusCode).toBe(3180)
    expect(texts(only(await sendXml(company, mod('778'))), 'AccountNumber')).toEqual(['778'])
  })
})

it('prints NotApplicable as the cash flow of accounts without postings', async () => {
  const types = '<AccountType>NonPosting</AccountType>'
  const { elements } = await sendXml(starter(), `<AccountQueryRq>${types}</AccountQueryRq>`)
  const printed = elements.map((account) => childText(account, 'CashFlowClassification'))
  expect([elements.length > 0, [...new Set(printed)]]).toEqual([true, ['NotApplicable']])
})
