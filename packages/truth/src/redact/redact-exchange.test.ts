import { createHmac } from 'node:crypto'
import { type Element, findMessageTable, getMessageNames, type Node, serializeMessageSetResponse } from '@bridge/qbxml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact-exchange.ts'

const key = 'a key of this PC'
const redactor = createRedactor((text) => createHmac('sha256', key).update(text).digest('hex'))

function respond(name: string, status: string, ...elements: readonly Element[]): string {
  return serializeMessageSetResponse({
    responses: [{ name, statusCode: 0, statusSeverity: 'Info', statusMessage: status, elements }],
  })
}

const customer = `<?xml version="1.0" ?>
<QBXML>
<QBXMLMsgsRs>
<CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="Status OK" iteratorRemainingCount="3" iteratorID="{f26b7fb1-c9b2-4b1e-9c0f-7b3f2f3f0a5e}">
<CustomerRet>
<ListID>80000012-1386109854</ListID>
<TimeCreated>2013-12-03T14:30:54-08:00</TimeCreated>
<EditSequence>1386109854</EditSequence>
<Name>Zo&#235; M&#252;ller 42</Name>
<IsActive>true</IsActive>
<ParentRef>
<ListID>80000012-1386109854</ListID>
<FullName>Rock Castle</FullName>
</ParentRef>
<Balance>1234.50</Balance>
<TotalBalance>0.00</TotalBalance>
<JobStatus>InProgress</JobStatus>
<JobStartDate>2026-03-02</JobStartDate>
</CustomerRet>
</CustomerQueryRs>
</QBXMLMsgsRs>
</QBXML>
`

describe('a redacted response', () => {
  const redacted = redactor.response(customer)

  it('keeps elements, enumerations, booleans, dates and codes', () => {
    for (const kept of [
      '<TimeCreated>2013-12-03T14:30:54-08:00</TimeCreated>',
      '<EditSequence>1386109854</EditSequence>',
      '<IsActive>true</IsActive>',
      '<JobStatus>InProgress</JobStatus>',
      '<JobStartDate>2026-03-02</JobStartDate>',
      'statusMessage="Status OK"',
      'iteratorRemainingCount="3"',
    ])
      expect(redacted).toContain(kept)
  })

  it('keeps only the shape of texts and amounts, and whether an amount is zero', () => {
    expect(redacted).toContain('<Name>Aa&#164; A&#164;aaaa 99</Name>')
    expect(redacted).toContain('<Balance>9999.99</Balance>')
    expect(redacted).toContain('<TotalBalance>0.00</TotalBalance>')
  })

  it('has one pseudonym of the same form for each ID, which another key changes', () => {
    const ids = [...redacted.matchAll(/<ListID>(.*)<\/ListID>/g)].map(([, id]) => id)
    expect(ids).toEqual([expect.stringMatching(/^\d{8}-\d{10}$/), ids[0]])
    expect(ids[0]).not.toBe('80000012-1386109854')
    expect(
      createRedactor((text) => createHmac('sha256', 'another').update(text).digest('hex')).response(customer),
    ).not.toContain(ids[0])
  })
})

it.each([
  [
    'The given object ID "80000012-1386109854" in the field "ListID" is invalid.',
    /^The given object ID "\d{8}-\d{10}" in the field "ListID" is invalid\.$/,
  ],
  [
    'There was an error when saving a Customers list, element "Bob Bill".',
    /^There was an error when saving a Customers list, element "Aaa Aaaa"\.$/,
  ],
  ['The name Kowalski is already in use.', /^The name Aaaaaaaa is already in use\.$/],
  ['There is a missing element: "Name"', /"Name"$/],
])('redacts the status %s', (text, expected) => {
  expect(redactor.status(text)).toMatch(expected)
})

it('keeps only the shape of what it cannot read', () => {
  expect(redactor.response('<QBXML><Secret>Kowalski</QBXML>')).toBe('<AAAAA><Aaaaaa>Aaaaaaaa</AAAAA>')
  expect(redactor.request('<?qbxml version="13.0"?>Kowalski')).not.toContain('Kowalski')
})

/** Creates a record of a response with a secret in each value and attribute. */
function fill(nodes: readonly Node[], secret: string): Element[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'choice') return fill(node.alternatives.flat(), secret)
    const attributes = Object.fromEntries((node.attributes ?? []).map((name) => [name, secret]))
    const children = node.type === undefined ? fill(node.content, secret) : []
    return [{ name: node.name, attributes, text: children.length > 0 ? '' : secret, children }]
  })
}

const responses = getMessageNames().filter((name) => name.endsWith('Rs') && !name.startsWith('Host'))
/** Names, numbers and IDs as people have them; shapes would be their own shape. */
const secrets = fc
  .tuple(
    fc.stringMatching(/^[B-Z][b-z]{4,12}[1-8]{2,6}$/),
    fc.constantFrom('', ' & Söhne', ' "quoted"', " O'Brien", ' <b>', ' 漢字', ', Kowalski: 12'),
  )
  .map(([name, end]) => name + end)

it('leaves no secret text of any response, in its elements, attributes and status', () => {
  fc.assert(
    fc.property(fc.constantFrom(...responses), secrets, secrets, (name, secret, quoted) => {
      const elements = fill(findMessageTable(name)?.content ?? [], secret)
      const text = respond(name, `There was an error when saving "${quoted}" for ${quoted}.`, ...elements)
      const redacted = redactor.response(text)
      for (const each of [secret, quoted]) expect(redacted).not.toContain(each.split(/[ ,]/)[0])
      expect(redacted).not.toMatch(/Kowalski|Brien/)
    }),
  )
})

it('leaves no text of what cannot be parsed', () => {
  fc.assert(
    fc.property(fc.string(), secrets, fc.constant('<CustomerRet>'), (noise, secret, tag) => {
      expect(redactor.response(`${noise}${tag}${secret}`)).not.toContain(secret)
      expect(redactor.request(`${noise}${secret}`)).not.toContain(secret)
      expect(redactor.status(`${noise}${secret}`)).not.toContain(secret)
    }),
  )
})
