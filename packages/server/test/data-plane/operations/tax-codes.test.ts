import { createRecordingDesktop } from '@bridge/data-plane/testing/recording-desktop'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge, type TestRequest } from '../../bridge.fixture.ts'

let bridge: TestBridge
const desktop = createRecordingDesktop()

/** Adds rates and a group to the starter books; one has the name of the tax code `Tax`. */
async function addTaxes() {
  const rate = (name: string, percent: string) =>
    `<ItemSalesTaxAddRq><ItemSalesTaxAdd><Name>${name}</Name><TaxRate>${percent}</TaxRate><TaxVendorRef><FullName>State Board of Equalization</FullName></TaxVendorRef></ItemSalesTaxAdd></ItemSalesTaxAddRq>`
  const member = (name: string) => `<ItemSalesTaxRef><FullName>${name}</FullName></ItemSalesTaxRef>`
  const group = `<ItemSalesTaxGroupAddRq><ItemSalesTaxGroupAdd><Name>City and county</Name>${member('City')}${member('Tax')}</ItemSalesTaxGroupAdd></ItemSalesTaxGroupAddRq>`
  const code =
    '<SalesTaxCodeAddRq><SalesTaxCodeAdd><Name>OOS</Name><IsTaxable>false</IsTaxable></SalesTaxCodeAdd></SalesTaxCodeAddRq>'
  const requests = rate('Tax', '1.25') + rate('City', '0.125') + group + code
  const result = await desktop.company.exchange(
    `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`,
  )
  expect(JSON.stringify(result)).not.toContain('statusSeverity=\\"Error')
}

beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: desktop })
  await addTaxes()
})
afterAll(() => bridge.stop())

interface Reference {
  readonly key: string
  readonly value: string
  readonly name?: string
}

interface TaxCode {
  readonly Id: string
  readonly Name: string
  readonly Taxable: boolean
  readonly SalesTaxRateList: { readonly TaxRateDetail: readonly unknown[] }
}

/** Returns the references of a record to tax codes and rates. */
function findReferences(value: unknown, key = ''): readonly Reference[] {
  if (typeof value !== 'object' || value === null) return []
  const isReference = /Tax(Group)?(Code|Rate)Ref$/.test(key) && 'value' in value
  if (isReference) return [{ ...(value as Omit<Reference, 'key'>), key }]
  return Object.entries(value).flatMap(([name, inner]) => findReferences(inner, Array.isArray(value) ? key : name))
}

const entities = ['Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo', 'Bill', 'Customer', 'Item', 'TaxCode', 'TaxRate']

