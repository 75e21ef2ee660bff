import { z } from 'zod'

/** A record to choose, as a list shows it. */
export interface Proposal {
  readonly value: string
  readonly label: string
}

const rowSchema = z.object({ Id: z.string(), FullyQualifiedName: z.string().optional() })
const responseSchema = z.object({ QueryResponse: z.record(z.string(), z.unknown()) })

/** Reads the records in a query's response, sorted by name. Throws for any other response. */
export function readProposals(status: number, body: string): readonly Proposal[] {
  if (status !== 200) throw new Error(`The query failed with ${status}.`)
  const { QueryResponse } = responseSchema.parse(JSON.parse(body))
  const rows = z.array(rowSchema).parse(Object.values(QueryResponse).find(Array.isArray) ?? [])
  return rows
    .map(({ Id, FullyQualifiedName = Id }) => ({ value: Id, label: FullyQualifiedName }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

/** Adds a chosen record that is not among the proposals, so that it is shown by its ID. */
export function withChosen(proposals: readonly Proposal[], id: string | null): Proposal[] {
  const isKnown = id === null || proposals.some(({ value }) => value === id)
  return isKnown ? [...proposals] : [{ value: id, label: id }, ...proposals]
}
