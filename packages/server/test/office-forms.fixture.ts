import type { SeededRandom } from '@bridge/emulator/testing/seeded-random'
import type { Office } from './office.fixture.ts'

/** An office's forms and lines with random names and numbers. */
export type Forms = ReturnType<typeof createForms>

export function createForms(office: Office, { below, pick, some, cents, day }: SeededRandom) {
  const { customers, vendors, jobs, employees, stock, goods, sold, groups, taxes } = office
  const { banks, cards, costs, incomes, goodsSold, inventory, receivable, payable } = office

  const saleLine = () => {
    const [Qty, UnitPrice] = [1 + below(6), cents(90)]
    const ItemRef = pick(sold)
    const TaxCodeRef = { value: pick(['TAX', 'NON']) }
    if (below(8) === 0) {
      return { DetailType: 'GroupLineDetail', GroupLineDetail: { GroupItemRef: pick(groups), Quantity: 1 + below(3) } }
    }
    if (below(5) === 0) return { DetailType: 'DescriptionOnly', Description: 'Über & <out>', DescriptionLineDetail: {} }
    return {
      Amount: Math.round(Qty * UnitPrice * 100) / 100,
      DetailType: 'SalesItemLineDetail',
      // A line without a quantity counts as one.
      SalesItemLineDetail: below(4) === 0 ? { ItemRef, TaxCodeRef } : { ItemRef, Qty, UnitPrice, TaxCodeRef },
    }
  }
  const discountLine = () => ({
    DetailType: 'DiscountLineDetail',
    DiscountLineDetail: { ItemRef: { name: 'Discount' }, PercentBased: true, DiscountPercent: 1 + below(20) },
  })
  const saleLines = () => {
    const [Qty, UnitPrice] = [1 + below(6), 20 + cents(90)]
    const detail = { ItemRef: pick(sold), Qty, UnitPrice, TaxCodeRef: { value: pick(['TAX', 'NON']) } }
    const first = {
      Amount: Math.round(Qty * UnitPrice * 100) / 100,
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: detail,
    }
    return [first, ...(below(3) === 0 ? [discountLine()] : []), ...some(3, saleLine)]
  }
  const forCustomer = () =>
    below(4) === 0 ? { CustomerRef: pick(customers), BillableStatus: pick(['Billable', 'NotBillable']) } : {}
  const costLine = () => ({
    Amount: cents(200),
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: pick(costs), ...forCustomer() },
  })
  const goodsLine = () => {
    const [Qty, UnitPrice] = [1 + below(9), cents(40)]
    return {
      Amount: Math.round(Qty * UnitPrice * 100) / 100,
      DetailType: 'ItemBasedExpenseLineDetail',
      ItemBasedExpenseLineDetail: { ItemRef: pick(below(3) === 0 ? goods : stock), Qty, UnitPrice },
    }
  }
  const boughtLines = () => [...some(2, goodsLine), ...some(2, costLine)]
  const taxed = () =>
    below(3) === 0
      ? { TxnTaxDetail: { TxnTaxCodeRef: pick(taxes), DefaultTaxCodeRef: { value: pick(['TAX', 'NON']) } } }
      : {}
  const depositLine = () => ({
    Amount: cents(90),
    DetailType: 'DepositLineDetail',
    DepositLineDetail: { AccountRef: pick(costs) },
  })
  const journalLine = (PostingType: string, Amount: number, AccountRef: unknown, Entity?: object) => ({
    Amount,
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType, AccountRef, ...(Entity === undefined ? {} : { Entity }) },
  })

  return {
    saleLine,
    goodsLine,
    depositLine,
    taxed,
    sale: () => ({ CustomerRef: pick(customers), TxnDate: day(), ...taxed(), Line: saleLines() }),
    bill: () => ({ VendorRef: pick(vendors), TxnDate: day(), Line: boughtLines() }),
    order: () => ({ VendorRef: pick(vendors), APAccountRef: payable, TxnDate: day(), Line: some(3, goodsLine) }),
    purchase: () => {
      const form = pick([
        { PaymentType: 'Check', AccountRef: pick(banks) },
        { PaymentType: 'CreditCard', AccountRef: pick(cards) },
        { PaymentType: 'CreditCard', AccountRef: pick(cards), Credit: true },
      ])
      return { EntityRef: pick(vendors), TxnDate: day(), ...form, Line: boughtLines() }
    },
    journalEntry: () => {
      const Amount = cents(300)
      const [side, other] = pick([
        ['Debit', 'Credit'],
        ['Credit', 'Debit'],
      ] as const)
      const line = pick([
        () => journalLine(side, Amount, receivable, { Type: 'Customer', EntityRef: pick(customers) }),
        () => journalLine(side, Amount, payable, { Type: 'Vendor', EntityRef: pick(vendors) }),
        () => journalLine(side, Amount, pick(costs)),
      ])()
      return { TxnDate: day(), Line: [line, journalLine(other, Amount, pick(banks))] }
    },
    transfer: () => ({
      FromAccountRef: banks[0],
      ToAccountRef: banks[1],
      Amount: cents(500),
      TxnDate: day(),
    }),
    adjustment: () => {
      const change = pick([{ NewQty: below(60) }, { QtyDiff: below(9) - 4.5 }])
      const detail = { ItemRef: pick(stock), ...change }
      return {
        AdjustAccountRef: pick(costs),
        TxnDate: day(),
        Line: [{ DetailType: 'ItemAdjustmentLineDetail', ItemAdjustmentLineDetail: detail }],
      }
    },
    timeActivity: () => ({
      NameOf: 'Employee',
      EmployeeRef: pick(employees),
      CustomerRef: pick(jobs),
      TxnDate: day(),
      Hours: below(9),
      Minutes: below(60),
    }),
    stockItem: (Name: string) => ({
      Name,
      Type: 'Inventory',
      IncomeAccountRef: pick(incomes),
      ExpenseAccountRef: goodsSold,
      AssetAccountRef: inventory,
      TrackQtyOnHand: true,
      QtyOnHand: below(9),
      InvStartDate: day(),
      PurchaseCost: cents(9),
    }),
    bankAccount: (Name: string) => ({
      Name,
      AccountType: 'Bank',
      OpeningBalance: cents(90),
      OpeningBalanceDate: day(),
    }),
    person: (DisplayName: string) => ({ DisplayName, Balance: cents(90), OpenBalanceDate: day() }),
  }
}