describe.each(['sandbox', 'production realm'])('tax codes of a %s', (realm) => {
  const call = (path: string, sent?: TestRequest) =>
    realm === 'sandbox' ? bridge.call(path, sent) : bridge.production.call(path, sent)
  const query = async (text: string) => {
    const { status, body } = await call(`/query?query=${encodeURIComponent(text)}`)
    expect([status, body.Fault]).toEqual([200, undefined])
    return body.QueryResponse
  }
  const list = async (entity: string) => (await query(`SELECT * FROM ${entity} MAXRESULTS 500`))[entity] ?? []
  const saved = async (entity: string, json: object) => {
    const response = await call(`/${entity.toLowerCase()}`, { json })
    expect([response.status, response.body.Fault, response.headers.get('x-svc-warning')]).toEqual([
      200,
      undefined,
      null,
    ])
    return response.body[entity]
  }
  const codes = async (isRate: boolean) => {
    const found: readonly TaxCode[] = await list('TaxCode')
    return found.filter(({ SalesTaxRateList }) => SalesTaxRateList.TaxRateDetail.length > 0 === isRate)
  }

  it('have an ID each', async () => {
    const all: readonly { Id: string; Name: string }[] = await list('TaxCode')
    expect(new Set(all.map(({ Id }) => Id)).size).toBe(all.length)
    for (const code of all) {
      expect((await call(`/taxcode/${code.Id}`)).body.TaxCode).toEqual(code)
      expect((await query(`SELECT * FROM TaxCode WHERE Id = '${code.Id}'`)).TaxCode).toEqual([code])
    }
    const groups = all.filter(({ Id }) => !Id.startsWith('TC-'))
    // The lists of codes and of items number their records alike.
    expect(groups.some(({ Id }) => all.some((code) => code.Id === `TC-${Id}`))).toBe(true)
  })

  it('are found as TAX and NON, as in QBO', async () => {
    for (const name of ['TAX', 'NON']) {
      const { TaxCode } = (await call(`/taxcode/${name}`)).body
      expect(TaxCode).toMatchObject({ Name: name === 'TAX' ? 'Tax' : 'Non', Taxable: name === 'TAX' })
      expect((await query(`SELECT * FROM TaxCode WHERE Id = '${name}'`)).TaxCode).toEqual([TaxCode])
      expect(await query(`SELECT COUNT(*) FROM TaxCode WHERE Id = '${name}'`)).toEqual({ totalCount: 1 })
    }
    expect(getFault(await call('/taxcode/OUT'))).toMatchObject({ status: 400 })
  })

  it('have the rates by which a client finds the code of a rate', async () => {
    const rates = new Map<string, number>(
      (await list('TaxRate')).map(({ Id, RateValue }: { Id: string; RateValue: number }) => [Id, RateValue]),
    )
    for (const { Id, SalesTaxRateList } of await codes(true)) {
      const details = SalesTaxRateList.TaxRateDetail as { TaxRateRef: Reference }[]
      const sum = details.reduce((total, { TaxRateRef }) => total + (rates.get(TaxRateRef.value) ?? Number.NaN), 0)
      expect(sum).toBeCloseTo(rates.get(Id) ?? Number.NaN, 5)
    }
  })

  it('are named on forms, lines, customers, items and preferences, and can be sent back', async () => {
    const [customer] = await list('Customer')
    const [item] = await query("SELECT * FROM Item WHERE Type = 'Service' MAXRESULTS 1").then(({ Item }) => Item)
    const [rated, plain] = [await codes(true), await codes(false)]
    for (const [index, { Id, Name }] of rated.entries()) {
      const DefaultTaxCodeRef = { value: Id }
      const ofTax = await saved('Customer', { DisplayName: `Taxed ${index} in ${realm}`, DefaultTaxCodeRef })
      expect(ofTax.DefaultTaxCodeRef).toEqual({ value: Id, name: Name })
      for (const entity of ['Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo']) {
        const code = plain[index % plain.length]
        const TaxCodeRef = { value: code?.Id ?? '' }
        const SalesItemLineDetail = { ItemRef: { value: item.Id }, Qty: 1, UnitPrice: 10, TaxCodeRef }
        const form = await saved(entity, {
          CustomerRef: { value: customer.Id },
          TxnTaxDetail: { TxnTaxCodeRef: { value: Id }, DefaultTaxCodeRef: { value: plain[0]?.Id } },
          Line: [{ DetailType: 'SalesItemLineDetail', Amount: 10, SalesItemLineDetail }],
        })
        expect(form.TxnTaxDetail.TxnTaxCodeRef).toEqual({ value: Id, name: Name })
        expect(form.Line[0].SalesItemLineDetail.TaxCodeRef).toEqual({ value: code?.Id, name: code?.Name })
        const again = await saved(entity, form)
        expect({ ...again, SyncToken: '', MetaData: '' }).toEqual({ ...form, SyncToken: '', MetaData: '' })
      }
    }
    for (const { Id, Name } of plain) {
      const { SyncToken } = (await call(`/item/${item.Id}`)).body.Item
      const changed = await saved('Item', { Id: item.Id, SyncToken, SalesTaxCodeRef: { value: Id } })
      expect(changed.SalesTaxCodeRef).toEqual({ value: Id, name: Name })
    }
  })

  it('pass on purchases and journal entries if they are not taxable, as NON does', async () => {
    const [vendor] = await list('Vendor')
    const [bank, cost] = [
      (await query("SELECT * FROM Account WHERE AccountType = 'Bank' MAXRESULTS 1")).Account[0],
      (await query("SELECT * FROM Account WHERE AccountType = 'Expense' MAXRESULTS 1")).Account[0],
    ]
    const bill = (TaxCodeRef: object) => ({
      VendorRef: { value: vendor.Id },
      Line: [
        {
          Amount: 5,
          DetailType: 'AccountBasedExpenseLineDetail',
          AccountBasedExpenseLineDetail: { AccountRef: { value: cost.Id }, TaxCodeRef },
        },
      ],
    })
    const posting = (PostingType: string, value: string, TaxCodeRef: object) => ({
      Amount: 5,
      DetailType: 'JournalEntryLineDetail',
      JournalEntryLineDetail: { PostingType, AccountRef: { value }, TaxCodeRef },
    })
    const entry = (code: object) => ({ Line: [posting('Debit', cost.Id, code), posting('Credit', bank.Id, code)] })
    const all = await codes(false)
    const untaxed = all.filter(({ Taxable }) => !Taxable).map(({ Id }) => Id)
    for (const value of ['NON', ...untaxed]) {
      const { Line } = await saved('Bill', bill({ value }))
      expect(Line[0].AccountBasedExpenseLineDetail.TaxCodeRef).toEqual({ value: 'NON' })
      await saved('JournalEntry', entry({ value }))
    }
    const element = 'Line[0].AccountBasedExpenseLineDetail.TaxCodeRef'
    for (const value of ['TAX', ...all.filter(({ Taxable }) => Taxable).map(({ Id }) => Id)]) {
      expect(getFault(await call('/bill', { json: bill({ value }) }))).toMatchObject({
        code: 'UNSUPPORTED_BY_DESKTOP',
        element,
      })
    }
    const unknown = await call('/bill', { json: bill({ value: 'TC-8FFFFFFF-1700000000' }) })
    expect(getFault(unknown)).toMatchObject({ code: '2500', element })
  })

  it('are the records that references name', async () => {
    const targets = new Map<string, string>()
    for (const entity of ['TaxCode', 'TaxRate']) {
      for (const { Id, Name } of await list(entity)) targets.set(`${entity} ${Id}`, Name)
    }
    targets.set('TaxCode NON', 'Non')
    const records = [(await call('/preferences')).body.Preferences]
    for (const entity of entities) records.push(...(await list(entity)))
    const references = findReferences(records)
    expect(references.length).toBeGreaterThan(20)
    expect(references.some(({ key }) => key === 'TaxGroupCodeRef')).toBe(true)
    for (const { key, value, name } of references) {
      const found = targets.get(`${key.endsWith('RateRef') ? 'TaxRate' : 'TaxCode'} ${value}`)
      expect([key, value, found]).toEqual([key, value, name ?? found])
      expect(found).toBeDefined()
    }
  })

  it('reject one that the field cannot name [dp-7.3:2500]', async () => {
    const [customer] = await list('Customer')
    const [item] = (await query("SELECT * FROM Item WHERE Type = 'Service' MAXRESULTS 1")).Item
    const [[rated], [plain]] = [await codes(true), await codes(false)]
    const form = (TxnTaxCodeRef: object, TaxCodeRef: object) =>
      call('/invoice', {
        json: {
          CustomerRef: { value: customer.Id },
          TxnTaxDetail: { TxnTaxCodeRef },
          Line: [
            {
              DetailType: 'SalesItemLineDetail',
              Amount: 10,
              SalesItemLineDetail: { ItemRef: { value: item.Id }, TaxCodeRef },
            },
          ],
        },
      })
    expect(getFault(await form({ value: rated?.Id }, { value: rated?.Id }))).toMatchObject({
      code: '2500',
      element: 'Line[0].SalesItemLineDetail.TaxCodeRef',
    })
    expect(getFault(await form({ value: plain?.Id }, { value: plain?.Id }))).toMatchObject({
      code: '2500',
      element: 'TxnTaxDetail.TxnTaxCodeRef',
    })
  })
})
