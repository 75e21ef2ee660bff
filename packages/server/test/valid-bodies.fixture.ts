import type { TestRequest, TestResponse } from './bridge.fixture.ts'

type SendCall = (path: string, sent?: TestRequest) => Promise<TestResponse>

/** A creating body, with every kind of field in its entity. */
export interface ValidBody {
  readonly entity: string
  /** Distinguishes an entity's variants. */
  readonly name: string
  /** `tag` is short and makes names unique. */
  body(tag: string): Body
}

// biome-ignore lint/suspicious/noExplicitAny: bodies into which tests put wrong values
export type Body = any

/** Creates a body for every variant of every entity to create in the sample company. */
export async function validBodies(call: SendCall): Promise<readonly ValidBody[]> {
  const created = async (entity: string, json: object) => {
    const { status, body } = await call(`/${entity}`, { json })
    if (status !== 200) throw new Error(`${entity}: ${JSON.stringify(body)}`)
    return body[entity]
  }
  const first = async (condition: string) => {
    const { body } = await call(`/query?query=${encodeURIComponent(`SELECT Id FROM ${condition} MAXRESULTS 1`)}`)
    const [found] = (Object.values(body.QueryResponse ?? {}).find(Array.isArray) ?? []) as { Id: string }[]
    if (found === undefined) throw new Error(`There is no ${condition}.`)
    return { value: found.Id }
  }
  const account = (type: string) => first(`Account WHERE AccountType = '${type}'`)
  const item = (type: string) => first(`Item WHERE Type = '${type}'`)
  const customer = await first('Customer')
  const vendor = await first('Vendor')
  const service = await item('Service')
  const stock = await item('Inventory')
  const bank = await account('Bank')
  const card = await account('Credit Card')
  const income = await account('Income')
  const expense = await account('Expense')
  const method = await first('PaymentMethod')
  const ClassRef = await first('Class')
  const SalesTermRef = await first('Term')
  const asset = await first("Account WHERE AccountSubType = 'Inventory'")
  const cost = await account('Cost of Goods Sold')
  const employee = await first('Employee')
  const savings = await first("Account WHERE AccountType = 'Bank' ORDERBY Name DESC")

  const sold = (Amount: number, rest: object = {}) => ({
    Amount,
    Description: 'as agreed',
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: service, Qty: 1, UnitPrice: Amount, ClassRef, ...rest },
  })
  const discount = {
    DetailType: 'DiscountLineDetail',
    DiscountLineDetail: { ItemRef: { name: 'Discount' }, PercentBased: true, DiscountPercent: 10 },
  }
  const text = { DetailType: 'DescriptionOnly', Description: 'Thank you', DescriptionLineDetail: {} }
  const spent = (Amount: number) => ({
    Amount,
    Description: 'as agreed',
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: expense, CustomerRef: customer, ClassRef },
  })
  const bought = (Amount: number) => ({
    Amount,
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: { ItemRef: stock, Qty: 1, UnitPrice: Amount, CustomerRef: customer, ClassRef },
  })
  const applyTo = (Amount: number, TxnType: string, { Id }: Body) => ({
    Amount,
    LinkedTxn: [{ TxnId: Id, TxnType }],
  })
  const posting = (PostingType: string, AccountRef: object) => ({
    Amount: 12,
    Description: 'moved',
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType, AccountRef, ClassRef },
  })

  const sale = { CustomerRef: customer, TxnDate: '2026-03-02', Line: [sold(20), discount, text] }
  const invoice = await created('Invoice', { CustomerRef: customer, Line: [sold(900)] })
  const memo = await created('CreditMemo', { CustomerRef: customer, Line: [sold(900)] })
  const bill = await created('Bill', { VendorRef: vendor, Line: [spent(900)] })

  const one = (entity: string, body: ValidBody['body'], name = entity): ValidBody => ({ entity, name, body })
  const purchase = (name: string, form: object) =>
    one(
      'Purchase',
      () => ({ EntityRef: vendor, TxnDate: '2026-03-02', ...form, Line: [spent(9), bought(7)] }),
      `Purchase (${name})`,
    )
  const purchased = { VendorRef: vendor, TxnDate: '2026-03-02', Line: [spent(9), bought(7)] }
  const paid = (name: string, form: object) =>
    one(
      'BillPayment',
      () => ({ VendorRef: vendor, TotalAmt: 1, ...form, Line: [applyTo(1, 'Bill', bill)] }),
      `BillPayment (${name})`,
    )
  return [
    one('Customer', (tag) => ({ DisplayName: `Customer ${tag}`, BillAddr: { City: 'Auburn' }, SalesTermRef })),
    one('Vendor', (tag) => ({ DisplayName: `Vendor ${tag}`, TermRef: SalesTermRef })),
    one('Employee', (tag) => ({ GivenName: 'Ada', FamilyName: tag })),
    one('Account', (tag) => ({ Name: `Account ${tag}`, AccountType: 'Expense' })),
    one('Item', (tag) => ({ Name: `Service ${tag}`, Type: 'Service', IncomeAccountRef: income }), 'Item (Service)'),
    one(
      'Item',
      (tag) => ({
        Name: `Part ${tag}`,
        Type: 'NonInventory',
        IncomeAccountRef: income,
        ExpenseAccountRef: expense,
        PurchaseCost: 3,
      }),
      'Item (NonInventory)',
    ),
    one(
      'Item',
      (tag) => ({
        Name: `Stock ${tag}`,
        Type: 'Inventory',
        TrackQtyOnHand: true,
        QtyOnHand: 3,
        InvStartDate: '2026-01-01',
        PurchaseCost: 2,
        IncomeAccountRef: income,
        ExpenseAccountRef: cost,
        AssetAccountRef: asset,
      }),
      'Item (Inventory)',
    ),
    one('Class', (tag) => ({ Name: `Class ${tag}` })),
    one('Term', (tag) => ({ Name: `Net ${tag}`, DueDays: 9 }), 'Term (standard)'),
    one('Term', (tag) => ({ Name: `Day ${tag}`, Type: 'DATE_DRIVEN', DayOfMonthDue: 9 }), 'Term (date driven)'),
    one('PaymentMethod', (tag) => ({ Name: `Way ${tag}`, Type: 'NON_CREDIT_CARD' })),
    one('Invoice', () => sale),
    one('SalesReceipt', () => sale),
    one('Estimate', () => sale),
    one('CreditMemo', () => sale),
    one('Payment', () => ({ CustomerRef: customer, TotalAmt: 1, Line: [applyTo(1, 'Invoice', invoice)] })),
    one('RefundReceipt', () => ({
      CustomerRef: customer,
      DepositToAccountRef: bank,
      Line: [applyTo(1, 'CreditMemo', memo)],
    })),
    one('Bill', () => purchased),
    one('VendorCredit', () => purchased),
    one('PurchaseOrder', () => ({ VendorRef: vendor, TxnDate: '2026-03-02', Line: [bought(7)] })),
    paid('check', { PayType: 'Check', CheckPayment: { BankAccountRef: bank } }),
    paid('card', { PayType: 'CreditCard', CreditCardPayment: { CCAccountRef: card } }),
    purchase('check', { PaymentType: 'Check', AccountRef: bank }),
    purchase('charge', { PaymentType: 'CreditCard', AccountRef: card }),
    purchase('credit', { PaymentType: 'CreditCard', AccountRef: card, Credit: true }),
    one('JournalEntry', () => ({ Line: [posting('Debit', expense), posting('Credit', bank)] })),
    one('Deposit', () => ({
      DepositToAccountRef: bank,
      CashBack: { AccountRef: savings, Amount: 1 },
      Line: [
        {
          Amount: 12,
          Description: 'found',
          DetailType: 'DepositLineDetail',
          DepositLineDetail: { AccountRef: income, ClassRef, PaymentMethodRef: method },
        },
      ],
    })),
    one('Transfer', () => ({ FromAccountRef: bank, ToAccountRef: savings, Amount: 3 })),
    one('TimeActivity', () => ({ NameOf: 'Employee', EmployeeRef: employee, CustomerRef: customer, Hours: 2 })),
    one('InventoryAdjustment', () => ({
      AdjustAccountRef: expense,
      Line: [{ DetailType: 'ItemAdjustmentLineDetail', ItemAdjustmentLineDetail: { ItemRef: stock, QtyDiff: 1 } }],
    })),
  ]
}
