import type { Report } from '@bridge/translation'
import { type AccountName, customers, type ItemName, vendors } from './chart.ts'
import type { Ids, Paper, Ref } from './paper.ts'

interface Saved {
  readonly Id: string
  readonly SyncToken: string
}

/** A company file behind the public API. */
export class CompanyClient {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  async create(entity: string, record: object, query = ''): Promise<Saved> {
    const body = await this.#send(`/${entity.toLowerCase()}${query}`, record)
    return body[entity] as Saved
  }

  async report(name: string, parameters: Readonly<Record<string, string>>): Promise<Report> {
    return (await this.#send(`/reports/${name}?${new URLSearchParams(parameters)}`)) as unknown as Report
  }

  async findAccounts(): Promise<ReadonlyMap<string, string>> {
    const { QueryResponse } = await this.#send(`/query?${new URLSearchParams({ query: 'select * from Account' })}`)
    const { Account = [] } = QueryResponse as { readonly Account?: readonly (Saved & { readonly Name: string })[] }
    return new Map(Account.map(({ Id, Name }) => [Name, Id]))
  }

  async #send(path: string, record?: object): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(`${this.#url}${path}`, {
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      ...(record === undefined ? {} : { method: 'POST', body: JSON.stringify(record) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
}

/** Creates the names that the papers need, then sends the papers. */
export async function postPapers(company: CompanyClient, papers: readonly Paper[]): Promise<void> {
  const accounts = await company.findAccounts()
  const names = new Map<string, string>()
  const sent = new Map<string, string>()
  const find = (ids: ReadonlyMap<string, string>, name: string): string => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`The company file has no ${name}.`)
    return id
  }
  const ids: Ids = {
    accounts: (name: AccountName): Ref => ({ value: find(accounts, name) }),
    names: (name): Ref => ({ value: find(names, name) }),
    papers: (title) => find(sent, title),
  }
  for (const DisplayName of customers) names.set(DisplayName, (await company.create('Customer', { DisplayName })).Id)
  for (const DisplayName of vendors) names.set(DisplayName, (await company.create('Vendor', { DisplayName })).Id)
  for (const [name, record] of Object.entries(createItems(ids))) {
    names.set(name, (await company.create('Item', { Name: name, ...record })).Id)
  }
  for (const { title, entity, toRecord, operation } of papers) {
    const { Id, SyncToken } = await company.create(entity, toRecord(ids))
    sent.set(title, Id)
    if (operation !== undefined) await company.create(entity, { Id, SyncToken }, `?operation=${operation}`)
  }
}

function createItems({ accounts }: Ids): Readonly<Record<ItemName, object>> {
  return {
    Advice: { Type: 'Service', IncomeAccountRef: accounts('Consulting Income') },
    Bolt: {
      Type: 'Inventory',
      TrackQtyOnHand: true,
      QtyOnHand: 0,
      InvStartDate: '2026-03-01',
      IncomeAccountRef: accounts('Product Income'),
      ExpenseAccountRef: accounts('Cost of Goods Sold'),
      AssetAccountRef: accounts('Inventory Asset'),
    },
  }
}
