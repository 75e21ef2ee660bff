import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Client, ClientLibrary, Entity, Integration } from '../library/client.ts'
import { readRecords } from './responses.ts'
import { saleLine } from './sale-line.ts'

const notInServer = 'The server has no such tool.'

export const quickbooksMcp: ClientLibrary = {
  name: 'quickbooks-mcp',
  version: '0.11.0',
  language: 'MCP server, JavaScript',
  address:
    'Start it with a module before it (`node --import`) that changes its node-quickbooks and intuit-oauth as their rows say. Register `https://developer.intuit.com/v2/OAuth2Playground/RedirectUrl` as a redirect URI.',
  limits: {
    fullUpdate: 'Every update is sent with `sparse: true`.',
    batch: notInServer,
    changes: notInServer,
    void: notInServer,
    revoke: notInServer,
  },
  notes: {
    create:
      'Pass `item_name`: `item_id` takes only the IDs of items that were found before. `customer_id` takes only digits: set the IDs of the app to numbers.',
    sparseUpdate: 'Reads the record first and sends its `SyncToken`, so changes of others are not noticed.',
    refresh: 'Every call refreshes the token.',
  },
  app: { ids: 'numeric' },
  connect,
}

type Arguments = Readonly<Record<string, unknown>>

/** A tool's result: a summary, and data as JSON if it has any. */
interface ToolResult {
  readonly summary: string
  readonly data: unknown
}

interface Server {
  /** Throws what the tool says when it fails. */
  call(tool: string, parameters?: Arguments): Promise<ToolResult>
  close(): Promise<void>
}

/** Starts the server with its credentials in a new folder. */
async function startServer({ baseUrl, clientId, clientSecret }: Integration): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quickbooks-mcp-'))
  const addresses = new URL('quickbooks-mcp-addresses.ts', import.meta.url)
  addresses.searchParams.set('base_url', baseUrl)
  const host = new McpClient({ name: 'client-libraries', version: '1' })
  await host.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--import', addresses.href, fileURLToPath(import.meta.resolve('quickbooks-mcp'))],
      env: {
        NODE_ENV: 'test',
        QBO_CLIENT_ID: clientId,
        QBO_CLIENT_SECRET: clientSecret,
        QBO_CREDENTIAL_FILE: path.join(folder, 'credentials.json'),
        QBO_INLINE_OUTPUT: 'true',
        QBO_SANDBOX: 'true',
      },
      stderr: 'ignore',
    }),
  )
  return {
    call: async (name, parameters = {}) => {
      const { content, isError } = await host.callTool({ name, arguments: parameters })
      const [summary = '', data] = (content as readonly { readonly text: string }[]).map(({ text }) => text)
      if (isError) throw new Error(summary)
      return { summary, data: data === undefined ? undefined : JSON.parse(data) }
    },
    close: async () => {
      await host.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Calls the server's tools over MCP, as a model's host would. */
function connect(integration: Integration): Client {
  const server = startServer(integration)
  const call = async (tool: string, parameters?: Arguments) => (await server).call(tool, parameters)
  const read = async (entity: string, id: string) => (await call(`get_${entity.toLowerCase()}`, { id })).data as Entity
  const select = async (entity: string, conditions: string) =>
    readRecords((await call('query', { query: `select * from ${entity} ${conditions}` })).data, entity)
  const createInvoice = async (record: object) => {
    const { customerId, itemId, Qty, UnitPrice } = saleLine(record)
    const [item] = await select('Item', `where Id = '${itemId}'`)
    return call('create_invoice', {
      txn_date: new Date().toISOString().slice(0, 10),
      customer_id: customerId,
      lines: [{ item_name: item?.Name, qty: Qty, unit_price: UnitPrice }],
      draft: false,
    })
  }
  const createCustomer = ({ DisplayName, GivenName }: Arguments) =>
    call('create_customer', { display_name: DisplayName, given_name: GivenName, draft: false })
  const readThrownCode = (error: unknown) => /\[(\w+)\]/.exec(String(error))?.[1]
  return {
    signIn: async () => {
      const { summary } = await call('qbo_authenticate')
      const redirect = new URL(await integration.consent(/https?:\S+\/authorize\?\S+/.exec(summary)?.[0] ?? ''))
      await call('qbo_authenticate', {
        authorization_code: redirect.searchParams.get('code'),
        realm_id: integration.realmId,
      })
    },
    create: async (entity, record) => {
      const { summary } = await (entity === 'Invoice' ? createInvoice(record) : createCustomer(record as Arguments))
      return read(entity, /(?:txnId|nameId)=(\S+)/.exec(summary)?.[1] ?? '')
    },
    read,
    sparseUpdate: async (entity, { Id, FamilyName, Suffix }) => {
      await call('edit_customer', { id: Id, family_name: FamilyName, suffix: Suffix, draft: false })
      return read(entity, Id)
    },
    query: (entity, field, value) => select(entity, `where ${field} = '${value.replaceAll("'", "\\'")}'`),
    pages: async (entity, pageSize) => {
      const records: Entity[] = []
      for (;;) {
        const page = await select(entity, `startposition ${records.length + 1} maxresults ${pageSize}`)
        records.push(...page)
        if (page.length < pageSize) return records
      }
    },
    delete: async (entity, record) => {
      await call('delete_entity', { entity_type: entity.toLowerCase(), id: record.Id, confirm: true })
      return record
    },
    report: async (name) =>
      ((await call('get_report', { report: name, include_raw: true })).data as { Header: Record<string, unknown> })
        .Header,
    fault: readThrownCode,
    serviceFault: readThrownCode,
    refresh: async () => void (await call('get_company_info')),
    close: async () => (await server).close(),
  }
}
