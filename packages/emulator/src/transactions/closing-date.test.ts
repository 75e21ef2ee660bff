import { childText, type Element } from '@bridge/qbxml'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestCompany, sendXml } from '../../test/company.fixture.ts'
import { add, deleting, openPurchases, ref, toMod, voiding } from '../../test/purchases.fixture.ts'
import type { Company } from '../company/company.ts'

let company: Company
let january: Element
let march: Element
beforeEach(async () => {
  company = (await openPurchases()).company
  january = await add(company, 'Bill', bill('2026-01-31'))
  march = await add(company, 'Bill', bill('2026-03-01'))
  company.switches.closingDate = '2026-01-31'
})

function bill(date: string): string {
  const line = `<ExpenseLineAdd>${ref('AccountRef', 'Rent')}<Amount>5.00</Amount></ExpenseLineAdd>`
  return `${ref('VendorRef', 'Paper Mill')}<TxnDate>${date}</TxnDate>${line}`
}
function addBill(date: string): string {
  return `<BillAddRq><BillAdd>${bill(date)}</BillAdd></BillAddRq>`
}

describe('with a closing date', () => {
  it.each<[string, () => string, number]>([
    ['entering a transaction on it', () => addBill('2026-01-31'), 3171],
    ['entering a transaction the day after', () => addBill('2026-02-01'), 0],
    ['changing one of a closed day', () => toMod(january, '<Memo>x</Memo>'), 3171],
    ['moving one into the closed period', () => toMod(march, '<TxnDate>2026-01-15</TxnDate>'), 3171],
    ['moving one out of the closed period', () => toMod(january, '<TxnDate>2026-02-15</TxnDate>'), 3171],
    ['changing a later one', () => toMod(march, '<Memo>x</Memo>'), 0],
    ['voiding one of a closed day', () => voiding(january), 3171],
    ['voiding a later one', () => voiding(march), 0],
    ['deleting one of a closed day', () => deleting(january), 3161],
    ['deleting a later one', () => deleting(march), 0],
  ])('%s has its status', async (_what, request, status) => {
    const before = await company.recordCount()
    expect((await sendXml(company, request())).statusCode).toBe(status)
    if (status !== 0) expect(await company.recordCount()).toBe(before)
  })

  it('says so in the words of QuickBooks', async () => {
    expect((await sendXml(company, addBill('2025-12-31'))).statusMessage).toBe(
      'An attempt was made to modify a Bill with a date that is on or before the closing date of the company. If you are sure you really want to do this, please ask a user with Admin privileges to remove the password for editing transactions on or before to closing date (this setting is in the Accounting Company Preferences), then try again.',
    )
  })

  it('pays a bill of the closed period', async () => {
    const id = childText(january, 'TxnID')
    const applied = `<AppliedToTxnAdd><TxnID>${id}</TxnID><PaymentAmount>5.00</PaymentAmount></AppliedToTxnAdd>`
    const head = `${ref('PayeeEntityRef', 'Paper Mill')}<TxnDate>2026-02-01</TxnDate>${ref('BankAccountRef', 'Checking')}`
    const payment = `${head}<IsToBePrinted>false</IsToBePrinted>${applied}`
    const xml = `<BillPaymentCheckAddRq><BillPaymentCheckAdd>${payment}</BillPaymentCheckAdd></BillPaymentCheckAddRq>`
    expect((await sendXml(company, xml)).statusCode).toBe(0)
  })

  it('rejects an opening balance of the closed period', async () => {
    const fields = '<Name>Forge</Name><OpenBalance>1.00</OpenBalance><OpenBalanceDate>2026-01-01</OpenBalanceDate>'
    expect((await sendXml(company, `<VendorAddRq><VendorAdd>${fields}</VendorAdd></VendorAddRq>`)).statusCode).toBe(
      3171,
    )
  })

  it('returns it among the preferences', async () => {
    const read = async () => {
      const [preferences] = (await sendXml(company, '<PreferencesQueryRq/>')).elements
      const accounting = preferences?.children.find(({ name }) => name === 'AccountingPreferences')
      return accounting && childText(accounting, 'ClosingDate')
    }
    expect(await read()).toBe('2026-01-31')
    company.switches.closingDate = null
    expect(await read()).toBeUndefined()
  })
})

it('rejects writes, but no queries, of a user without permission', async () => {
  const { company: file } = openTestCompany({ switches: { missingPermission: true, missingPermissionStatus: 3261 } })
  expect(await sendXml(file, '<ClassAddRq><ClassAdd><Name>North</Name></ClassAdd></ClassAddRq>')).toMatchObject({
    statusCode: 3261,
    statusMessage: 'The integrated application has no permission to access this record.',
  })
  file.switches.missingPermissionStatus = 3260
  expect(await sendXml(file, '<ClassAddRq><ClassAdd><Name>North</Name></ClassAdd></ClassAddRq>')).toMatchObject({
    statusCode: 3260,
    statusMessage: 'Insufficient permission level to perform this action.',
  })
  expect((await sendXml(file, '<ClassQueryRq/>')).statusCode).toBe(1)
})
