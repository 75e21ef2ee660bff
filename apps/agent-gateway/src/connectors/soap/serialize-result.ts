import { connectorNamespace, type OperationName, type OperationResult } from './operations.ts'

const declaration = '<?xml version="1.0" encoding="utf-8"?>'
const envelopeStart = `${declaration}<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>`
const envelopeEnd = '</soap:Body></soap:Envelope>'

/** Escapes text for an element's content. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * Prints an operation's response. The Web Connector reads white space in a result as data, so nothing is added around
 * it, and an empty text is an empty element in the service's namespace.
 */
export function serializeSoapResult<Name extends OperationName>(operation: Name, result: OperationResult<Name>): string
export function serializeSoapResult(operation: OperationName, result: string | number | readonly string[]): string {
  const content =
    typeof result === 'object'
      ? result.map((text) => `<string>${escapeText(text)}</string>`).join('')
      : escapeText(String(result))
  return `${envelopeStart}<${operation}Response xmlns="${connectorNamespace}"><${operation}Result>${content}</${operation}Result></${operation}Response>${envelopeEnd}`
}

/** Prints a SOAP fault, whose text the Web Connector shows to its user. To be sent with status 500. */
export function serializeSoapFault(message: string, blames: 'Client' | 'Server'): string {
  return `${envelopeStart}<soap:Fault><faultcode>soap:${blames}</faultcode><faultstring>${escapeText(message)}</faultstring></soap:Fault>${envelopeEnd}`
}
