const storageKey = 'bridge.organization'

/** Remembers the organization for the pages that belong to no organization, such as the documentation. */
export function rememberOrganization(slug: string): void {
  try {
    localStorage.setItem(storageKey, slug)
  } catch {
    // The browser refuses storage. The first organization is used instead.
  }
}

/** Returns the slug of the organization that was visited last. */
export function findLastOrganization(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}
