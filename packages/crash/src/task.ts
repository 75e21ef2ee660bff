import type { Ground } from './ground.ts'
import type { operations } from './schedule.ts'

/** What came back from a server: a status and a body, as text and as JSON. */
export interface Reply {
  readonly status: number
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the test walks into bodies that it then compares
  readonly body: any
}

/** Sends a call below `/v3/company/{realmId}`; a body makes it a POST. */
export type Send = (path: string, body?: object) => Promise<Reply>

/** One write of a schedule, which a client repeats until it is settled. */
export interface Task {
  readonly path: string
  readonly body: object
  /** How often the company file shows that it was carried out. */
  countIn(send: Send): Promise<number>
}

/** A write with the requestid `mark`, which is also what it leaves in the company file. */
export async function prepareTask(
  operation: (typeof operations)[number],
  mark: string,
  { customer, item }: Pick<Ground, 'customer' | 'item'>,
  send: Send,
): Promise<Task> {
  const line = { Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: item } } }
  const invoice = { CustomerRef: { value: customer }, Line: [line] }
  const count = async (by: Send, entity: string, condition: string): Promise<number> =>
    ok(await by(query(`select count(*) from ${entity} where ${condition} = '${mark}'`))).QueryResponse.totalCount
  const newInvoice = async () => ok(await send('/invoice', invoice)).Invoice
  const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}requestid=${mark}`

  switch (operation) {
    case 'create customer':
      return {
        path: at('/customer'),
        body: { DisplayName: mark },
        countIn: (by) => count(by, 'Customer', 'DisplayName'),
      }
    case 'create invoice':
      return {
        path: at('/invoice'),
        body: { ...invoice, DocNumber: mark },
        countIn: (by) => count(by, 'Invoice', 'DocNumber'),
      }
    case 'update customer': {
      const { Id, SyncToken } = ok(await send('/customer', { DisplayName: `Changed by ${mark}` })).Customer
      return {
        path: at('/customer'),
        body: { Id, SyncToken, CompanyName: mark },
        countIn: async (by) => (ok(await by(`/customer/${Id}`)).Customer.CompanyName === mark ? 1 : 0),
      }
    }
    case 'update invoice': {
      const { Id, SyncToken, Line } = await newInvoice()
      return {
        path: at('/invoice'),
        body: { Id, SyncToken, Line: [...Line, { ...line, Description: mark }] },
        countIn: async (by) =>
          ok(await by(`/invoice/${Id}`)).Invoice.Line.filter(
            ({ Description }: { Description?: string }) => Description === mark,
          ).length,
      }
    }
    case 'void invoice': {
      const { Id, SyncToken } = await newInvoice()
      return {
        path: at('/invoice?operation=void'),
        body: { Id, SyncToken },
        countIn: async (by) => (ok(await by(`/invoice/${Id}`)).Invoice.PrivateNote ?? '').split('VOID:').length - 1,
      }
    }
    case 'delete invoice': {
      const { Id, SyncToken } = await newInvoice()
      return {
        path: at('/invoice?operation=delete'),
        body: { Id, SyncToken },
        countIn: async (by) => ((await by(`/invoice/${Id}`)).status === 400 ? 1 : 0),
      }
    }
  }
}

function ok({ status, text, body }: Reply) {
  if (status !== 200) throw new Error(`The write could not be prepared or looked for: ${status} ${text}`)
  return body
}
function query(text: string) {
  return `/query?query=${encodeURIComponent(text)}`
}
