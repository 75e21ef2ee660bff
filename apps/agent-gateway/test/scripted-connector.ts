import { randomUUID } from 'node:crypto'
import { addKeyedHash } from '@bridge/database/passwords'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import type { TestDatabase } from '@bridge/database/testing'
import type { OperationName, OperationParameters } from '../src/connectors/soap/operations.ts'
import { escapeText } from '../src/connectors/soap/serialize-result.ts'
import { machineSecret, type TestRealm } from './test-gateway.ts'

/** The company file's path on the scripted PC. */
export const samplePath = String.raw`C:\Büro\Sample Co.QBW`

/** A Web Connector credential, with its password. */
export interface TestCredential {
  readonly id: string
  readonly userName: string
  readonly password: string
  readonly ownerId: string
  readonly fileId: string
}

/** Creates a credential for a realm. */
export async function createCredential(
  { database }: Pick<TestDatabase, 'database'>,
  { realmId }: TestRealm,
): Promise<TestCredential> {
  const password = mintSecret('svcw_')
  const [ownerId, fileId] = [randomUUID(), randomUUID()]
  const userName = `connector-${fileId}`
  const passwordHash = await addKeyedHash(password, hashSecret(password), machineSecret)
  const { id } = await database.connectorCredential.create({
    data: { realmId, label: 'Web Connector', userName, passwordHash, ownerId, fileId },
  })
  return { id, userName, password, ownerId, fileId }
}

/** Prints the result for the query the Web Connector makes before a run's first request. */
export function serializeHcpResponse(
  fileId: string | undefined,
  machine = 'OFFICE-PC',
  isAutomaticLogin = false,
): string {
  const host = `<HostQueryRs requestID="0" statusCode="0" statusSeverity="Info" statusMessage="Status OK"><HostRet><ProductName>QuickBooks</ProductName><IsAutomaticLogin>${isAutomaticLogin}</IsAutomaticLogin></HostRet></HostQueryRs>`
  const lock = `<DataExtRet><OwnerID>{57F3B9B1-86F1-4fcc-B1EE-566DE1813D20}</OwnerID><DataExtName>AppLock</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>LOCKED:${machine}:638000000000000000</DataExtValue></DataExtRet>`
  const extension =
    fileId === undefined
      ? ''
      : `<DataExtRet><OwnerID>{57F3B9B1-86F1-4fcc-B1EE-566DE1813D20}</OwnerID><DataExtName>FileID</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>{${fileId.toUpperCase()}}</DataExtValue></DataExtRet>`
  return `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${host}<CompanyQueryRs requestID="0" statusCode="0" statusSeverity="Info" statusMessage="Status OK"><CompanyRet><CompanyName>Sample Co</CompanyName>${extension}${lock}</CompanyRet></CompanyQueryRs></QBXMLMsgsRs></QBXML>`
}

/** The company file that is open in QuickBooks; by default the credential's, which a person has opened. */
interface OpenedFile {
  readonly fileId?: string | undefined
  readonly machine?: string
  readonly path?: string
  readonly isAutomaticLogin?: boolean
}

/** A Web Connector a test controls call by call. */
export interface ScriptedConnector {
  /** Makes a call and returns its result's texts. */
  call<Name extends OperationName>(
    operation: Name,
    parameters?: Partial<OperationParameters<Name>>,
    signal?: AbortSignal,
  ): Promise<readonly string[]>
  /** Signs in and returns the ticket and the second text: empty, a company file, `none`, `nvu` or `busy`. */
  authenticate(password?: string): Promise<readonly string[]>
  /** Signs in until there is work, and returns the ticket. */
  begin(): Promise<string>
  /** Asks for a request; the first time in a run with the open company file. */
  ask(ticket: string, opened?: OpenedFile): Promise<string>
  /** Sends the response to a request and returns the number deciding how the run goes on. */
  respond(ticket: string, response: string, hresult?: string): Promise<number>
}

/**
 * Creates a credential's Web Connector at a gateway's address.
 *
 * @param headers those a server adds when it passes the calls on
 */
export function createScriptedConnector(
  gatewayUrl: string,
  credential: TestCredential,
  headers: Readonly<Record<string, string>> = {},
): ScriptedConnector {
  const connector: ScriptedConnector = {
    call: async (operation, parameters = {}, signal) => {
      const fields = Object.entries(parameters).map(([name, text]) => `<${name}>${escapeText(String(text))}</${name}>`)
      const response = await fetch(`${gatewayUrl}/connector`, {
        method: 'POST',
        headers: {
          'content-type': 'text/xml; charset=utf-8',
          soapaction: `"http://developer.intuit.com/${operation}"`,
          // On a slow machine, the gateway may end an idle connection just before the next call.
          connection: 'close',
          ...headers,
        },
        body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation} xmlns="http://developer.intuit.com/">${fields.join('')}</${operation}></soap:Body></soap:Envelope>`,
        ...(signal && { signal }),
      })
      const text = await response.text()
      const result = new RegExp(`<${operation}Result>([\\s\\S]*)</${operation}Result>`).exec(text)?.[1]
      if (response.status !== 200 || result === undefined) throw new Error(`${response.status} ${text}`)
      const texts = [...result.matchAll(/<string>([\s\S]*?)<\/string>/g)].map(([, each]) => each ?? '')
      return (operation === 'authenticate' ? texts : [result]).map(unescapeText)
    },
    authenticate: (password = credential.password) =>
      connector.call('authenticate', { strUserName: credential.userName, strPassword: password }),
    begin: async () => {
      for (;;) {
        const [ticket = '', work] = await connector.authenticate()
        if (work === 'busy' || work === 'nvu') throw new Error(`authenticate returned ${work}`)
        if (work !== 'none') return ticket
      }
    },
    ask: async (ticket, opened = {}) => {
      const { fileId, machine, path = samplePath, isAutomaticLogin } = { fileId: credential.fileId, ...opened }
      const [request = ''] = await connector.call('sendRequestXML', {
        ticket,
        strHCPResponse: serializeHcpResponse(fileId, machine, isAutomaticLogin),
        strCompanyFileName: path,
        qbXMLCountry: 'US',
        qbXMLMajorVers: '16',
        qbXMLMinorVers: '0',
      })
      return request
    },
    respond: async (ticket, response, hresult = '') => {
      const message = hresult === '' ? '' : 'QuickBooks says no.'
      const [result] = await connector.call('receiveResponseXML', { ticket, response, hresult, message })
      return Number(result)
    },
  }
  return connector
}

function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
