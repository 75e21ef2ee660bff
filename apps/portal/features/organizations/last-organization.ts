const storageKey = 'bridge.organization'

/** Remembers the organization for pages outside any, such as the documentation. */
export function rememberOrganization(slug: string): void {
  try {
    localStorage.setItem(storageKey, slug)
  } catch {
    // The browser refuses storage. The first organization is used instead.
  }
}

/** Returns the last visited organization's slug. */
export function findLastOrganization(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}
