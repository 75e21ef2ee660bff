import { branch, childText, type Element, leaf } from '@bridge/translation/qbxml'
import type { RequestContext } from '../request-context.ts'
import { carryOut, handlerOf } from '../requests.ts'

/** Fields of a request in their order: text, an aggregate, or an element made before. */
export type RequestFields = { readonly [name: string]: string | RequestFields }

const elementsOf = (fields: RequestFields): readonly Element[] =>
  Object.entries(fields).map(([name, value]) =>
    typeof value === 'string' ? leaf(name, value) : branch(name, elementsOf(value)),
  )

/** Adds a record by its Add request and tells its id, empty where it has none; the request must succeed. */
export const add = (
  context: RequestContext,
  kind: string,
  fields: RequestFields,
  lines: readonly RequestFields[] = [],
): string => {
  const name = `${kind}AddRq`
  const handler = handlerOf(name)
  if (handler === undefined) throw new Error(`${name} is not emulated`)
  const lineElements = lines.map((line) => branch(`${kind}LineAdd`, elementsOf(line)))
  const request = branch(name, [branch(`${kind}Add`, [...elementsOf(fields), ...lineElements])])
  const result = carryOut(request, handler, context)
  const record = result.elements[0]
  if (record === undefined) throw new Error(`The template's ${name} failed: ${result.statusMessage}`)
  return childText(record, 'ListID') ?? childText(record, 'TxnID') ?? ''
}

/** A reference by full name. */
export const named = (fullName: string): RequestFields => ({ FullName: fullName })
