/** The text of a message set with one query, as the server prints it. */
const singleQuery =
  /^<\?xml[^<>]*\?>\s*<\?qbxml version="13\.0"\?>\s*<QBXML>\s*<QBXMLMsgsRq onError="\w+">\s*(<(\w+Query)Rq requestID="1"(\s*\/>|>[\s\S]*<\/\2Rq>))\s*<\/QBXMLMsgsRq>\s*<\/QBXML>\s*$/
const requestTag = /<\w+Rq requestID=/g

const batchStart = `<?xml version="1.0" encoding="utf-8"?>
<?qbxml version="13.0"?>
<QBXML>
<QBXMLMsgsRq onError="continueOnError">
`
const batchEnd = `
</QBXMLMsgsRq>
</QBXML>
`

/** A query that can travel with others in one message set. */
export interface BatchedQuery {
  /** Its name without `Rq`, such as `CustomerQuery`. */
  readonly name: string
  /** Its element after the `requestID`. */
  readonly rest: string
}

/** Reads a message set with one query, and nothing else another request could change. */
export function readSingleQuery(messageSet: string): BatchedQuery | undefined {
  const [, , name, rest] = singleQuery.exec(messageSet) ?? []
  if (name === undefined || rest === undefined) return undefined
  // A `<` in a text is escaped, so this counts requests.
  return messageSet.match(requestTag)?.length === 1 ? { name, rest } : undefined
}

/** Prints queries as one message set, numbered from 1. One that fails does not stop the others. */
export function serializeBatch(queries: readonly BatchedQuery[]): string {
  const requests = queries.map(({ name, rest }, index) => `<${name}Rq requestID="${index + 1}"${rest}`)
  return `${batchStart}${requests.join('\n')}${batchEnd}`
}

const responseStart = /^<\?xml[^<>]*\?>\s*<QBXML>\s*<QBXMLMsgsRs>\s*$/
const responseEnd = /<\/QBXMLMsgsRs>\s*<\/QBXML>\s*$/
const separateStart = '<?xml version="1.0" ?>\n<QBXML>\n<QBXMLMsgsRs>\n'
const separateEnd = '\n</QBXMLMsgsRs>\n</QBXML>\n'

/** The longest text after the last response. */
const maxEndLength = 100

/**
 * Splits a batch's response into its message sets' responses. Returns nothing unless it has each response in request
 * order, or if it has comments or CDATA sections, in which a tag need not be one.
 */
export function splitBatchResponse(response: string, queries: readonly BatchedQuery[]): string[] | undefined {
  const end = responseEnd.exec(response.slice(-maxEndLength))
  if (end === null || response.includes('<!')) return undefined
  const length = response.length - end[0].length
  const tags = queries.map(({ name }, index) => `<${name}Rs requestID="${index + 1}"`)
  const starts: number[] = []
  for (const tag of tags) {
    const start = response.indexOf(tag, starts.at(-1) ?? 0)
    if (start === -1) return undefined
    starts.push(start)
  }
  if (!responseStart.test(response.slice(0, starts[0]))) return undefined
  const parts: string[] = []
  for (const [index, { name }] of queries.entries()) {
    const tagEnd = (starts[index] ?? 0) + (tags[index]?.length ?? 0)
    const content = response.slice(tagEnd, starts[index + 1] ?? length).trimEnd()
    if (!isOneResponse(content, name)) return undefined
    parts.push(`${separateStart}<${name}Rs requestID="1"${content}${separateEnd}`)
  }
  return parts
}

/** Whether what follows a `requestID` completes one element with that name. */
function isOneResponse(content: string, name: string): boolean {
  const tagEnd = content.indexOf('>')
  if (content[tagEnd - 1] === '/') return tagEnd === content.length - 1
  const closing = `</${name}Rs>`
  return content.indexOf(closing) === content.length - closing.length
}
