import { copyTexts, type Element, formatEpoch, type QbxmlRequest, type QbxmlResponse, type Sliced } from '@bridge/qbxml'
import type { Remembered, RememberedEntries, RememberedKey } from '../table/company-memory.ts'
import type { RememberedList } from '../table/entity-table.ts'
import type { ReadContext } from '../table/traits.ts'

interface ListSpec<Key extends RememberedKey> {
  readonly key: Key
  /** Creates the queries for entries changed since a time, or for all. */
  readonly createRequests: (since?: string) => readonly QbxmlRequest[]
  /** How long entries are kept before all are read again, in milliseconds. */
  readonly keptMs: number
  /** Each read also reads the list's changes, so that every reference can be resolved. */
  readonly isRefreshed: boolean
  readonly readEntry: (element: Element) => readonly [id: string, entry: RememberedEntries[Key]] | undefined
  readonly addToContext: (context: ReadContext, entries: ReadonlyMap<string, RememberedEntries[Key]>) => ReadContext
}

/**
 * How much earlier requested changes begin, in milliseconds, since times compared by QuickBooks can be an hour off, and
 * its clock some minutes.
 */
const slackMs = 2 * 60 * 60 * 1000

/** Read in less than a millisecond. */
const entriesPerSlice = 200

/** Marks a change query's `requestID`, so that its response is never mistaken for the whole list. */
const changesPrefix = 'changes-'

/**
 * Creates a list read along with an entity. The first read queries all entries, later ones at most changes. Without a
 * memory it is not read at all.
 */
export function rememberList<Key extends RememberedKey>(spec: ListSpec<Key>): RememberedList {
  const { key, keptMs, isRefreshed, createRequests } = spec

  /** Returns the list if it is recent enough. Later calls only make it more recent. */
  const findKnown = ({ memory, now }: ReadContext): Remembered<RememberedEntries[Key]> | undefined => {
    const list = memory?.get(key)
    return list !== undefined && now !== undefined && now.getTime() - list.readAt < keptMs ? list : undefined
  }

  return {
    createRequests(context) {
      if (context.memory === undefined || context.now === undefined) return []
      const known = findKnown(context)
      if (known === undefined) return createRequests()
      if (!isRefreshed) return context.isRepeatable ? createRequests() : []
      const since = formatEpoch(Math.floor((known.checkedAt - slackMs) / 1000))
      return createRequests(since).map(({ attributes, ...request }, index) => ({
        ...request,
        attributes: { ...attributes, requestID: `${changesPrefix}${index + 1}` },
      }))
    },
    *extend(context, responses) {
      const { memory, now } = context
      if (memory === undefined || now === undefined) return context
      const known = findKnown(context)
      const time = now.getTime()
      const found = findResponses(createRequests(), responses)
      if (found === undefined) {
        const isCurrent = known !== undefined && (!isRefreshed || known.checkedAt >= time)
        return isCurrent ? spec.addToContext(context, known.entries) : context
      }
      // Another server's memory may have asked for them.
      if (known === undefined && found.some(isChanges)) return context
      const read = yield* toEntries(spec, found)
      const entries = isRefreshed && known !== undefined ? merge(known.entries, read) : read
      const readAt = isRefreshed ? (known?.readAt ?? time) : time
      memory.set(key, { entries, readAt, checkedAt: Math.max(known?.checkedAt ?? 0, time) })
      return spec.addToContext(context, entries)
    },
  }
}

function isChanges({ requestId }: QbxmlResponse): boolean {
  return requestId?.startsWith(changesPrefix) === true
}

/** Returns the responses to all requests; undefined if one is missing or an error. */
function findResponses(
  requests: readonly QbxmlRequest[],
  responses: readonly QbxmlResponse[],
): readonly QbxmlResponse[] | undefined {
  const names = new Set(requests.map(({ name }) => name.replace(/Rq$/, 'Rs')))
  const found = responses.filter(({ name, statusSeverity }) => names.has(name) && statusSeverity !== 'Error')
  return new Set(found.map(({ name }) => name)).size < names.size ? undefined : found
}

function* toEntries<Key extends RememberedKey>(
  { readEntry }: ListSpec<Key>,
  responses: readonly QbxmlResponse[],
): Sliced<ReadonlyMap<string, RememberedEntries[Key]>> {
  const entries = new Map<string, RememberedEntries[Key]>()
  const elements = responses.flatMap((response) => response.elements)
  for (let start = 0; start < elements.length; start += entriesPerSlice) {
    const read = elements.slice(start, start + entriesPerSlice).flatMap((element) => {
      const entry = readEntry(element)
      return entry === undefined ? [] : [entry]
    })
    const ids = copyTexts(read.map(([id]) => id))
    for (const [index, [, entry]] of read.entries()) entries.set(ids[index] ?? '', entry)
    yield
  }
  return entries
}

/** Merges changes into a list, which often stays the same. */
function merge<Entry>(
  known: ReadonlyMap<string, Entry> | undefined,
  changes: ReadonlyMap<string, Entry>,
): ReadonlyMap<string, Entry> {
  if (known === undefined) return changes
  const isSame = [...changes].every(([id, entry]) => known.get(id) === entry)
  return isSame ? known : new Map([...known, ...changes])
}
