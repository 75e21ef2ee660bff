const maxSlugCharacters = 40

/** Converts a name to a path segment: lower-case letters, digits and single hyphens, at most 40 characters. */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugCharacters)
    .replace(/^-|-$/g, '')
  return slug || 'organization'
}
