import { XMLParser } from 'fast-xml-parser'

/** The elements that are arrays in JSON even if there is one. */
const lists = ['CDCResponse', 'CustomField', 'Error', 'Line', 'LinkedTxn']

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: 'value',
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name, path) =>
    lists.includes(name) || (name === 'QueryResponse' && String(path).endsWith('CDCResponse.QueryResponse')),
})

/** Parses a response body. Elements in XML become the fields of JSON, with texts as values. */
export function parseBody(text: string): unknown {
  if (text === '') return {}
  return text.startsWith('<') ? parser.parse(text).IntuitResponse : JSON.parse(text)
}
