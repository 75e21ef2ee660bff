import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseXml } from './parse-xml.ts'
import { serializeXml } from './serialize-xml.ts'

const begin = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const namespace = 'xmlns="http://schema.intuit.com/finance/v3"'

describe('serializeXml', () => {
  it('serializes a record with its attributes, references and repeated elements, in schema order', () => {
    const Invoice = {
      domain: 'QBO',
      sparse: false,
      Balance: 12.5,
      Id: '1F-1700000000',
      CustomerRef: { value: '8-1', name: 'Oak "&" Sons' },
      Line: [
        { Amount: 10, Id: '2' },
        { Amount: 0.0000001, SubTotalLineDetail: {} },
      ],
      LinkedTxn: [],
      Unset: null,
    }
    expect(serializeXml('IntuitResponse', { Invoice, time: '2026-07-01T12:00:00+00:00' })).toBe(
      `${begin}<IntuitResponse ${namespace} time="2026-07-01T12:00:00+00:00">` +
        '<Invoice domain="QBO" sparse="false"><Id>1F-1700000000</Id>' +
        '<Line><Id>2</Id><Amount>10</Amount></Line><Line><Amount>0.0000001</Amount><SubTotalLineDetail/></Line>' +
        '<CustomerRef name="Oak &quot;&amp;&quot; Sons">8-1</CustomerRef><Balance>12.5</Balance></Invoice></IntuitResponse>',
    )
  })

  it('names the type of the groups of custom fields in Preferences, which clients cannot know otherwise', () => {
    const group = (Type: string) => ({ CustomField: [{ Name: 'A', Type }] })
    const Preferences = {
      SalesFormsPrefs: { CustomField: [group('BooleanType'), group('StringType')] },
      VendorAndPurchasesPrefs: { POCustomField: [group('BooleanType')] },
    }
    const start = (name: string, type: string) =>
      `<${name} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${type}CustomFieldDefinition">`
    const field = (type: string) => `<CustomField><Name>A</Name><Type>${type}</Type></CustomField>`
    expect(serializeXml('R', { Preferences })).toBe(
      `${begin}<R ${namespace}><Preferences><SalesFormsPrefs>` +
        `${start('CustomField', 'BooleanType')}${field('BooleanType')}</CustomField>` +
        `${start('CustomField', 'StringType')}${field('StringType')}</CustomField></SalesFormsPrefs>` +
        `<VendorAndPurchasesPrefs>${start('POCustomField', 'BooleanType')}${field('BooleanType')}</POCustomField>` +
        '</VendorAndPurchasesPrefs></Preferences></R>',
    )
    expect(serializeXml('R', { Invoice: { CustomField: [{ Name: 'A', Type: 'StringType' }] } })).not.toContain('xsi')
  })

  it('serializes queries, counts, batches and faults as QBO does', () => {
    const Fault = { Error: [{ Message: 'M', Detail: 'D', code: '610', element: 'Id' }], type: 'ValidationFault' }
    expect(
      serializeXml('R', { QueryResponse: { Class: [{ Id: '1' }, { Id: '2' }], startPosition: 1, maxResults: 2 } }),
    ).toBe(
      `${begin}<R ${namespace}><QueryResponse startPosition="1" maxResults="2"><Class><Id>1</Id></Class><Class><Id>2</Id></Class></QueryResponse></R>`,
    )
    expect(serializeXml('R', { QueryResponse: { totalCount: 7 } })).toBe(
      `${begin}<R ${namespace}><QueryResponse totalCount="7"/></R>`,
    )
    expect(serializeXml('R', { BatchItemResponse: [{ bId: 'a', Fault }] })).toBe(
      `${begin}<R ${namespace}><BatchItemResponse bId="a"><Fault type="ValidationFault"><Error code="610" element="Id"><Message>M</Message><Detail>D</Detail></Error></Fault></BatchItemResponse></R>`,
    )
  })

  it('serializes any text so that it is read back, except for characters forbidden in XML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
        const parsed = parseXml(serializeXml('A', { Note: `-${text}-`, ref: { value: '1', name: text } }))
        expect(parsed.children.map((child) => [child.text, child.attributes])).toEqual([
          [`-${name}-`, []],
          ['1', [['name', name]]],
        ])
      }),
      { numRuns: 200 },
    )
  })
})
