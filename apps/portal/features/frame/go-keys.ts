/** The keys that go to a page after `G`, by the page's path: below `/orgs/{slug}`, or `/docs`. */
export const goKeys: Readonly<Record<string, string>> = {
  '': 'h',
  '/company-files': 'c',
  '/requests': 'r',
  '/failures': 'f',
  '/explorer': 'e',
  '/apps': 'a',
  '/api-keys': 'k',
  '/members': 'm',
  '/audit-log': 'l',
  '/usage': 'u',
  '/settings': 's',
  '/docs': 'd',
}

/** Returns the keys that go to a page, such as `G` and `H`. */
export function findGoKeys(path: string): readonly string[] | undefined {
  const key = goKeys[path]
  return key === undefined ? undefined : ['G', key.toUpperCase()]
}

/** Returns the page a key goes to. */
export function findGoPath(key: string): string | undefined {
  return Object.entries(goKeys).find(([, known]) => known === key)?.[0]
}
