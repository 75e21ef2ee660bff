import type { Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import {
  add,
  deleting,
  done,
  ledger,
  openPurchases,
  owed,
  read,
  ref,
  refusal,
  textAt,
  textsAt,
  toMod,
  voiding,
} from '../../test/purchases.fixture.ts'

function line(side: 'Debit' | 'Credit', account: string, amount: string, rest = '') {
  return `<Journal${side}Line>${ref('AccountRef', account)}<Amount>${amount}</Amount>${rest}</Journal${side}Line>`
}
function entryRq(lines: string) {
  return `<JournalEntryAddRq><JournalEntryAdd>${lines}</JournalEntryAdd></JournalEntryAddRq>`
}
function getLines(entry: Element) {
  return entry.children
    .filter(({ name }) => name.startsWith('Journal'))
    .map((each) => [each.name, ...textsAt(each, 'AccountRef/FullName', 'Amount')])
}
function getLineIds(entry: Element) {
  return entry.children.filter(({ name }) => name.startsWith('Journal')).map((each) => textAt(each, 'TxnLineID'))
}
function mod(id: string | undefined, fields = '') {
  return `<JournalLineMod><TxnLineID>${id}</TxnLineID>${fields}</JournalLineMod>`
}

const depreciation = [
  line('Debit', 'Rent', '70.00'),
  line('Credit', 'Checking', '100.00'),
  line('Debit', 'Utilities', '30.00'),
].join('')

describe('a journal entry', () => {
  it('keeps debits and credits in the order of entry, and posts them', async () => {
    const { company } = await openPurchases()
    const entry = await add(company, 'JournalEntry', depreciation)
    expect(textsAt(entry, 'RefNumber', 'IsAdjustment')).toEqual(['1', 'false'])
    expect(getLines(await read(company, entry))).toEqual([
      ['JournalDebitLine', 'Rent', '70.00'],
      ['JournalCreditLine', 'Checking', '100.00'],
      ['JournalDebitLine', 'Utilities', '30.00'],
    ])
    expect(await ledger(company)).toEqual({ Rent: '70.00', Checking: '-100.00', Utilities: '30.00' })
    expect(textAt(await add(company, 'JournalEntry', depreciation), 'RefNumber')).toBe('2')
  })

  it('changes the balance of the vendor or customer of a payable or receivable line', async () => {
    const { company } = await openPurchases()
    const vendor = ref('EntityRef', 'Paper Mill')
    await add(
      company,
      'JournalEntry',
      line('Debit', 'Rent', '40.00', vendor) + line('Credit', 'Accounts Payable', '40.00', vendor),
    )
    const customer = ref('EntityRef', 'Amber Bakery')
    await add(
      company,
      'JournalEntry',
      line('Debit', 'Accounts Receivable', '15.00', customer) + line('Credit', 'Service Income', '15.00'),
    )
    expect(await owed(company, 'Paper Mill')).toBe('40.00')
    const record = await done(company, '<CustomerQueryRq><FullName>Amber Bakery</FullName></CustomerQueryRq>')
    expect(textAt(record, 'Balance')).toBe('15.00')
  })

  it.each([
    ['debits and credits that differ', line('Debit', 'Rent', '40.00') + line('Credit', 'Checking', '39.99'), 3210],
    ['a negative amount', line('Debit', 'Rent', '-1.00') + line('Credit', 'Checking', '-1.00'), 3210],
    [
      'a payable line without a vendor',
      line('Debit', 'Rent', '1.00') + line('Credit', 'Accounts Payable', '1.00'),
      3210,
    ],
    [
      'a payable line with a customer',
      line('Debit', 'Rent', '1.00') + line('Credit', 'Accounts Payable', '1.00', ref('EntityRef', 'Amber Bakery')),
      3210,
    ],
    [
      'an amount without an account',
      `<JournalDebitLine><Amount>1.00</Amount></JournalDebitLine>${line('Credit', 'Checking', '1.00')}`,
      3270,
    ],
    [
      'two receivable lines',
      line('Debit', 'Accounts Receivable', '5.00', ref('EntityRef', 'Amber Bakery')) +
        line('Credit', 'Accounts Receivable', '5.00', ref('EntityRef', 'Amber Bakery')),
      3180,
    ],
    [
      'a receivable and a payable line',
      line('Debit', 'Accounts Payable', '5.00', ref('EntityRef', 'Paper Mill')) +
        line('Credit', 'Accounts Receivable', '5.00', ref('EntityRef', 'Amber Bakery')),
      3180,
    ],
    ['an unknown account', line('Debit', 'Nowhere', '1.00') + line('Credit', 'Checking', '1.00'), 3140],
  ])('a journal entry is rejected with %s', async (_what, lines, status) => {
    const { company } = await openPurchases()
    expect((await refusal(company, entryRq(lines)))[0]).toBe(status)
    expect(await ledger(company)).toEqual({})
  })

  it('accepts moving a line to the other side if all lines balance [dp-4.2-lines.7]', async () => {
    const { company } = await openPurchases()
    const entry = await add(company, 'JournalEntry', depreciation)
    const [rent, checking, utilities] = getLineIds(entry)
    const turned = [
      mod(rent, '<JournalLineType>Credit</JournalLineType>'),
      mod(checking, '<JournalLineType>Debit</JournalLineType><Amount>40.00</Amount>'),
      mod(utilities),
    ]
    const changed = await done(company, toMod(entry, turned.join('')))
    expect(getLines(changed)).toEqual([
      ['JournalCreditLine', 'Rent', '70.00'],
      ['JournalDebitLine', 'Checking', '40.00'],
      ['JournalDebitLine', 'Utilities', '30.00'],
    ])
    expect(getLineIds(changed)).toEqual([rent, checking, utilities])
    expect(await ledger(company)).toEqual({ Rent: '-70.00', Checking: '40.00', Utilities: '30.00' })
    const unbalanced = toMod(changed, mod(rent) + mod(checking))
    expect((await refusal(company, unbalanced))[0]).toBe(3210)
  })

  it('rejects a new line without its side', async () => {
    const { company } = await openPurchases()
    const entry = await add(company, 'JournalEntry', depreciation)
    const kept = getLineIds(entry).map((id) => mod(id))
    const fields = `${ref('AccountRef', 'Travel')}<Amount>0.00</Amount>`
    expect((await refusal(company, toMod(entry, [...kept, mod('-1', fields)].join(''))))[0]).toBe(3150)
    const sided = mod('-1', `<JournalLineType>Debit</JournalLineType>${fields}`)
    const changed = await done(company, toMod(entry, [...kept, sided].join('')))
    expect(getLines(changed).at(-1)).toEqual(['JournalDebitLine', 'Travel', '0.00'])
  })

  it('a journal entry can be voided and deleted', async () => {
    const { company } = await openPurchases()
    const entry = await add(company, 'JournalEntry', depreciation)
    await done(company, voiding(entry))
    expect(getLines(await read(company, entry)).map(([, , amount]) => amount)).toEqual(['0.00', '0.00', '0.00'])
    expect(await ledger(company)).toEqual({})
    await done(company, deleting(entry))
    expect((await refusal(company, deleting(entry)))[0]).toBe(3120)
  })
})
