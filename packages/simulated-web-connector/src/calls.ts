/** The SOAP namespace. */
export const serviceNamespace = 'http://developer.intuit.com/'

/** The operations the Web Connector calls, with their parameters in order. */
export const callParameters = {
  serverVersion: [],
  clientVersion: ['strVersion'],
  authenticate: ['strUserName', 'strPassword'],
  sendRequestXML: [
    'ticket',
    'strHCPResponse',
    'strCompanyFileName',
    'qbXMLCountry',
    'qbXMLMajorVers',
    'qbXMLMinorVers',
  ],
  receiveResponseXML: ['ticket', 'response', 'hresult', 'message'],
  connectionError: ['ticket', 'hresult', 'message'],
  getLastError: ['ticket'],
  closeConnection: ['ticket'],
} as const

export type Operation = keyof typeof callParameters

export const operations = Object.keys(callParameters) as readonly Operation[]

/** Arguments. The two numbers are integers in the WSDL. */
export type CallArguments<Name extends Operation> = Readonly<
  Record<(typeof callParameters)[Name][number], string | number>
>
