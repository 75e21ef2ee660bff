import { describe, expect, it } from 'vitest'
import { sendXml } from '../../test/company.fixture.ts'
import {
  add,
  deleting,
  done,
  expenseLine,
  itemLine,
  ledger,
  openPurchases,
  owed,
  read,
  ref,
  refusal,
  rowsAt,
  textAt,
  textsAt,
  toMod,
  voiding,
} from '../../test/purchases.fixture.ts'
import { trialBalance } from '../company/trial-balance.ts'

const account = ref('AccountRef', 'Checking')
const payee = ref('PayeeEntityRef', 'Paper Mill')

describe('a check', () => {
  it('pays accounts and items from the bank', async () => {
    const { company } = await openPurchases()
    const item = itemLine('Lamp', '<Quantity>2</Quantity>')
    const check = await add(
      company,
      'Check',
      `${account}${payee}<RefNumber>1001</RefNumber>${expenseLine('900.00', 'Rent')}${item}`,
    )
    expect(textsAt(check, 'Amount', 'RefNumber', 'IsToBePrinted', 'Address/City', 'AddressBlock/Addr1')).toEqual([
      '924.00',
      '1001',
      'false',
      'Auburn',
      'Paper Mill',
    ])
    expect(await ledger(company)).toEqual({ Checking: '-924.00', Rent: '900.00', Goods: '24.00' })
    expect(await owed(company, 'Paper Mill')).toBe('0.00')
    expect(textAt(await add(company, 'Check', `${account}${expenseLine('1.00', 'Rent')}`), 'RefNumber')).toBe('1002')
  })

  it('a check has no number while it waits to be printed', async () => {
    const { company } = await openPurchases()
    const check = await add(
      company,
      'Check',
      `${account}<IsToBePrinted>true</IsToBePrinted>${expenseLine('1.00', 'Rent')}`,
    )
    expect(textsAt(check, 'RefNumber', 'IsToBePrinted')).toEqual([undefined, 'true'])
    const printed = await done(company, toMod(check, '<RefNumber>77</RefNumber>'))
    expect(textsAt(printed, 'RefNumber', 'IsToBePrinted')).toEqual(['77', 'false'])
  })

  it('pays a vendor through accounts payable', async () => {
    const { company } = await openPurchases()
    await add(company, 'Check', `${account}${payee}${expenseLine('30.00', 'Accounts Payable')}`)
    expect(await owed(company, 'Paper Mill')).toBe('-30.00')
  })

  it.each([
    ['an account that is no bank', `${ref('AccountRef', 'Rent')}${expenseLine('1.00', 'Rent')}`, 3140],
    ['a negative amount', `${account}${expenseLine('-1.00', 'Rent')}`, 3210],
    ['a payable line without a vendor', `${account}${expenseLine('1.00', 'Accounts Payable')}`, 3210],
  ])('a check is rejected with %s', async (_what, fields, status) => {
    const { company } = await openPurchases()
    expect((await refusal(company, `<CheckAddRq><CheckAdd>${fields}</CheckAdd></CheckAddRq>`))[0]).toBe(status)
    expect(await ledger(company)).toEqual({})
  })

  it('leaves two journal entries, a memo and a printed check when voided [dp-4.2-void.5]', async () => {
    const { company, advance } = await openPurchases()
    const head = `${account}${payee}<RefNumber>1001</RefNumber><TxnDate>2026-02-20</TxnDate><Memo>Rent</Memo>`
    const check = await add(
      company,
      'Check',
      `${head}${expenseLine('900.00', 'Rent')}${expenseLine('25.00', 'Utilities')}`,
    )
    advance(24 * 60 * 60)
    await done(company, voiding(check))

    const voided = await read(company, check)
    expect(textsAt(voided, 'TxnDate', 'Amount', 'Memo', 'IsToBePrinted', 'RefNumber')).toEqual([
      '2026-02-20',
      '0.00',
      'VOID: Rent GJE, RGJE created on 03/17/2026',
      'false',
      '1001',
    ])
    expect(rowsAt(voided, 'ExpenseLineRet', 'AccountRef/FullName', 'Amount')).toEqual([
      ['Rent', '0.00'],
      ['Utilities', '0.00'],
    ])
    const query = '<JournalEntryQueryRq><IncludeLineItems>true</IncludeLineItems></JournalEntryQueryRq>'
    const [original, reversal, ...others] = (await sendXml(company, query)).elements
    if (original === undefined || reversal === undefined) throw new Error('There are no two entries')
    expect(others).toEqual([])
    const columns = ['AccountRef/FullName', 'Amount', 'EntityRef/FullName'] as const
    expect(textsAt(original, 'TxnDate', 'RefNumber')).toEqual(['2026-02-20', '1'])
    expect(rowsAt(original, 'JournalCreditLine', ...columns)).toEqual([['Checking', '925.00', 'Paper Mill']])
    expect(rowsAt(original, 'JournalDebitLine', ...columns)).toEqual([
      ['Rent', '900.00', 'Paper Mill'],
      ['Utilities', '25.00', 'Paper Mill'],
    ])
    expect(textsAt(reversal, 'TxnDate', 'RefNumber')).toEqual(['2026-03-17', '1R'])
    expect(rowsAt(reversal, 'JournalDebitLine', ...columns)).toEqual([['Checking', '925.00', 'Paper Mill']])
    expect(rowsAt(reversal, 'JournalCreditLine', ...columns)).toEqual([
      ['Rent', '900.00', 'Paper Mill'],
      ['Utilities', '25.00', 'Paper Mill'],
    ])
    expect(await ledger(company)).toEqual({})
  })

  it('changes nothing when voided again', async () => {
    const { company } = await openPurchases()
    const check = await add(company, 'Check', `${account}${expenseLine('900.00', 'Rent')}`)
    await done(company, voiding(check))
    const once = await read(company, check)
    await done(company, voiding(check))
    expect(await read(company, check)).toEqual(once)
    expect(textAt(once, 'Memo')).toBe('VOID: GJE, RGJE created on 03/16/2026')
    expect((await sendXml(company, '<JournalEntryQueryRq/>')).elements).toHaveLength(2)
  })

  it('no longer waits to be printed once voided [dp-4.2-void.5]', async () => {
    const { company } = await openPurchases()
    const check = await add(
      company,
      'Check',
      `${account}<IsToBePrinted>true</IsToBePrinted>${expenseLine('1.00', 'Rent')}`,
    )
    await done(company, voiding(check))
    expect(textAt(await read(company, check), 'IsToBePrinted')).toBe('false')
  })

  it('keeps the balance of its vendor correct when voided', async () => {
    const { company } = await openPurchases()
    const check = await add(company, 'Check', `${account}${payee}${expenseLine('30.00', 'Accounts Payable')}`)
    await done(company, voiding(check))
    expect(await owed(company, 'Paper Mill')).toBe('0.00')
    expect((await trialBalance(company)).total).toBe('0.00')
  })

  it('leaves no postings when deleted', async () => {
    const { company } = await openPurchases()
    const check = await add(company, 'Check', `${account}${expenseLine('900.00', 'Rent')}`)
    await done(company, deleting(check))
    expect(await ledger(company)).toEqual({})
    expect((await refusal(company, deleting(check)))[0]).toBe(3120)
  })
})

