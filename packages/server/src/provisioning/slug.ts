const slugCharactersMax = 40

/** The name as it stands in an address: lower-case letters, digits and single hyphens, at most 40 characters. */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugCharactersMax)
    .replace(/^-+|-+$/g, '')
  return slug || 'organization'
}
