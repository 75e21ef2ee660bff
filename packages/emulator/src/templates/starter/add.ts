import { branch, childText, type Element, findRequestViolations, leaf } from '@bridge/qbxml'
import { findHandler, runRequest } from '../../handlers/request-handlers.ts'
import type { RequestContext } from '../../requests/request-context.ts'

type RequestValue = string | RequestFields | readonly RequestValue[]

/** A request's fields in order: text, an aggregate, or several. */
export type RequestFields = { readonly [name: string]: RequestValue }

/** Adds a record with an Add request, which must succeed, and returns its ID, or empty text if it has none. */
export function add(context: RequestContext, kind: string, fields: RequestFields): string {
  const name = `${kind}AddRq`
  const handler = findHandler(name)
  if (handler === undefined) throw new Error(`${name} is not emulated`)
  const onlyItsId = ['ListID', 'TxnID'].map((id) => leaf('IncludeRetElement', id))
  const request = branch(name, [branch(`${kind}Add`, toElements(fields)), ...onlyItsId])
  const [violation] = findRequestViolations(request)
  if (violation !== undefined) throw new Error(`The template's ${name} is wrong: ${JSON.stringify(violation)}`)
  const result = runRequest(request, handler, context)
  const record = result.elements[0]
  if (record === undefined) throw new Error(`The template's ${name} failed: ${result.statusMessage}`)
  return childText(record, 'ListID') ?? childText(record, 'TxnID') ?? ''
}

function toElements(fields: RequestFields): readonly Element[] {
  return Object.entries(fields).flatMap(([name, value]) => toElementsByName(name, value))
}

function toElementsByName(name: string, value: RequestValue): readonly Element[] {
  if (typeof value === 'string') return [leaf(name, value)]
  if (isSeveral(value)) return value.flatMap((each) => toElementsByName(name, each))
  return [branch(name, toElements(value))]
}

function isSeveral(value: RequestValue): value is readonly RequestValue[] {
  return Array.isArray(value)
}

/** Returns a reference by full name. */
export function named(fullName: string): RequestFields {
  return { FullName: fullName }
}
