import {
  type Element,
  type ElementNode,
  findMessageTable,
  getMessageNames,
  type Node,
  serializeMessageSet,
} from '@bridge/qbxml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageSet, openTestCompany, parseResponse } from '../../test/company.fixture.ts'
import { findHandler } from '../handlers/request-handlers.ts'
import { trialBalance } from './trial-balance.ts'

/** The requests the emulator supports. */
const names = getMessageNames().filter((name) => name.endsWith('Rq') && findHandler(name) !== undefined)

const values = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '0',
    '-1',
    '5.00',
    '1.5',
    '99999999999999',
    '2026-02-01',
    '2038-01-20',
    'true',
    'nonsense',
    ':',
    '%',
  ),
  fc.constantFrom(
    'Design',
    'Discount',
    'Printed Manual',
    'Foothill Fitness',
    'Net 30',
    'Tax',
    'Service Income',
    'Invoice',
  ),
  fc.constantFrom('80000001-1739095200', '1-1757498400', '80000002-1739095200', '1773655200'),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd]/g, '')),
)

/** Generates content in table order, with values that rarely make sense. */
function toContent(nodes: readonly Node[], depth: number): fc.Arbitrary<Element[]> {
  return fc.tuple(...nodes.map((node) => elementsOfNode(node, depth))).map((lists) => lists.flat())
}

function elementsOfNode(node: Node, depth: number): fc.Arbitrary<Element[]> {
  const one: fc.Arbitrary<Element[]> =
    node.kind === 'element'
      ? toElement(node, depth).map((element) => [element])
      : fc.oneof(...node.alternatives.map((nodes) => toContent(nodes, depth)))
  const some = node.repeats ? fc.array(one, { maxLength: 2 }).map((lists) => lists.flat()) : one
  const none: fc.Arbitrary<Element[]> = fc.constant([])
  return node.optional ? fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: some }) : one
}

function toElement(node: ElementNode, depth: number): fc.Arbitrary<Element> {
  const words = node.values ?? []
  const text = words.length > 0 ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...words) }, values) : values
  if (node.type !== undefined || depth === 0)
    return text.map((value) => ({ name: node.name, text: value, children: [] }))
  return toContent(node.content, depth - 1).map((children) => ({ name: node.name, text: '', children }))
}

const request = fc.constantFrom(...names).chain((name) => {
  const table = findMessageTable(name)
  const content = toContent(table?.content ?? [], 5)
  return content.map((children): Element => ({ name, text: '', children }))
})

const valid = messageSet(
  '<InvoiceAddRq requestID="1"><InvoiceAdd><CustomerRef><FullName>Foothill Fitness</FullName></CustomerRef><TxnDate>2026-02-01</TxnDate><InvoiceLineAdd><ItemRef><FullName>Design</FullName></ItemRef><Quantity>2</Quantity></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>',
)

const mutation = fc.record({
  at: fc.nat({ max: valid.length - 1 }),
  length: fc.nat({ max: 12 }),
  text: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('<', '>', '&', '"', '</', ']]>', '<!--', '\u0000'),
  ),
})

describe('a hostile client', () => {
  it('gets a conforming response or a failure for any request with elements in order', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 3 }), async (requests) => {
        const text = serializeMessageSet({ requests, onError: 'continueOnError' })
        const exchange = await company.exchange(text)
        if (exchange.sent && !exchange.lost) parseResponse(exchange, text.includes('<IncludeRetElement'))
        expect((await trialBalance(company)).total).toBe('0.00')
      }),
      { numRuns: 400 },
    )
  })

  it('gets a response or a failure for any text', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        let text = valid
        for (const { at, length, text: inserted } of mutations) {
          text = text.slice(0, at) + inserted + text.slice(at + length)
        }
        const exchange = await company.exchange(text)
        if (exchange.sent && !exchange.lost) parseResponse(exchange)
      }),
      { numRuns: 1000 },
    )
  })
})
