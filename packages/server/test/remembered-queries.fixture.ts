/** Queries for lists that a server remembers, so that tests need not say which calls send them. */
const remembered = new Set(['DataExtDefQueryRq', 'SalesTaxCodeQueryRq'])

/** Removes the queries for remembered lists that go with the first request of a message set. */
export function withoutRemembered(requests: readonly string[]): readonly string[] {
  return requests.filter((name, index) => index === 0 || !remembered.has(name))
}
