import { describe, expect, it } from 'vitest'
import { catchFault, parseElement, read, requireTable, serializeRequest } from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { createReadAfterMod, repeatsUnchangeable } from './requests.ts'

const byCard = `
  <BillPaymentCreditCardRet>
    <TxnID>5D-1</TxnID><EditSequence>7</EditSequence>
    <PayeeEntityRef><ListID>80000001-1</ListID><FullName>Landlord</FullName></PayeeEntityRef>
    <TxnDate>2026-01-31</TxnDate>
    <CreditCardAccountRef><ListID>80000060-1</ListID><FullName>Visa</FullName></CreditCardAccountRef>
    <Amount>25.00</Amount><Memo>rent</Memo>
  </BillPaymentCreditCardRet>`

describe('repeatsUnchangeable', () => {
  const before = read('BillPayment', byCard)
  const repeats = (fields: object): boolean =>
    repeatsUnchangeable(
      checkUpdate(requireTable('BillPayment'), { ...before, ...fields }),
      parseElement(byCard),
      before,
    )

  it('returns true for a record sent back as read [dp-4.2.3]', () => {
    expect(repeats({})).toBe(true)
    expect(repeats({ sparse: true })).toBe(true)
  })

  it('returns false if anything differs', () => {
    expect(repeats({ PrivateNote: 'other' })).toBe(false)
  })

  it('rejects a stale record [dp-7.3:5010]', () => {
    expect(catchFault(() => repeats({ SyncToken: '6' })).code).toBe('5010')
  })
})

it('reads an entity with custom fields after a Mod, whose response lacks them', () => {
  const customer = createReadAfterMod(checkUpdate(requireTable('Customer'), { Id: '1-1', SyncToken: '7', Notes: 'x' }))
  expect(customer && serializeRequest(customer)).toBe(
    '<CustomerQueryRq><ListID>1-1</ListID><OwnerID>0</OwnerID></CustomerQueryRq>',
  )
  expect(
    createReadAfterMod(checkUpdate(requireTable('Class'), { Id: '1-1', SyncToken: '7', Active: false })),
  ).toBeUndefined()
})
