/** Queries visitors can run without an account. */
export const demoQueries = [
  "SELECT DocNumber, CustomerRef, TotalAmt, Balance FROM Invoice WHERE Balance > '0' MAXRESULTS 2",
  "SELECT DisplayName, Balance FROM Customer WHERE DisplayName LIKE '%a%' MAXRESULTS 3",
  'SELECT Name, Type, UnitPrice FROM Item WHERE Active = true MAXRESULTS 3',
] as const

export type DemoQuery = (typeof demoQueries)[number]

/** A query and its translation, both sides. */
export interface DemoCall {
  readonly query: string
  readonly json: string
  readonly requestXml: string
  readonly responseXml: string
  readonly durationMs: number
}
