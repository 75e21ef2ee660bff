import { setTimeout as delay } from 'node:timers/promises'
import type { CallArguments, Operation } from '@bridge/simulated-web-connector'
import { serializeCall } from '@bridge/simulated-web-connector'
import { Pool } from 'undici'

/** A Web Connector without QuickBooks: only the service's time counts. */
export interface ConnectorClient {
  /** Makes a call and returns its result's texts. */
  call<Name extends Operation>(operation: Name, values: CallArguments<Name>): Promise<readonly string[]>
  close(): Promise<void>
}

/** Connects a client to a service's address, over one connection. */
export function createConnectorClient(address: string): ConnectorClient {
  const { origin, pathname } = new URL(address)
  const print = createPrinter()
  const pool = new Pool(origin, { connections: 1, pipelining: 1 })
  return {
    call: async (operation, values) => {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: pathname,
        headers: {
          'content-type': 'text/xml; charset=utf-8',
          soapaction: `"http://developer.intuit.com/${operation}"`,
        },
        body: print(operation, values),
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${operation} returned ${statusCode}: ${text.slice(0, 300)}`)
      return readResult(text)
    },
    close: () => pool.close(),
  }
}

/** Puts a network between a client and the service, over which a call and its response take this long together. */
export function overNetwork(client: ConnectorClient, roundTripMs: number): ConnectorClient {
  return {
    call: async (operation, values) => {
      await delay(roundTripMs / 2)
      const result = await client.call(operation, values)
      await delay(roundTripMs / 2)
      return result
    },
    close: client.close,
  }
}

/** Creates the function serializing calls. A repeated call is not serialized again, which takes a client long. */
function createPrinter() {
  let last: { readonly values: readonly unknown[]; readonly body: Buffer } | undefined
  return <Name extends Operation>(operation: Name, parameters: CallArguments<Name>): Buffer => {
    const values = [operation, ...Object.values(parameters)]
    if (last?.values.length === values.length && values.every((value, index) => value === last?.values[index])) {
      return last.body
    }
    const body = Buffer.from(serializeCall(operation, parameters))
    if (operation === 'receiveResponseXML') last = { values, body }
    return body
  }
}

/** Returns a result's texts: the response's innermost elements, one or two in both services. */
function readResult(envelope: string): readonly string[] {
  const texts = [...envelope.matchAll(/<(?:\w+:)?(?:string|int)>([^<]*)</g)].map(([, text = '']) => text)
  if (texts.length > 0) return texts
  return [/Result>([^<]*)</.exec(envelope)?.[1] ?? '']
}
