/** The namespace of the Web Connector's operations, which its clients compare. */
export const connectorNamespace = 'http://developer.intuit.com/'

interface OperationRow {
  /** The parameters in the order of the WSDL; all are optional. */
  readonly parameters: readonly string[]
  /** The integer parameters. */
  readonly integers?: readonly string[]
  readonly result: 'text' | 'texts' | 'integer'
}

/** The Web Connector's operations; see docs/quickbooks/web-connector.md. */
export const soapOperations = {
  serverVersion: { parameters: [], result: 'text' },
  clientVersion: { parameters: ['strVersion'], result: 'text' },
  authenticate: { parameters: ['strUserName', 'strPassword'], result: 'texts' },
  sendRequestXML: {
    parameters: ['ticket', 'strHCPResponse', 'strCompanyFileName', 'qbXMLCountry', 'qbXMLMajorVers', 'qbXMLMinorVers'],
    integers: ['qbXMLMajorVers', 'qbXMLMinorVers'],
    result: 'text',
  },
  receiveResponseXML: { parameters: ['ticket', 'response', 'hresult', 'message'], result: 'integer' },
  connectionError: { parameters: ['ticket', 'hresult', 'message'], result: 'text' },
  getLastError: { parameters: ['ticket'], result: 'text' },
  closeConnection: { parameters: ['ticket'], result: 'text' },
  getInteractiveURL: { parameters: ['wcTicket', 'sessionID'], result: 'text' },
  interactiveRejected: { parameters: ['wcTicket', 'reason'], result: 'text' },
  interactiveDone: { parameters: ['wcTicket'], result: 'text' },
} as const satisfies Readonly<Record<string, OperationRow>>

export type OperationName = keyof typeof soapOperations

interface ResultTypes {
  text: string
  texts: readonly string[]
  integer: number
}

/** What an operation returns. */
export type OperationResult<Name extends OperationName> = ResultTypes[(typeof soapOperations)[Name]['result']]

/** An operation's parameters as text; an absent one is the empty text. */
export type OperationParameters<Name extends OperationName> = {
  readonly [Each in (typeof soapOperations)[Name]['parameters'][number]]: string
}

/** A Web Connector call. */
export type SoapCall<Names extends OperationName = OperationName> = {
  [Name in Names]: { readonly operation: Name; readonly parameters: OperationParameters<Name> }
}[Names]

/** Returns the operations' names with their rows. */
export function listOperations(): readonly (readonly [OperationName, OperationRow])[] {
  return Object.entries(soapOperations) as [OperationName, OperationRow][]
}
