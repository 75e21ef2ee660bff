import { childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { openTestCompany, sendXml } from '../../test/company.fixture.ts'
import { trialBalance } from '../company/trial-balance.ts'

describe('the balance of a vendor', () => {
  it('starts with the opening balance in accounts payable', async () => {
    const { company } = openTestCompany()
    const added = await sendXml(
      company,
      '<VendorAddRq><VendorAdd><Name>Paper Mill</Name><OpenBalance>80.25</OpenBalance></VendorAdd></VendorAddRq>',
    )
    expect(added.elements[0] && childText(added.elements[0], 'Balance')).toBe('80.25')
    const { accounts } = await trialBalance(company)
    expect(accounts.map(({ fullName, amount }) => [fullName, amount])).toEqual([
      ['Accounts Payable', '-80.25'],
      ['Uncategorized Expenses', '80.25'],
    ])
  })

  it('the balance of a vendor is matched by a balance filter', async () => {
    const { company } = openTestCompany()
    for (const [name, balance] of [
      ['Small', '5.00'],
      ['Large', '500.00'],
    ]) {
      const fields = `<Name>${name}</Name><OpenBalance>${balance}</OpenBalance>`
      await sendXml(company, `<VendorAddRq><VendorAdd>${fields}</VendorAdd></VendorAddRq>`)
    }
    const filter = '<TotalBalanceFilter><Operator>GreaterThan</Operator><Amount>10.00</Amount></TotalBalanceFilter>'
    const { elements } = await sendXml(company, `<VendorQueryRq>${filter}</VendorQueryRq>`)
    expect(elements.map((vendor) => childText(vendor, 'Name'))).toEqual(['Large'])
  })
})
