import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { getFault } from './bridge.fixture.ts'
import { openOffice, type SendCall } from './office.fixture.ts'
import { createForms } from './office-forms.fixture.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of responses, whose fields the operations access
type Saved = any

/** The result of some operations. */
export interface BookkeepingResult {
  /** How many operations succeeded. */
  readonly done: number
  /** The others' faults, for example `delete Bill: 3160`. */
  readonly refused: readonly string[]
}

/**
 * Keeps a company file's books through the data plane, in random order: sells, buys, pays, applies credits, deposits,
 * counts stock, changes, voids and deletes its own records, closes orders, deactivates names and moves items to other
 * accounts. Every operation is valid in itself: only the books' state can cause a fault.
 */
export async function keepBooks(call: SendCall, seed: number, operations: number): Promise<BookkeepingResult> {
  const random = createSeededRandom(seed)
  const { below, pick, cents, day } = random
  const office = await openOffice(call)
  const { customers, vendors, goods, sold, banks, cards, costs, incomes } = office
  const forms = createForms(office, random)

  const refused: string[] = []
  let done = 0
  const entered = new Map<string, Saved[]>()
  const of = (entity: string): Saved[] => entered.get(entity) ?? []

  /** Sends a write and remembers the record. */
  const send = async (entity: string, json: Saved, operation?: 'void' | 'delete'): Promise<Saved> => {
    const path = `/${entity.toLowerCase()}${operation === undefined ? '' : `?operation=${operation}`}`
    const response = await call(path, { json })
    if (response.status !== 200) {
      refused.push(`${operation ?? (json.Id ? 'update' : 'create')} ${entity}: ${getFault(response).code}`)
      return undefined
    }
    done += 1
    const kept = of(entity).filter(({ Id }) => Id !== json.Id)
    const saved = response.body[entity]
    entered.set(entity, operation === 'delete' ? kept : [...kept, saved])
    return saved
  }
  const current = async (entity: string): Promise<Saved> => {
    const found = pick(of(entity))
    return found && (await call(`/${entity.toLowerCase()}/${found.Id}`)).body[entity]
  }

  const applyTo = (Amount: number, ...links: [TxnType: string, record: Saved][]) => ({
    Amount: Math.round(Amount * 100) / 100,
    LinkedTxn: links.map(([TxnType, { Id }]) => ({ TxnId: Id, TxnType })),
  })

  const plain = (entity: string, form: () => object) => () => send(entity, form())
  const sell = (entity: string) => plain(entity, forms.sale)
  const buy = (entity: string) => plain(entity, forms.bill)

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
      Line: [applyTo(invoice.Balance, ['Invoice', invoice], ...(isCredited ? [['CreditMemo', memo] as never] : []))],
    })
  }
  const refund = async () => {
    const memo = await current('CreditMemo')
    if (!(memo?.RemainingCredit > 0)) return sell('CreditMemo')()
    return send('RefundReceipt', {
      CustomerRef: memo.CustomerRef,
      DepositToAccountRef: pick(banks),
      TxnDate: day(),
      Line: [applyTo(memo.RemainingCredit / pick([1, 2]), ['CreditMemo', memo])],
    })
  }
  const payBill = async () => {
    const bill = await current('Bill')
    if (!(bill?.Balance > 0)) return buy('Bill')()
    const settled = Math.round((bill.Balance / pick([1, 2, 3])) * 100) / 100
    const credits = of('VendorCredit').filter(({ VendorRef }) => VendorRef.value === bill.VendorRef.value)
    const credit = credits.length > 0 && (await call(`/vendorcredit/${pick(credits).Id}`)).body.VendorCredit
    if (settled === 0) return undefined
    const used = credit?.Balance > 0 && settled > 0.01 ? Math.min(credit.Balance, settled - 0.01) : 0
    const by = pick([
      { PayType: 'Check', CheckPayment: { BankAccountRef: pick(banks) } },
      { PayType: 'CreditCard', CreditCardPayment: { CCAccountRef: pick(cards) } },
    ])
    return send('BillPayment', {
      VendorRef: bill.VendorRef,
      TxnDate: day(),
      TotalAmt: Math.round((settled - used) * 100) / 100,
      ...by,
      Line: [applyTo(settled, ['Bill', bill]), ...(used === 0 ? [] : [applyTo(used, ['VendorCredit', credit])])],
    })
  }
  const receiveGoods = async () => {
    const order = await current('PurchaseOrder')
    if (order?.POStatus !== 'Open') {
      return send('PurchaseOrder', forms.order())
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
    return send('Deposit', { DepositToAccountRef: to, TxnDate: day(), ...back, Line: [...links, forms.depositLine()] })
  }
  const found = async () => {
    const name = `Found ${seed}-${done}`
    const entity = pick(['Account', 'Item', 'Customer', 'Vendor'])
    if (entity === 'Account') return send(entity, forms.bankAccount(name))
    if (entity !== 'Item') return send(entity, forms.person(name))
    const item = await send(entity, forms.stockItem(name))
    if (item !== undefined) office.stock.push({ value: item.Id })
    return item
  }
  const close = async () => {
    const [entity, field, words] = pick([
      ['Estimate', 'TxnStatus', ['Closed', 'Pending']],
      ['PurchaseOrder', 'POStatus', ['Closed', 'Open']],
    ] as const)
    const record = await current(entity)
    return record && send(entity, { Id: record.Id, SyncToken: record.SyncToken, [field]: pick(words) })
  }
  const retire = async () => {
    const [entity, refs] = pick([
      ['Customer', customers],
      ['Vendor', vendors],
      ['Item', sold],
      ['Account', costs],
    ] as const)
    const { body } = await call(`/${entity.toLowerCase()}/${pick(refs).value}`)
    const { Id, SyncToken, Active } = body[entity]
    return send(entity, { Id, SyncToken, Active: !Active })
  }
  const reassign = async () => {
    const { body } = await call(`/item/${pick(goods).value}`)
    const { Id, SyncToken } = body.Item
    return send('Item', { Id, SyncToken, IncomeAccountRef: pick(incomes) })
  }
  const changeParty = async () => {
    const [entity, change] = pick([
      ['Invoice', () => ({ CustomerRef: pick(customers), ...forms.taxed() })],
      ['CreditMemo', () => ({ CustomerRef: pick(customers) })],
      ['SalesReceipt', () => ({ CustomerRef: pick(customers), DepositToAccountRef: pick(banks) })],
      ['Payment', () => ({ DepositToAccountRef: pick(banks) })],
      ['Payment', () => ({ TotalAmt: cents(300) })],
      ['Bill', () => ({ VendorRef: pick(vendors) })],
      ['VendorCredit', () => ({ VendorRef: pick(vendors) })],
      ['Purchase', () => ({ EntityRef: pick(vendors) })],
      ['Transfer', () => ({ Amount: cents(500), FromAccountRef: banks[1], ToAccountRef: banks[0] })],
      ['InventoryAdjustment', () => ({ AdjustAccountRef: pick(costs), TxnDate: day() })],
      ['Deposit', () => ({ DepositToAccountRef: pick(banks) })],
    ] as const)
    const record = await current(entity)
    return record && send(entity, { Id: record.Id, SyncToken: record.SyncToken, ...change() })
  }
  const reapply = async () => {
    const payment = await current('Payment')
    if (payment === undefined) return undefined
    const { Id, SyncToken, CustomerRef, TotalAmt } = payment
    const [known] = of('Invoice').filter((each) => each.CustomerRef.value === CustomerRef.value)
    const invoice = known && (await call(`/invoice/${known.Id}`)).body.Invoice
    if (!(invoice?.Balance > 0)) return undefined
    const Line = [applyTo(Math.min(TotalAmt, invoice.Balance), ['Invoice', invoice])]
    return send('Payment', { Id, SyncToken, Line })
  }
  const rebook = async () => {
    const record = await current('JournalEntry')
    if (record === undefined) return undefined
    const Amount = cents(300)
    const Line = record.Line.map(({ Id }: Saved) => ({ Id, Amount }))
    return send('JournalEntry', { Id: record.Id, SyncToken: record.SyncToken, Line })
  }
  const changeLines = async () => {
    const entity = pick(['Invoice', 'SalesReceipt', 'CreditMemo', 'Estimate', 'PurchaseOrder', 'Deposit'])
    const record = await current(entity)
    if (record === undefined) return undefined
    const { Id, SyncToken } = record
    const own = record.Line.filter((line: Saved) => line.Id !== undefined).map((line: Saved) => ({ Id: line.Id }))
    const added =
      entity === 'PurchaseOrder' ? forms.goodsLine() : entity === 'Deposit' ? forms.depositLine() : forms.saleLine()
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
    ...[plain('Purchase', forms.purchase), receive, receive, refund, payBill, payBill, receiveGoods, bill, deposit],
    ...[plain('JournalEntry', forms.journalEntry), plain('Transfer', forms.transfer)],
    ...[plain('InventoryAdjustment', forms.adjustment), plain('TimeActivity', forms.timeActivity)],
    ...[found, changeLines, changeLines, changeHeader, changeHeader, end, end],
    ...[close, changeParty, changeParty, rebook, retire, reassign, reapply, reapply],
  ]
  for (let each = 0; each < operations; each++) await pick(everything)()
  return { done, refused }
}
