import { childrenByName, childText, type Element } from '@bridge/qbxml'
import fc from 'fast-check'
import type { Company } from '../src/company/company.ts'
import { sendXml } from './company.fixture.ts'

/** A property test's command, which may fail. */
export type Command = (company: Company) => Promise<unknown>

/** Selects an existing record. */
export const index = fc.nat({ max: 9 })

/** Returns an element with text. */
export function tag(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${text}</${name}>`
}

/** Returns a reference by full name. */
export function ref(name: string, fullName: string): string {
  return tag(name, tag('FullName', fullName))
}

/** Returns all records in a kind with their lines. */
export async function findRecords(company: Company, kind: string): Promise<readonly Element[]> {
  return (await sendXml(company, `<${kind}QueryRq><IncludeLineItems>true</IncludeLineItems></${kind}QueryRq>`)).elements
}

/** Sends a request for a kind's record, if there is one. */
export function onRecord(
  kind: string,
  at: number,
  request: (record: Element, company: Company) => string | Promise<string>,
): Command {
  return async (company) => {
    const records = await findRecords(company, kind)
    const record = records[at % Math.max(1, records.length)]
    if (record !== undefined) await sendXml(company, await request(record, company))
  }
}

/** Adds a record with fields and lines. */
export function add(kind: string, content: string): Command {
  const xml = `<${kind}AddRq><${kind}Add>${content}</${kind}Add></${kind}AddRq>`
  return (company) => sendXml(company, xml)
}

/** Returns a record's Mod. */
export function mod(kind: string, record: Element, content: string): string {
  const head = tag('TxnID', childText(record, 'TxnID')) + tag('EditSequence', childText(record, 'EditSequence'))
  return `<${kind}ModRq><${kind}Mod>${head}${content}</${kind}Mod></${kind}ModRq>`
}

/** Returns the lines for a Mod that keeps all but the first `dropped`. */
export function keptLines(record: Element, stem: string, dropped: number): string {
  return childrenByName(record, `${stem}Ret`)
    .slice(dropped)
    .map((line) => tag(`${stem}Mod`, tag('TxnLineID', childText(line, 'TxnLineID'))))
    .join('')
}

/** Deletes or voids a record in one of the kinds. */
export function deleteOrVoid(...kinds: readonly string[]): fc.Arbitrary<Command> {
  return fc.tuple(fc.constantFrom(...kinds), index, fc.constantFrom('Del', 'Void')).map(([kind, at, verb]) => {
    const isVoidable = !['Estimate', 'ReceivePayment', 'PurchaseOrder', 'Transfer', 'TimeTracking'].includes(kind)
    const how = isVoidable ? verb : 'Del'
    return onRecord(kind, at, (record) => {
      const content = tag(`Txn${how}Type`, kind) + tag('TxnID', childText(record, 'TxnID'))
      return tag(`Txn${how}Rq`, content)
    })
  })
}
