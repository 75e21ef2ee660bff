/** Which connections an app's page shows: the newest, or the newest that a search finds. */
export function toConnectionsInput(clientId: string, search = '') {
  return { clientId, limit: 50, ...(search !== '' && { search }) }
}
