import { childrenByName, childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, type Command, findRecords, index, ref, tag } from '../../test/commands.fixture.ts'
import { only, openTestCompany, sendXml } from '../../test/company.fixture.ts'
import { salesCommands } from '../../test/sales-commands.fixture.ts'
import type { Company } from './company.ts'
import { trialBalance } from './trial-balance.ts'

const listCommands: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(index, fc.integer({ min: -50000, max: 100000 })).map(
    ([name, cents]): Command =>
      (company) =>
        sendXml(
          company,
          `<CustomerAddRq><CustomerAdd><Name>New ${name}</Name><OpenBalance>${(cents / 100).toFixed(2)}</OpenBalance></CustomerAdd></CustomerAddRq>`,
        ),
  ),
  fc.constantFrom('Service Income', 'Product Income').map(
    (account): Command =>
      async (company) => {
        const query = '<ItemServiceQueryRq><FullName>Consulting</FullName></ItemServiceQueryRq>'
        const item = only(await sendXml(company, query))
        const sale = `${ref('AccountRef', account)}<ApplyAccountRefToExistingTxns>true</ApplyAccountRefToExistingTxns>`
        const head = `<ListID>${childText(item, 'ListID')}</ListID><EditSequence>${childText(item, 'EditSequence')}</EditSequence>`
        const mod = `${head}<SalesOrPurchaseMod>${sale}</SalesOrPurchaseMod>`
        await sendXml(company, `<ItemServiceModRq><ItemServiceMod>${mod}</ItemServiceMod></ItemServiceModRq>`)
      },
  ),
)

const command = fc.oneof({ weight: 8, arbitrary: salesCommands }, { weight: 1, arbitrary: listCommands })

function sum(records: readonly Element[], field: string): Big {
  return records
    .filter((each) => childText(each, 'IsPending') !== 'true')
    .reduce((sum, each) => sum.plus(childText(each, field) ?? 0), Big(0))
}

function openingBalances(company: Company): Promise<Big> {
  return company.read((books) => {
    const openings = [...books.getTransactions('Opening')].flatMap((each) => each.postings)
    return openings.filter(({ entity }) => entity !== null).reduce((sum, { amount }) => sum.plus(amount), Big(0))
  })
}

// Only a voided credit memo leaves a refund without the credit it paid back.
function unappliedRefunds(refunds: readonly Element[]): Big {
  const applied = refunds.flatMap((each) => childrenByName(each, 'RefundAppliedToTxnRet'))
  return sum(refunds, 'TotalAmount').minus(sum(applied, 'RefundAmount'))
}

async function expectLedgerToAgree(company: Company): Promise<void> {
  expect((await trialBalance(company)).total).toBe('0.00')

  const customers = await sendXml(company, '<CustomerQueryRq><ActiveStatus>All</ActiveStatus></CustomerQueryRq>')
  const topLevel = customers.elements.filter((each) => childText(each, 'Sublevel') === '0')
  const owed = sum(topLevel, 'TotalBalance').toFixed(2)
  const receivable = '<AccountQueryRq><FullName>Accounts Receivable</FullName></AccountQueryRq>'
  expect(childText(only(await sendXml(company, receivable)), 'Balance')).toBe(owed)

  const open = sum(await findRecords(company, 'Invoice'), 'BalanceRemaining')
    .minus(sum(await findRecords(company, 'CreditMemo'), 'CreditRemaining'))
    .minus(sum(await findRecords(company, 'ReceivePayment'), 'UnusedPayment'))
    .plus(unappliedRefunds(await findRecords(company, 'ARRefundCreditCard')))
    .plus(await openingBalances(company))
  expect(open.toFixed(2)).toBe(owed)
}

// `sendXml` checks every response against the message tables.
describe('the ledger', () => {
  it('balances and agrees with the balance of every customer after any sequence of writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 14 }), async (commands) => {
        const { company } = openTestCompany({ template: 'starter' })
        for (const run of commands) await run(company)
        await expectLedgerToAgree(company)
      }),
      { numRuns: 60 },
    )
  })

  it('agrees with the balance of a customer whose refunded credit memo is voided', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const customer = ref('CustomerRef', 'Amber Lane Bakery')
    const line = tag('CreditMemoLineAdd', ref('ItemRef', 'Consulting') + tag('Amount', '0.01'))
    await add('CreditMemo', customer + line)(company)
    const id = childText(only(await sendXml(company, '<CreditMemoQueryRq/>')), 'TxnID')
    const refunded = tag('RefundAppliedToTxnAdd', tag('TxnID', id) + tag('RefundAmount', '0.01'))
    await add('ARRefundCreditCard', customer + refunded)(company)
    const voided = await sendXml(company, tag('TxnVoidRq', tag('TxnVoidType', 'CreditMemo') + tag('TxnID', id)))
    expect(voided.statusCode).toBe(0)
    await expectLedgerToAgree(company)
  })
})
