import { describe, expect, it } from 'vitest'
import {
  add,
  done,
  ledger,
  openPurchases,
  read,
  ref,
  refusal,
  textsAt,
  toMod,
  voiding,
} from '../../test/purchases.fixture.ts'

function fields(from: string, to: string, amount: string) {
  return `${ref('TransferFromAccountRef', from)}${ref('TransferToAccountRef', to)}<Amount>${amount}</Amount>`
}
function transferRq(xml: string) {
  return `<TransferAddRq><TransferAdd>${xml}</TransferAdd></TransferAddRq>`
}

describe('a transfer', () => {
  it('moves money and returns the balances', async () => {
    const { company } = await openPurchases()
    const transfer = await add(company, 'Transfer', `${fields('Checking', 'Savings', '250.00')}<Memo>Reserve</Memo>`)
    expect(textsAt(transfer, 'Amount', 'FromAccountBalance', 'ToAccountBalance', 'Memo', 'RefNumber')).toEqual([
      '250.00',
      '-250.00',
      '250.00',
      'Reserve',
      undefined,
    ])
    expect(await ledger(company)).toEqual({ Checking: '-250.00', Savings: '250.00' })
  })

  it('pays off a credit card', async () => {
    const { company } = await openPurchases()
    const transfer = await add(company, 'Transfer', fields('Checking', 'Company Credit Card', '30.00'))
    expect(textsAt(transfer, 'FromAccountBalance', 'ToAccountBalance')).toEqual(['-30.00', '-30.00'])
  })

  it('a transfer can be changed', async () => {
    const { company } = await openPurchases()
    const transfer = await add(company, 'Transfer', fields('Checking', 'Savings', '250.00'))
    await done(company, toMod(transfer, `${ref('TransferToAccountRef', 'Petty Cash')}<Amount>40.00</Amount>`))
    expect(await ledger(company)).toEqual({ Checking: '-40.00', 'Petty Cash': '40.00' })
    expect(textsAt(await read(company, transfer), 'TransferToAccountRef/FullName', 'Amount')).toEqual([
      'Petty Cash',
      '40.00',
    ])
  })

  it.each([
    ['the same account twice', fields('Checking', 'Checking', '1.00'), 3210],
    ['an income account', fields('Checking', 'Service Income', '1.00'), 3140],
    ['a receivable account', fields('Checking', 'Accounts Receivable', '1.00'), 3140],
    ['a negative amount', fields('Checking', 'Savings', '-1.00'), 3210],
    ['no amount', `${ref('TransferFromAccountRef', 'Checking')}${ref('TransferToAccountRef', 'Savings')}`, 3150],
    ['an unknown account', fields('Checking', 'Nowhere', '1.00'), 3140],
  ])('a transfer is rejected with %s', async (_what, xml, status) => {
    const { company } = await openPurchases()
    expect((await refusal(company, transferRq(xml)))[0]).toBe(status)
    expect(await ledger(company)).toEqual({})
  })

  it('a transfer cannot be voided', async () => {
    const { company } = await openPurchases()
    const transfer = await add(company, 'Transfer', fields('Checking', 'Savings', '250.00'))
    expect((await refusal(company, voiding(transfer)))[0]).not.toBe(0)
    expect(await ledger(company)).toEqual({ Checking: '-250.00', Savings: '250.00' })
  })
})
