import { type CallArguments, callParameters, type Operation, serviceNamespace } from './calls.ts'

/** The `Style` in a `.qwc` file: document/literal, or RPC with typed parameters. */
export type Style = 'Document' | 'RPC'

const declaration = '<?xml version="1.0" encoding="utf-8"?>'
const soap = 'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"'
const schema = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
const encoding = 'http://schemas.xmlsoap.org/soap/encoding/'
const types = `xmlns:soapenc="${encoding}" xmlns:tns="http://developer.intuit.com" xmlns:types="http://developer.intuit.com/encodedTypes"`

/**
 * Renders a call's SOAP 1.1 envelope byte for byte as the Web Connector does. See docs/quickbooks/web-connector.md.
 */
export function serializeCall<Name extends Operation>(
  operation: Name,
  values: CallArguments<Name>,
  style: Style = 'Document',
): string {
  const names: readonly (keyof CallArguments<Name> & string)[] = callParameters[operation]
  const parameters = names.map((name) => serializeParameter(name, values[name], style)).join('')
  return style === 'RPC' ? serializeTyped(operation, parameters) : serializeLiteral(operation, parameters)
}

function serializeLiteral(operation: Operation, parameters: string): string {
  const call = serializeElement(operation, ` xmlns="${serviceNamespace}"`, parameters)
  return `${declaration}<soap:Envelope ${soap} ${schema}><soap:Body>${call}</soap:Body></soap:Envelope>`
}

function serializeTyped(operation: Operation, parameters: string): string {
  const call = serializeElement(`q1:${operation}`, ` xmlns:q1="${serviceNamespace}"`, parameters)
  return `${declaration}<soap:Envelope ${soap} ${types} ${schema}><soap:Body soap:encodingStyle="${encoding}">${call}</soap:Body></soap:Envelope>`
}

function serializeParameter(name: string, value: string | number, style: Style): string {
  const type = typeof value === 'number' ? 'int' : 'string'
  return serializeElement(name, style === 'RPC' ? ` xsi:type="xsd:${type}"` : '', escapeText(String(value)))
}

function serializeElement(name: string, attributes: string, content: string): string {
  return content === '' ? `<${name}${attributes} />` : `<${name}${attributes}>${content}</${name}>`
}

/** Escapes text as .NET does, which writes even characters forbidden in XML as references. */
function escapeText(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(special, (character) => escapes[character] ?? serializeReference(character))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const special = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f]/g
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function serializeReference(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`
}
