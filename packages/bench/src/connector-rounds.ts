import type { ConnectorClient } from './connector-client.ts'
import { type ConnectorRealm, serializeHcpResponse } from './connector-realms.ts'

const environment = {
  strHCPResponse: '',
  strCompanyFileName: 'C:\\Bench.qbw',
  qbXMLCountry: 'US',
  qbXMLMajorVers: 16,
  qbXMLMinorVers: 0,
}

/** A Web Connector responding to the service's every request with the same records. */
export interface Pump {
  /** Sets the response to the next requests. */
  respondWith(response: string): void
  /** Resolves when the service has seen the Web Connector. */
  polled(): Promise<void>
  /**
   * Responds to this many requests or a few more at full speed and then pauses. Before the first call, it does not
   * pause. Resolves with the number of requests; one message set may have several.
   */
  run(requests: number): Promise<number>
  stop(): void
}

/** Starts a Web Connector opening runs and making round trips. */
export function createPump(client: ConnectorClient, realm: ConnectorRealm): Pump {
  let isStopped = false
  let respond = createResponder('')
  let left = Number.POSITIVE_INFINITY
  let onPolled: () => void = () => undefined
  let onPaused: () => void = () => undefined
  let onResumed: () => void = () => undefined
  const polled = new Promise<void>((resolve) => {
    onPolled = resolve
  })

  const awaitTurn = async (): Promise<void> => {
    if (left > 0) return
    const resumed = new Promise<void>((resolve) => {
      onResumed = resolve
    })
    onPaused()
    await resumed
  }
  const makeRun = async (ticket: string): Promise<void> => {
    let strHCPResponse = serializeHcpResponse(realm)
    for (let percent = 0; percent < 100 && !isStopped; ) {
      await awaitTurn()
      const [messageSet = ''] = await client.call('sendRequestXML', { ...environment, ticket, strHCPResponse })
      strHCPResponse = ''
      const { response, requests } = respond(messageSet)
      left -= requests
      const received = { ticket, response, hresult: '', message: '' }
      percent = Number((await client.call('receiveResponseXML', received))[0])
      if (percent < 0) throw new Error('The service refused the response.')
    }
  }
  const work = async (): Promise<void> => {
    while (!isStopped) {
      const login = { strUserName: realm.userName, strPassword: realm.password }
      const [ticket = '', file = ''] = await client.call('authenticate', login)
      onPolled()
      if (file === '' || file === environment.strCompanyFileName) await makeRun(ticket)
      await client.call('closeConnection', { ticket })
    }
  }
  work().catch((error: unknown) => {
    if (!isStopped) throw error
  })
  return {
    respondWith: (text) => {
      respond = createResponder(text)
    },
    polled: () => polled,
    run: async (requests) => {
      const paused = new Promise<void>((resolve) => {
        onPaused = resolve
      })
      left = requests
      onResumed()
      await paused
      return requests - left
    },
    stop: () => {
      isStopped = true
      onResumed()
    },
  }
}

/** The response to the query with which the service ends a run. */
const hostResponse =
  '<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><HostQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="Status OK"/></QBXMLMsgsRs></QBXML>'

/** Creates what responds to a message set's queries with the records from a response to one query. */
function createResponder(response: string) {
  const [, start = '', name = '', records = '', end = ''] =
    /^([\s\S]*?)<(\w+)Rs requestID="1"([\s\S]*)<\/\2Rs>([\s\S]*)$/.exec(response) ?? []
  return (messageSet: string): { readonly response: string; readonly requests: number } => {
    const queries = [...messageSet.matchAll(/&lt;(\w+)Rq requestID="(\d+)"/g)].filter(
      ([, each]) => each !== 'HostQuery',
    )
    if (queries.length === 0 || name === '') return { response: hostResponse, requests: 0 }
    const responses = queries.map(([, each, id]) => `<${each}Rs requestID="${id}"${records}</${each}Rs>`)
    return { response: `${start}${responses.join('')}${end}`, requests: queries.length }
  }
}

/** Opens a peer's run, with more requests than a benchmark makes. Returns the ticket. */
export async function openPeerRun(client: ConnectorClient): Promise<string> {
  const [ticket = ''] = await client.call('authenticate', { strUserName: 'user', strPassword: 'password' })
  return ticket
}

/** Makes round trips with the peer, and returns their number. */
export async function repeatPeerRounds(
  client: ConnectorClient,
  { ticket, response, rounds }: { readonly ticket: string; readonly response: string; readonly rounds: number },
): Promise<number> {
  for (let round = 0; round < rounds; round += 1) {
    const [messageSet = ''] = await client.call('sendRequestXML', { ...environment, ticket })
    if (messageSet === '') throw new Error('The peer has no more requests.')
    await client.call('receiveResponseXML', { ticket, response, hresult: '', message: '' })
  }
  return rounds
}

/**
 * Starts a Web Connector beginning the next run with the peer at once, without a real one's pause, and responding to
 * each request with the same records. Opening QuickBooks takes no time.
 */
export function startPeerRuns(client: ConnectorClient, response: string): { stop(): Promise<void> } {
  let isStopped = false
  const work = async (): Promise<void> => {
    while (!isStopped) {
      await client.call('serverVersion', {})
      await client.call('clientVersion', { strVersion: '2.3.0.215' })
      const login = { strUserName: 'user', strPassword: 'password' }
      // The package leaves an empty text out.
      const [ticket = '', file = ''] = await client.call('authenticate', login)
      if (file !== '') continue
      for (let percent = 0; percent < 100 && !isStopped; ) {
        await client.call('sendRequestXML', { ...environment, ticket })
        const received = { ticket, response, hresult: '', message: '' }
        percent = Number((await client.call('receiveResponseXML', received))[0])
      }
      await client.call('closeConnection', { ticket })
    }
  }
  const ended = work()
  return {
    stop: () => {
      isStopped = true
      return ended
    },
  }
}
