import { randomUUID } from 'node:crypto'
import { addKeyedHash } from '@bridge/database/passwords'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { machineSecret } from '@bridge/harness/machine-secret'
import {
  type CallArguments,
  type Operation,
  readInteger,
  readText,
  readTexts,
  serializeCall,
} from '@bridge/simulated-web-connector'
import { createHostileCompanyFile, type HostileCompanyFile } from '../target/company-file.ts'
import type { Target } from '../target/start-target.ts'

interface SoapReply {
  readonly status: number
  readonly body: string
}

/** A Web Connector that an attack controls call by call, and the company file that it serves. */
export interface ScriptedConnector {
  readonly file: HostileCompanyFile
  /** Sends an envelope. */
  post(envelope: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<SoapReply>
  /** Signs in until there is work, and returns the ticket; empty if it is over before. */
  begin(isOver?: () => boolean): Promise<string>
  /** Signs in, so that the company file counts as connected. */
  poll(): Promise<void>
  /** Asks for a request; an empty text means no work. */
  ask(ticket: string): Promise<string>
  /** Sends a response, and returns the progress; negative if it was not taken. */
  respond(ticket: string, response: string, hresult?: string): Promise<number>
  close(ticket: string): Promise<void>
}

/** Creates a company file of the attacker with a Web Connector. */
export async function createHostileConnector(
  target: Pick<Target, 'database' | 'attacker' | 'origin' | 'gatewayOrigin' | 'send'>,
): Promise<ScriptedConnector> {
  const file = await createHostileCompanyFile(target)
  const password = mintSecret('svcw_')
  const fileId = randomUUID()
  const userName = `connector-${fileId}`
  const passwordHash = await addKeyedHash(password, hashSecret(password), machineSecret)
  await target.database.connectorCredential.create({
    data: { realmId: file.realmId, label: 'Hostile', userName, passwordHash, fileId },
  })

  const post: ScriptedConnector['post'] = async (envelope, headers = {}) => {
    const response = await fetch(`${target.gatewayOrigin}/connector`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', connection: 'close', ...headers },
      body: typeof envelope === 'string' ? envelope : new Uint8Array(envelope),
    })
    return { status: response.status, body: await response.text() }
  }
  const call = async <Name extends Operation>(operation: Name, values: CallArguments<Name>): Promise<string> =>
    (await post(serializeCall(operation, values))).body
  const authenticate = async () =>
    readTexts('authenticate', await call('authenticate', { strUserName: userName, strPassword: password }))

  return {
    file,
    post,
    begin: async (isOver = () => false) => {
      while (!isOver()) {
        const [ticket = '', work] = await authenticate()
        if (work === 'busy' || work === 'nvu') throw new Error(`The Web Connector is ${work}.`)
        if (work !== 'none') return ticket
      }
      return ''
    },
    poll: async () => void (await authenticate()),
    ask: async (ticket) => {
      const company = {
        ticket,
        strHCPResponse: serializeCompany(fileId),
        strCompanyFileName: 'C:\\Sample.qbw',
        qbXMLCountry: 'US',
        qbXMLMajorVers: 16,
        qbXMLMinorVers: 0,
      }
      return readText('sendRequestXML', await call('sendRequestXML', company)) ?? ''
    },
    respond: async (ticket, response, hresult = '') =>
      readInteger('receiveResponseXML', await call('receiveResponseXML', { ticket, response, hresult, message: '' })),
    close: async (ticket) => void (await call('closeConnection', { ticket })),
  }
}

/** Prints the response by which a Web Connector shows which company file is open. */
function serializeCompany(fileId: string): string {
  const owner = '<OwnerID>{57F3B9B1-86F1-4fcc-B1EE-566DE1813D20}</OwnerID>'
  const proof = `<DataExtRet>${owner}<DataExtName>FileID</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>{${fileId.toUpperCase()}}</DataExtValue></DataExtRet>`
  return `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><CompanyQueryRs requestID="0" statusCode="0" statusSeverity="Info" statusMessage="Status OK"><CompanyRet><CompanyName>Sample</CompanyName>${proof}</CompanyRet></CompanyQueryRs></QBXMLMsgsRs></QBXML>`
}
