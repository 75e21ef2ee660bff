/** A body's or a response's format. */
export type Format = 'json' | 'xml'

/** What decides a response's format. */
export interface FormatRequest {
  /** The header `Accept`. */
  readonly accept: string | undefined
  /** The request body's format; undefined without a body. */
  readonly bodyFormat: Format | undefined
  /** The OAuth client's setting; undefined for a caller without a client. */
  readonly clientFormat: Format | undefined
}

/**
 * Returns a body's format. XML is what `Content-Type` calls XML, unless it begins like JSON: clients also send JSON
 * under a wrong type.
 */
export function getBodyFormat(contentType: string | undefined, body: string): Format {
  return isXmlType(mediaType(contentType ?? '')) && !/^\s*[{[]/.test(body) ? 'xml' : 'json'
}

/**
 * Chooses a response's format: JSON where `Accept` names it, else XML where `Accept` names it, where the body is
 * XML, or where the client prefers it and `Accept` leaves the choice.
 */
export function chooseFormat({ accept = '*/*', bodyFormat, clientFormat }: FormatRequest): Format {
  const accepted = accept.split(',').filter(isWanted).map(mediaType)
  if (accepted.some(isJsonType)) return 'json'
  if (accepted.some(isXmlType) || bodyFormat === 'xml') return 'xml'
  return clientFormat === 'xml' && (accepted.includes('*/*') || accept.trim() === '') ? 'xml' : 'json'
}

function isWanted(range: string): boolean {
  return !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range)
}

function mediaType(text: string): string {
  return (text.split(';', 1)[0] ?? '').trim().toLowerCase()
}

function isXmlType(type: string): boolean {
  return type === 'application/xml' || type === 'text/xml'
}

function isJsonType(type: string): boolean {
  return type === 'application/json' || type === 'text/json'
}