describe('a credit card purchase or refund', () => {
  const card = ref('AccountRef', 'Company Credit Card')

  it('changes the balance of the card', async () => {
    const { company } = await openPurchases()
    const charge = await add(company, 'CreditCardCharge', `${card}${payee}${expenseLine('80.00', 'Travel')}`)
    expect(textsAt(charge, 'Amount', 'RefNumber', 'PayeeEntityRef/FullName')).toEqual([
      '80.00',
      undefined,
      'Paper Mill',
    ])
    const credit = await add(company, 'CreditCardCredit', `${card}${payee}${expenseLine('30.00', 'Travel')}`)
    expect(textAt(credit, 'Amount')).toBe('30.00')
    expect(await ledger(company)).toEqual({ 'Company Credit Card': '-50.00', Travel: '50.00' })
    await done(company, voiding(credit))
    expect(await ledger(company)).toEqual({ 'Company Credit Card': '-80.00', Travel: '80.00' })
    expect(textsAt(await read(company, credit), 'Amount', 'Memo')).toEqual(['0.00', 'VOID: '])
    await done(company, voiding(charge))
    expect(await ledger(company)).toEqual({})
    expect((await sendXml(company, '<JournalEntryQueryRq/>')).elements).toEqual([])
  })

  it('moves goods in and out of stock', async () => {
    const { company } = await openPurchases()
    const lamps = (count: string) => itemLine('Lamp', `<Quantity>${count}</Quantity>`)
    await add(company, 'CreditCardCharge', `${card}${lamps('5')}`)
    await add(company, 'CreditCardCredit', `${card}${lamps('2')}`)
    const lamp = await done(company, '<ItemInventoryQueryRq><FullName>Lamp</FullName></ItemInventoryQueryRq>')
    expect(textAt(lamp, 'QuantityOnHand')).toBe('3')
    expect(await ledger(company)).toEqual({ 'Company Credit Card': '-36.00', Goods: '36.00' })
  })

  it('requires a credit card account', async () => {
    const { company } = await openPurchases()
    const fields = `${account}${expenseLine('1.00', 'Rent')}`
    const xml = `<CreditCardChargeAddRq><CreditCardChargeAdd>${fields}</CreditCardChargeAdd></CreditCardChargeAddRq>`
    expect((await refusal(company, xml))[0]).toBe(3140)
  })
})
