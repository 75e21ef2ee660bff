/** A record to choose, as a list shows it. */
export interface Proposal {
  readonly value: string
  readonly label: string
}

/** A query's response. The browser gets it from the service, so it is not validated, which would take 25 kB. */
interface Queried {
  readonly QueryResponse: Readonly<Record<string, unknown>>
}

interface Row {
  readonly Id: string
  readonly FullyQualifiedName?: string
}

/** Reads the records in a query's response, sorted by name. Throws for any other response. */
export function readProposals(status: number, body: string): readonly Proposal[] {
  if (status !== 200) throw new Error(`The query failed with ${status}.`)
  const { QueryResponse }: Queried = JSON.parse(body)
  const rows: readonly Row[] = Object.values(QueryResponse).find(Array.isArray) ?? []
  return rows
    .map(({ Id, FullyQualifiedName = Id }) => ({ value: Id, label: FullyQualifiedName }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

/** Returns whether a query's list may lack records, because it has as many as the query returns at most. */
export function isCutOff(query: string, proposals: readonly Proposal[]): boolean {
  return proposals.length >= Number(/MAXRESULTS (\d+)$/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY)
}

/** Returns the query for the records whose names contain a text; without one, the same query. */
export function searchProposals(query: string, text: string): string {
  if (text === '') return query
  const escaped = text.replaceAll(/[\\']/g, String.raw`\$&`)
  return query.replace(' MAXRESULTS', () => ` WHERE FullyQualifiedName LIKE '%${escaped}%' MAXRESULTS`)
}

/** Adds a chosen record that is not among the proposals, so that it is shown by its ID. */
export function withChosen(proposals: readonly Proposal[], id: string | null): Proposal[] {
  const isKnown = id === null || proposals.some(({ value }) => value === id)
  return isKnown ? [...proposals] : [{ value: id, label: id }, ...proposals]
}
