/** A version of the Web Connector seen in public logs, with the user agent of the .NET version that it runs on. */
export interface ConnectorVersion {
  readonly version: string
  readonly userAgent: string
}

const soapClient = 'Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol'
const [dotNet2, dotNet4] = [`${soapClient} 2.0.50727.5485)`, `${soapClient} 4.0.30319.42000)`]

export const connectorVersions: readonly ConnectorVersion[] = [
  { version: '2.1.0.30', userAgent: dotNet2 },
  { version: '2.2.0.71', userAgent: dotNet2 },
  { version: '2.2.0.80', userAgent: dotNet2 },
  { version: '2.3.0.215', userAgent: dotNet4 },
]
