import { child, childrenByName, childText, type Element } from '@bridge/qbxml'
import type { Company } from '../src/company/company.ts'
import { trialBalance } from '../src/company/trial-balance.ts'
import { openTestCompany, sendXml, type TestCompany } from './company.fixture.ts'

/** A reference by full name. */
export function ref(field: string, fullName: string): string {
  return `<${field}><FullName>${fullName}</FullName></${field}>`
}

/** The vendor of {@link openPurchases} with an address and terms. */
export const paperMill = ref('VendorRef', 'Paper Mill')

export function expenseLine(amount: string, account = 'Utilities', rest = ''): string {
  return `<ExpenseLineAdd>${ref('AccountRef', account)}<Amount>${amount}</Amount>${rest}</ExpenseLineAdd>`
}

export function itemLine(item: string, fields = ''): string {
  return `<ItemLineAdd>${ref('ItemRef', item)}${fields}</ItemLineAdd>`
}

/** Sends a request, which must succeed, and returns its first record. */
export async function done(company: Company, xml: string): Promise<Element> {
  const response = await sendXml(company, xml)
  const [element] = response.elements
  if (element === undefined || response.statusSeverity === 'Error') throw new Error(JSON.stringify(response))
  return element
}

/** Returns a failing request's status code and message. */
export async function refusal(company: Company, xml: string): Promise<readonly [number, string]> {
  const { statusCode, statusMessage } = await sendXml(company, xml)
  return [statusCode, statusMessage]
}

export function add(company: Company, kind: string, fields: string): Promise<Element> {
  return done(company, `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`)
}

/** Returns a record's Mod request. */
export function toMod(record: Element, fields: string): string {
  const kind = record.name.replace(/Ret$/, '')
  const head = `<TxnID>${textAt(record, 'TxnID')}</TxnID><EditSequence>${textAt(record, 'EditSequence')}</EditSequence>`
  return `<${kind}ModRq><${kind}Mod>${head}${fields}</${kind}Mod></${kind}ModRq>`
}

/** Returns a transaction as queried with lines and links. */
export function read(company: Company, record: Element): Promise<Element> {
  const kind = record.name.replace(/Ret$/, '')
  const links = ['Bill', 'VendorCredit', 'PurchaseOrder', 'Check'].includes(kind)
    ? '<IncludeLinkedTxns>true</IncludeLinkedTxns>'
    : ''
  const lines = kind === 'Transfer' ? '' : '<IncludeLineItems>true</IncludeLineItems>'
  return done(company, `<${kind}QueryRq><TxnID>${textAt(record, 'TxnID')}</TxnID>${lines}${links}</${kind}QueryRq>`)
}

export function voiding(record: Element): string {
  const kind = record.name.replace(/Ret$/, '')
  return `<TxnVoidRq><TxnVoidType>${kind}</TxnVoidType><TxnID>${textAt(record, 'TxnID')}</TxnID></TxnVoidRq>`
}

export function deleting(record: Element): string {
  const kind = record.name.replace(/Ret$/, '')
  return `<TxnDelRq><TxnDelType>${kind}</TxnDelType><TxnID>${textAt(record, 'TxnID')}</TxnID></TxnDelRq>`
}

/** Returns the text at a path; each name selects its first element. */
export function textAt(element: Element, path: string): string | undefined {
  const names = path.split('/')
  const last = names.pop() ?? ''
  const parent = names.reduce<Element | undefined>((each, name) => each && child(each, name), element)
  return parent && childText(parent, last)
}

/** Returns the texts at several paths. */
export function textsAt(element: Element, ...paths: string[]): readonly (string | undefined)[] {
  return paths.map((path) => textAt(element, path))
}

/** Returns the texts at several paths for every child with a name. */
export function rowsAt(
  element: Element,
  name: string,
  ...paths: string[]
): readonly (readonly (string | undefined)[])[] {
  return childrenByName(element, name).map((row) => textsAt(row, ...paths))
}

/** Returns the non-zero accounts' debits minus credits, by full name. */
export async function ledger(company: Company): Promise<Readonly<Record<string, string>>> {
  const { accounts } = await trialBalance(company)
  return Object.fromEntries(
    accounts.filter(({ amount }) => amount !== '0.00').map(({ fullName, amount }) => [fullName, amount]),
  )
}

/** Returns a vendor's balance. */
export async function owed(company: Company, vendor: string): Promise<string | undefined> {
  return textAt(await done(company, `<VendorQueryRq><FullName>${vendor}</FullName></VendorQueryRq>`), 'Balance')
}

/** Opens a company with two vendors, a customer and items to buy. */
export async function openPurchases(): Promise<TestCompany> {
  const test = openTestCompany()
  const { company } = test
  const address = '<VendorAddress><Addr1>Paper Mill</Addr1><City>Auburn</City></VendorAddress>'
  await add(company, 'Vendor', `<Name>Paper Mill</Name>${address}${ref('TermsRef', 'Net 30')}`)
  await add(company, 'Vendor', '<Name>City Power</Name>')
  await add(company, 'Customer', '<Name>Amber Bakery</Name>')
  await add(company, 'Account', '<Name>Goods</Name><AccountType>OtherCurrentAsset</AccountType>')
  await add(company, 'ItemService', `<Name>Cleaning</Name>${single('Cleaning of rooms', '25.00', 'Professional Fees')}`)
  const paper = `<SalesDesc>Paper</SalesDesc><SalesPrice>9.00</SalesPrice>${ref('IncomeAccountRef', 'Product Income')}
    <PurchaseDesc>Paper, a ream</PurchaseDesc><PurchaseCost>4.50</PurchaseCost>${ref('ExpenseAccountRef', 'Office Supplies')}`
  await add(company, 'ItemNonInventory', `<Name>Paper</Name><SalesAndPurchase>${paper}</SalesAndPurchase>`)
  await add(
    company,
    'ItemInventory',
    `<Name>Lamp</Name>${ref('IncomeAccountRef', 'Product Income')}<PurchaseDesc>Desk lamp</PurchaseDesc>
    <PurchaseCost>12.00</PurchaseCost>${ref('COGSAccountRef', 'Cost of Goods Sold')}${ref('AssetAccountRef', 'Goods')}`,
  )
  return test
}

function single(description: string, price: string, account: string): string {
  return `<SalesOrPurchase><Desc>${description}</Desc><Price>${price}</Price>${ref('AccountRef', account)}</SalesOrPurchase>`
}
