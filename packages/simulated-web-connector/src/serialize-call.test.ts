import { describe, expect, it } from 'vitest'
import { findMessage, readRecording } from '../test/recordings.fixture.ts'
import { serializeCall } from './serialize-call.ts'

const requests = readRecording('requests')
function recorded(name: string): string {
  return findMessage(requests, name)
}

const ticket = '9f3b2a10-0000-4000-8000-000000000001'
const environment = {
  ticket,
  strCompanyFileName: 'C:\\Users\\Public\\Documents\\Intuit\\QuickBooks\\Company Files\\Sample Co.QBW',
  qbXMLCountry: 'US',
  qbXMLMajorVers: 16,
  qbXMLMinorVers: 0,
}
const hcpResponse = `<?xml version="1.0" ?>
<QBXML>
<QBXMLMsgsRs>
<HostQueryRs requestID="0" statusCode="0" statusSeverity="Info" statusMessage="Status OK">
<HostRet>
<ProductName>QuickBooks Enterprise Solutions 24.0</ProductName>
<MajorVersion>34</MajorVersion>
<MinorVersion>0</MinorVersion>
<Country>US</Country>
<SupportedQBXMLVersion>13.0</SupportedQBXMLVersion>
<IsAutomaticLogin>false</IsAutomaticLogin>
<QBFileMode>SingleUser</QBFileMode>
</HostRet>
</HostQueryRs>
</QBXMLMsgsRs>
</QBXML>`
const noMatch = `<?xml version="1.0" ?>
<QBXML>
<QBXMLMsgsRs>
<CustomerQueryRs requestID="1" statusCode="1" statusSeverity="Info" statusMessage="A query request did not find a matching object in QuickBooks" />
</QBXMLMsgsRs>
</QBXML>
`
const parseError = {
  hresult: '0x80040400',
  message: 'QuickBooks found an error when parsing the provided XML text stream.',
}

describe('A call is printed byte for byte as recorded', () => {
  it.each([
    ['serverVersion', serializeCall('serverVersion', {})],
    ['clientVersion', serializeCall('clientVersion', { strVersion: '2.3.0.215' })],
    ['authenticate', serializeCall('authenticate', { strUserName: 'realm-user', strPassword: 'secret & more' })],
    [
      'sendRequestXML, first of a session',
      serializeCall('sendRequestXML', { ...environment, strHCPResponse: hcpResponse }),
    ],
    ['sendRequestXML, later ones', serializeCall('sendRequestXML', { ...environment, strHCPResponse: '' })],
    [
      'receiveResponseXML, success',
      serializeCall('receiveResponseXML', { ticket, response: noMatch, hresult: '', message: '' }),
    ],
    [
      'receiveResponseXML, the request processor failed',
      serializeCall('receiveResponseXML', { ticket, response: '', ...parseError }),
    ],
    [
      'connectionError',
      serializeCall('connectionError', { ticket, hresult: '0x80040408', message: 'Could not start QuickBooks.' }),
    ],
    ['getLastError', serializeCall('getLastError', { ticket })],
    ['closeConnection', serializeCall('closeConnection', { ticket })],
    [
      'authenticate, RPC style',
      serializeCall('authenticate', { strUserName: 'realm-user', strPassword: 'secret' }, 'RPC'),
    ],
  ])('%s', (name, printed) => {
    expect(printed).toBe(recorded(name))
  })

  it('covers every recorded call', () => {
    expect(requests.size).toBe(12)
  })
})

it('writes characters that XML forbids as references', () => {
  const printed = serializeCall('getLastError', { ticket: 'a\u0000\u001fb\n\ud800' })
  expect(printed).toContain('<ticket>a&#x0;&#x1F;b\n\ufffd</ticket>')
})
