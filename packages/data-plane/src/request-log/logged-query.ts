import { type FoundEntity, registry, reportParameters } from '@bridge/translation'

/** The parameters read by the service, in lower case. All others are ignored, and may be anything. */
const readParameters: ReadonlySet<string> = new Set([
  ...['query', 'explain', 'minorversion', 'requestid', 'operation', 'include', 'id', 'synctoken'],
  ...['entities', 'changedsince'],
  ...Object.values(registry).flatMap(findReadParameters),
])
const reportNames: ReadonlySet<string> = new Set(reportParameters)
const reportPath = /^\/v3\/company\/[^/]+\/reports\//i

function findReadParameters(found: FoundEntity): readonly string[] {
  const readBy = found.kind === 'built' ? found.table.readBy : undefined
  return readBy === undefined ? [] : [readBy.parameter, readBy.asOf.parameter]
}

/** Returns an address's known parameters, decoded, with `?` in front. */
export function pickLoggedQuery(path: string, query: string): string {
  const isReport = reportPath.test(path)
  const pairs = [...new URLSearchParams(query)].filter(([name]) => {
    const key = name.toLowerCase()
    return readParameters.has(key) || (isReport && reportNames.has(key))
  })
  return pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`
}
