import { useQuery } from '@tanstack/react-query'
import { useTRPCClient } from '../../lib/trpc.ts'
import type { ApiSample } from './samples/api-sample.ts'
import { findLookups, readLookup } from './samples/sample-lookups.ts'
import type { Reader } from './use-reader.ts'

const keptMs = 60_000

/** Looks up the records that a sample names in the reader's sandbox. Empty without one. All lookups count as one call. */
export function useRecordValues(
  sample: ApiSample | undefined,
  entity: string,
  { sandboxId }: Reader,
): Readonly<Record<string, string>> {
  const client = useTRPCClient()
  const lookups = sample === undefined ? [] : [...findLookups(sample, entity)]
  const froms = [...new Set(lookups.map(([, { from }]) => from))]
  const { data } = useQuery({
    queryKey: ['sample-records', sandboxId, froms],
    enabled: sandboxId !== undefined && froms.length > 0,
    staleTime: keptMs,
    retry: false,
    queryFn: async () => {
      if (sandboxId === undefined) return []
      const BatchItemRequest = froms.map((from, index) => ({
        bId: String(index),
        Query: `SELECT * FROM ${from} MAXRESULTS 1`,
      }))
      const body = JSON.stringify({ BatchItemRequest })
      const call = { realmId: sandboxId, method: 'POST', path: '/batch', query: '', body } as const
      return readRecords((await client.explorer.send.mutate(call)).body)
    },
  })
  const found = lookups.flatMap(([variable, lookup]) => {
    const record = data?.[froms.indexOf(lookup.from)]
    const value = record && readLookup(record, lookup)
    return value === undefined ? [] : [[variable, value] as const]
  })
  return Object.fromEntries(found)
}

type FoundRecord = Readonly<Record<string, unknown>> | undefined

interface BatchResponse {
  readonly BatchItemResponse?: readonly { readonly QueryResponse?: Readonly<Record<string, unknown>> }[]
}

function readRecords(body: string): readonly FoundRecord[] {
  const { BatchItemResponse = [] } = JSON.parse(body) as BatchResponse
  return BatchItemResponse.map(({ QueryResponse = {} }) => Object.values(QueryResponse).find(Array.isArray)?.[0])
}
