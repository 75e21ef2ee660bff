import { type Answered, faultOf, type SentRequest } from './bridge.fixture.ts'

type Call = (path: string, sent?: SentRequest) => Promise<Answered>
// biome-ignore lint/suspicious/noExplicitAny: records of answers, into which the operations reach
type Saved = any

/** What a series of operations came to. */
export interface Worked {
  /** How many were carried out. */
  readonly done: number
  /** The faults of the others, for example `delete Bill: 3160`. */
  readonly refused: readonly string[]
}

/**
 * Works at a company file through the data plane as an office would, in whatever order the seed tells: sells,
 * buys, pays, uses credits, deposits, counts stock, and changes, voids and deletes what it has entered. What it
 * asks for is right, so that only what depends on the state of the books can be refused.
 */
export const keepBooks = async (call: Call, seed: number, operations: number): Promise<Worked> => {
  const random = seededRandom(seed)
  const below = (max: number): number => Math.floor(random() * max)
  const pick = <Each>(from: readonly Each[]): Each => from[below(from.length)] as Each
  const some = <Each>(max: number, make: () => Each): Each[] => Array.from({ length: 1 + below(max) }, make)
  const cents = (max: number): number => (1 + below(max * 100)) / 100
  const day = (): string => new Date(Date.now() - below(200) * 86_400_000).toISOString().slice(0, 10)

  const query = async (text: string): Promise<Saved[]> => {
    const answer = await call(`/query?query=${encodeURIComponent(text)}`)
    if (answer.status !== 200) throw new Error(`${text}: ${JSON.stringify(answer.body)}`)
    return (Object.values(answer.body.QueryResponse).find(Array.isArray) ?? []) as Saved[]
  }
  const refsOf = async (text: string) => (await query(text)).map(({ Id }) => ({ value: Id as string }))
  const accounts = (type: string) => refsOf(`SELECT Id FROM Account WHERE AccountType = '${type}'`)

  const customers = await refsOf('SELECT Id FROM Customer MAXRESULTS 12')
  const vendors = await refsOf('SELECT Id FROM Vendor MAXRESULTS 8')
  const stock = await refsOf("SELECT Id FROM Item WHERE Type = 'Inventory' MAXRESULTS 6")
  const services = await refsOf("SELECT Id FROM Item WHERE Type = 'NonInventory' MAXRESULTS 5")
  const sold = [...stock, ...services, ...(await refsOf("SELECT Id FROM Item WHERE Type = 'Service' MAXRESULTS 5"))]
  const banks = await accounts('Bank')
  const cards = await accounts('Credit Card')
  const costs = await accounts('Expense')
  const [receivable] = await accounts('Accounts Receivable')
  const [payable] = await accounts('Accounts Payable')

  const refused: string[] = []
  let done = 0
  const entered = new Map<string, Saved[]>()
  const of = (entity: string): Saved[] => entered.get(entity) ?? []

  /** Sends one write, and keeps what became of the record. */
  const send = async (entity: string, json: Saved, operation?: 'void' | 'delete'): Promise<Saved> => {
    const path = `/${entity.toLowerCase()}${operation === undefined ? '' : `?operation=${operation}`}`
    const answer = await call(path, { json })
    if (answer.status !== 200) {
      refused.push(`${operation ?? (json.Id ? 'update' : 'create')} ${entity}: ${faultOf(answer).code}`)
      return undefined
    }
    done += 1
    const kept = of(entity).filter(({ Id }) => Id !== json.Id)
    const saved = answer.body[entity]
    entered.set(entity, operation === undefined ? [...kept, saved] : kept)
    return saved
  }
  const current = async (entity: string): Promise<Saved> => {
    const found = pick(of(entity))
    return found && (await call(`/${entity.toLowerCase()}/${found.Id}`)).body[entity]
  }

  const saleLine = () => {
    const [Qty, UnitPrice] = [1 + below(6), cents(90)]
    const ItemRef = pick(sold)
    const TaxCodeRef = { value: pick(['TAX', 'NON']) }
    if (below(5) === 0) return { DetailType: 'DescriptionOnly', Description: 'Über & <out>', DescriptionLineDetail: {} }
    return {
      Amount: Math.round(Qty * UnitPrice * 100) / 100,
      DetailType: 'SalesItemLineDetail',
      // A line without a quantity sells one.
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
  const costLine = () => ({
    Amount: cents(200),
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: pick(costs) },
  })
  const goodsLine = () => {
    const [Qty, UnitPrice] = [1 + below(9), cents(40)]
    return {
      Amount: Math.round(Qty * UnitPrice * 100) / 100,
      DetailType: 'ItemBasedExpenseLineDetail',
      ItemBasedExpenseLineDetail: { ItemRef: pick(below(3) === 0 ? services : stock), Qty, UnitPrice },
    }
  }
  const boughtLines = () => [...some(2, goodsLine), ...some(2, costLine)]
  const settles = (Amount: number, ...links: [TxnType: string, record: Saved][]) => ({
    Amount: Math.round(Amount * 100) / 100,
    LinkedTxn: links.map(([TxnType, { Id }]) => ({ TxnId: Id, TxnType })),
  })

  const sell = (entity: string) => () =>
    send(entity, { CustomerRef: pick(customers), TxnDate: day(), Line: saleLines() })
  const buy = (entity: string) => () => send(entity, { VendorRef: pick(vendors), TxnDate: day(), Line: boughtLines() })

  const spend = () => {
    const form = pick([
      { PaymentType: 'Check', AccountRef: pick(banks) },
      { PaymentType: 'CreditCard', AccountRef: pick(cards) },
      { PaymentType: 'CreditCard', AccountRef: pick(cards), Credit: true },
    ])
    return send('Purchase', { EntityRef: pick(vendors), TxnDate: day(), ...form, Line: boughtLines() })
  }

  const receive = async () => {
    const invoice = await current('Invoice')
    if (!(invoice?.Balance > 0)) return sell('Invoice')()
    const memos = of('CreditMemo').filter(({ CustomerRef }) => CustomerRef.value === invoice.CustomerRef.value)
    const memo = memos.length > 0 && (await call(`/creditmemo/${pick(memos).Id}`)).body.CreditMemo
    const isCredited = memo?.RemainingCredit > 0 && memo.RemainingCredit < invoice.Balance
    const left = isCredited ? invoice.Balance - memo.RemainingCredit : invoice.Balance
    const TotalAmt = Math.round((left + (isCredited || below(2) === 0 ? 0 : cents(50))) * 100) / 100
    return send('Payment', {
      CustomerRef: invoice.CustomerRef,
      TxnDate: day(),
      TotalAmt,
      ...(below(2) === 0 ? { DepositToAccountRef: pick(banks) } : {}),
      Line: [settles(invoice.Balance, ['Invoice', invoice], ...(isCredited ? [['CreditMemo', memo] as never] : []))],
    })
  }
  const refund = async () => {
    const memo = await current('CreditMemo')
    if (!(memo?.RemainingCredit > 0)) return sell('CreditMemo')()
    return send('RefundReceipt', {
      CustomerRef: memo.CustomerRef,
      DepositToAccountRef: pick(banks),
      TxnDate: day(),
      Line: [settles(memo.RemainingCredit / pick([1, 2]), ['CreditMemo', memo])],
    })
  }
  const payBill = async () => {
    const bill = await current('Bill')
    if (!(bill?.Balance > 0)) return buy('Bill')()
    const TotalAmt = Math.round((bill.Balance / pick([1, 2, 3])) * 100) / 100
    const by = pick([
      { PayType: 'Check', CheckPayment: { BankAccountRef: pick(banks) } },
      { PayType: 'CreditCard', CreditCardPayment: { CCAccountRef: pick(cards) } },
    ])
    return send('BillPayment', {
      VendorRef: bill.VendorRef,
      TxnDate: day(),
      TotalAmt,
      ...by,
      Line: [settles(TotalAmt, ['Bill', bill])],
    })
  }
  const receiveGoods = async () => {
    const order = await current('PurchaseOrder')
    if (order?.POStatus !== 'Open') {
      return send('PurchaseOrder', {
        VendorRef: pick(vendors),
        APAccountRef: payable,
        TxnDate: day(),
        Line: some(3, goodsLine),
      })
    }
    const links = { LinkedTxn: [{ TxnId: order.Id, TxnType: 'PurchaseOrder' }] }
    return send('Bill', { VendorRef: order.VendorRef, TxnDate: day(), ...links })
  }
  const bill = async () => {
    const estimate = await current('Estimate')
    if (estimate === undefined || estimate.LinkedTxn?.length > 0) return sell('Estimate')()
    return send('Invoice', {
      CustomerRef: estimate.CustomerRef,
      TxnDate: day(),
      LinkedTxn: [{ TxnId: estimate.Id, TxnType: 'Estimate' }],
    })
  }
  const depositLine = () => ({
    Amount: cents(90),
    DetailType: 'DepositLineDetail',
    DepositLineDetail: { AccountRef: pick(costs) },
  })
  const deposit = () => {
    const deposited = new Set(
      of('Deposit').flatMap(({ Line }) => Line.flatMap((line: Saved) => line.LinkedTxn?.map((to: Saved) => to.TxnId))),
    )
    const waiting = ['Payment', 'SalesReceipt'].flatMap((TxnType) =>
      of(TxnType).flatMap(({ Id, DepositToAccountRef: to, TotalAmt }) =>
        deposited.has(Id) || TotalAmt === 0 || to?.name !== 'Undeposited Funds' ? [] : [{ TxnId: Id, TxnType }],
      ),
    )
    const links = waiting.slice(0, below(3)).map((link) => ({ LinkedTxn: [{ ...link, TxnLineId: '0' }] }))
    const [to, till] = [banks[0], banks[1]]
    const back = below(2) === 0 ? { CashBack: { AccountRef: till, Amount: 0.01 } } : {}
    return send('Deposit', { DepositToAccountRef: to, TxnDate: day(), ...back, Line: [...links, depositLine()] })
  }
  const journalLine = (PostingType: string, Amount: number, AccountRef: unknown, Entity?: object) => ({
    Amount,
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType, AccountRef, ...(Entity === undefined ? {} : { Entity }) },
  })
  const journal = () => {
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
    return send('JournalEntry', { TxnDate: day(), Line: [line, journalLine(other, Amount, pick(banks))] })
  }
  const transfer = () =>
    send('Transfer', { FromAccountRef: banks[0], ToAccountRef: banks[1], Amount: cents(500), TxnDate: day() })
  const count = () => {
    const change = pick([{ NewQty: below(60) }, { QtyDiff: below(9) - 4.5 }])
    const detail = { ItemRef: pick(stock), ...change }
    return send('InventoryAdjustment', {
      AdjustAccountRef: pick(costs),
      TxnDate: day(),
      Line: [{ DetailType: 'ItemAdjustmentLineDetail', ItemAdjustmentLineDetail: detail }],
    })
  }
  const found = async () => {
    const Name = `Found ${seed}-${done}`
    if (below(2) === 0) return send('Customer', { DisplayName: Name, Balance: cents(90), OpenBalanceDate: day() })
    return send('Vendor', { DisplayName: Name, Balance: cents(90), OpenBalanceDate: day() })
  }

  const changeLines = async () => {
    const entity = pick(['Invoice', 'SalesReceipt', 'CreditMemo', 'Estimate', 'PurchaseOrder', 'Deposit'])
    const record = await current(entity)
    if (record === undefined) return undefined
    const { Id, SyncToken } = record
    const own = record.Line.filter((line: Saved) => line.Id !== undefined).map((line: Saved) => ({ Id: line.Id }))
    const added = entity === 'PurchaseOrder' ? goodsLine() : entity === 'Deposit' ? depositLine() : saleLine()
    return send(entity, { Id, SyncToken, Line: [...own.slice(0, 1 + below(own.length)), added] })
  }
  const changeHeader = async () => {
    const entity = pick(['Invoice', 'SalesReceipt', 'CreditMemo', 'Bill', 'VendorCredit', 'Purchase', 'Payment'])
    const record = await current(entity)
    return record && send(entity, { Id: record.Id, SyncToken: record.SyncToken, TxnDate: day(), PrivateNote: 'moved' })
  }
  const end = async () => {
    const [entity, operation] = pick([
      ['Invoice', 'void'],
      ['SalesReceipt', 'void'],
      ['Purchase', 'void'],
      ['BillPayment', 'void'],
      ['Invoice', 'delete'],
      ['SalesReceipt', 'delete'],
      ['Bill', 'delete'],
      ['Payment', 'delete'],
      ['InventoryAdjustment', 'delete'],
    ] as const)
    const record = await current(entity)
    return record && send(entity, { Id: record.Id, SyncToken: record.SyncToken }, operation)
  }

  const everything: readonly (() => Promise<Saved>)[] = [
    ...[sell('Invoice'), sell('Invoice'), sell('SalesReceipt'), sell('CreditMemo'), buy('Bill'), buy('VendorCredit')],
    ...[spend, receive, receive, refund, payBill, payBill, receiveGoods, bill, deposit, journal, transfer, count],
    ...[found, changeLines, changeLines, changeHeader, changeHeader, end, end],
  ]
  for (let each = 0; each < operations; each++) await pick(everything)()
  return { done, refused }
}

/** Numbers from 0 (included) to 1 (excluded), the same for the same seed (mulberry32). */
const seededRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
