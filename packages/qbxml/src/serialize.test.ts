import { describe, expect, it } from 'vitest'
import { branch, leaf } from './element.ts'
import { InvalidCharacterError, serializeMessageSet, serializeMessageSetResponse } from './serialize.ts'

describe('serializeMessageSet', () => {
  it('writes the declaration, the version and the requests', () => {
    const request = branch('CustomerAddRq', [branch('CustomerAdd', [leaf('Name', 'Kern'), leaf('Notes', '')])])
    expect(serializeMessageSet({ requests: [request], onError: 'stopOnError' })).toBe(
      `<?xml version="1.0" encoding="utf-8"?>
<?qbxml version="13.0"?>
<QBXML>
<QBXMLMsgsRq onError="stopOnError">
<CustomerAddRq requestID="1">
<CustomerAdd>
<Name>Kern</Name>
<Notes />
</CustomerAdd>
</CustomerAddRq>
</QBXMLMsgsRq>
</QBXML>
`,
    )
  })

  it('numbers requests without a requestID and keeps all attributes', () => {
    const text = serializeMessageSet({
      requests: [
        branch('HostQueryRq', []),
        branch('CustomerQueryRq', [], { requestID: 'mine', metaData: 'MetaDataOnly' }),
      ],
      onError: 'continueOnError',
      newMessageSetId: 'new',
      oldMessageSetId: 'old',
    })
    expect(text).toContain('<QBXMLMsgsRq onError="continueOnError" newMessageSetID="new" oldMessageSetID="old">')
    expect(text).toContain('<HostQueryRq requestID="1" />')
    expect(text).toContain('<CustomerQueryRq requestID="mine" metaData="MetaDataOnly" />')
  })

  const serializeText = (text: string): string => {
    const printed = serializeMessageSet({ requests: [leaf('X', text)], onError: 'stopOnError' })
    return (/<X requestID="1">(.*)<\/X>/s.exec(printed) as RegExpExecArray)[1] as string
  }

  it.each([
    [`Tom & "Jerry" <tj@x> 'n`, `Tom &amp; "Jerry" &lt;tj@x&gt; 'n`],
    ['Jean-Sébastien', 'Jean-S&#233;bastien'],
    ['€ 😀', '&#8364; &#128512;'],
    ['line\r\nline\tend', 'line&#13;\nline\tend'],
    [']]>', ']]&gt;'],
    ['\u007f', '&#127;'],
  ])('serializes %j as %s', (text, printed) => {
    expect(serializeText(text)).toBe(printed)
  })

  it('escapes quotes and line ends in attributes', () => {
    const text = serializeMessageSet({ requests: [branch('X', [], { requestID: 'a"b\n<c' })], onError: 'stopOnError' })
    expect(text).toContain('<X requestID="a&quot;b&#10;&lt;c" />')
  })

  it.each(['\u0000', 'a\u001fb', '\ud800', 'x\udc00', '\ufffe', '\uffff'])('rejects %j', (text) => {
    expect(() => serializeText(text)).toThrow(InvalidCharacterError)
  })
})

describe('serializeMessageSetResponse', () => {
  it('serializes responses as QuickBooks does', () => {
    const text = serializeMessageSetResponse({
      responses: [
        {
          name: 'CustomerQueryRs',
          requestId: '1',
          statusCode: 0,
          statusSeverity: 'Info',
          statusMessage: 'Status OK',
          retCount: 2,
          iteratorRemainingCount: 1,
          iteratorId: '{1234}',
          elements: [branch('CustomerRet', [leaf('Name', 'Kern & Söhne')])],
        },
        {
          name: 'CustomerAddRs',
          requestId: '2',
          statusCode: 3100,
          statusSeverity: 'Error',
          statusMessage: 'The name "Kern" of the list element is already in use.',
          elements: [],
        },
      ],
    })
    expect(text).toBe(`<?xml version="1.0" ?>
<QBXML>
<QBXMLMsgsRs>
<CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="Status OK" retCount="2" iteratorRemainingCount="1" iteratorID="{1234}">
<CustomerRet>
<Name>Kern &amp; S&#246;hne</Name>
</CustomerRet>
</CustomerQueryRs>
<CustomerAddRs requestID="2" statusCode="3100" statusSeverity="Error" statusMessage="The name &quot;Kern&quot; of the list element is already in use." />
</QBXMLMsgsRs>
</QBXML>
`)
  })

  it('serializes the error recovery state', () => {
    expect(
      serializeMessageSetResponse({ newMessageSetId: 'abc', messageSetStatusCode: 9002, responses: [] }),
    ).toContain('<QBXMLMsgsRs newMessageSetID="abc" messageSetStatusCode="9002">')
  })
})
