import type { Baseline } from './baseline.ts'
import type { operations } from './schedule.ts'

/** A response from a server: its status, and its body as text and as JSON. */
export interface Reply {
  readonly status: number
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the test reads fields from many kinds of bodies
  readonly body: any
}

/** Sends a request to a path below `/v3/company/{realmId}`; with a body it is a POST. */
export type Send = (path: string, body?: object) => Promise<Reply>

/** A schedule's write, repeated by a client until it completes. */
export interface Task {
  readonly path: string
  readonly body: object
  /** Counts how often the write is in the company file. */
  countApplied(send: Send): Promise<number>
}

/** Prepares a write. It leaves its requestid in the company file, by which it is counted. */
export async function prepareTask(
  operation: (typeof operations)[number],
  requestId: string,
  { customerId, itemId }: Pick<Baseline, 'customerId' | 'itemId'>,
  send: Send,
): Promise<Task> {
  const line = { Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: itemId } } }
  const invoice = { CustomerRef: { value: customerId }, Line: [line] }
  const count = async (send: Send, entity: string, condition: string): Promise<number> =>
    ok(await send(query(`select count(*) from ${entity} where ${condition} = '${requestId}'`))).QueryResponse.totalCount
  const newInvoice = async () => ok(await send('/invoice', invoice)).Invoice
  const addRequestId = (path: string) => `${path}${path.includes('?') ? '&' : '?'}requestid=${requestId}`

  switch (operation) {
    case 'create customer':
      return {
        path: addRequestId('/customer'),
        body: { DisplayName: requestId },
        countApplied: (send) => count(send, 'Customer', 'DisplayName'),
      }
    case 'create invoice':
      return {
        path: addRequestId('/invoice'),
        body: { ...invoice, DocNumber: requestId },
        countApplied: (send) => count(send, 'Invoice', 'DocNumber'),
      }
    case 'update customer': {
      const { Id, SyncToken } = ok(await send('/customer', { DisplayName: `Changed by ${requestId}` })).Customer
      return {
        path: addRequestId('/customer'),
        body: { Id, SyncToken, CompanyName: requestId },
        countApplied: async (send) => (ok(await send(`/customer/${Id}`)).Customer.CompanyName === requestId ? 1 : 0),
      }
    }
    case 'update invoice': {
      const { Id, SyncToken, Line } = await newInvoice()
      return {
        path: addRequestId('/invoice'),
        body: { Id, SyncToken, Line: [...Line, { ...line, Description: requestId }] },
        countApplied: async (send) =>
          ok(await send(`/invoice/${Id}`)).Invoice.Line.filter(
            ({ Description }: { Description?: string }) => Description === requestId,
          ).length,
      }
    }
    case 'void invoice': {
      const { Id, SyncToken } = await newInvoice()
      return {
        path: addRequestId('/invoice?operation=void'),
        body: { Id, SyncToken },
        countApplied: async (send) =>
          (ok(await send(`/invoice/${Id}`)).Invoice.PrivateNote ?? '').split('VOID:').length - 1,
      }
    }
    case 'delete invoice': {
      const { Id, SyncToken } = await newInvoice()
      return {
        path: addRequestId('/invoice?operation=delete'),
        body: { Id, SyncToken },
        countApplied: async (send) => ((await send(`/invoice/${Id}`)).status === 400 ? 1 : 0),
      }
    }
  }
}

function ok({ status, text, body }: Reply) {
  if (status !== 200) throw new Error(`The write was not prepared or found: ${status} ${text}`)
  return body
}
function query(text: string) {
  return `/query?query=${encodeURIComponent(text)}`
}
