/** Queries for lists remembered by a server: tests need not say which calls send them. */
const remembered = new Set(['DataExtDefQueryRq', 'SalesTaxCodeQueryRq'])

/** Removes the queries for remembered lists sent with a message set's first request. */
export function withoutRemembered(requests: readonly string[]): readonly string[] {
  return requests.filter((name, index) => index === 0 || !remembered.has(name))
}
