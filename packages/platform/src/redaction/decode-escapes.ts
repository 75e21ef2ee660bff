// Names and values may be escaped more than once: an address in an address, XML in XML.
const escapes =
  /\\u00([2-7][\da-f])|%(?:25){0,3}([2-7][\da-f])|&(?:amp;){0,3}(?:#(\d{2,3})|#x([2-7][\da-f])|(lt|gt|quot|apos));/gi

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes escaped printable ASCII characters in JSON, addresses and XML, which can hide a secret or its name. */
export function decodeEscapes(text: string): string {
  // Most texts have none, which takes less time to find out for one character at a time.
  if (!text.includes('%') && !text.includes('&') && !text.includes('\\u')) return text
  return text.replace(
    escapes,
    (sequence, json?: string, address?: string, decimal?: string, hex?: string, entity = '') => {
      if (json !== undefined) return decodeJson(sequence, json)
      // A blank would end a pair's value.
      if (address !== undefined) return address === '20' ? '+' : fromHex(address)
      if (hex !== undefined) return fromHex(hex)
      if (decimal === undefined) return entities[entity.toLowerCase()] ?? sequence
      const code = Number(decimal)
      return code > 0x1f && code < 0x7f ? String.fromCharCode(code) : sequence
    },
  )
}

/** Decodes a JSON escape, except for quotes and backslashes, which need one. */
function decodeJson(sequence: string, hex: string): string {
  const character = fromHex(hex)
  return character === '"' || character === '\\' ? sequence : character
}

function fromHex(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}
