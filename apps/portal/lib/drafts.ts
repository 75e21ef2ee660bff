/** Drafts are in local storage, because a sign-in email's link opens another tab. */
const prefix = 'bridge.draft:'
const maxAgeMs = 60 * 60 * 1000

interface Draft {
  /** The user who typed it. */
  readonly reader: string
  readonly at: number
  readonly values: unknown
}

/** Stores what was typed into a form on this page. */
export function storeDraft(name: string, values: unknown): void {
  const reader = findReader()
  if (reader === undefined) return
  const draft: Draft = { reader, at: Date.now(), values }
  withStorage((storage) => storage.setItem(toKey(name), JSON.stringify(draft)))
}

/** Returns what the user typed into a form on this page, once, unless long ago. */
export function takeDraft(name: string): unknown {
  return withStorage((storage) => {
    const draft = JSON.parse(storage.getItem(toKey(name)) ?? 'null') as Draft | null
    storage.removeItem(toKey(name))
    const isOwn = draft !== null && draft.reader === findReader()
    return isOwn && Date.now() - draft.at < maxAgeMs ? draft.values : undefined
  })
}

export function removeDraft(name: string): void {
  withStorage((storage) => storage.removeItem(toKey(name)))
}

/** Removes all drafts. */
export function removeDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  })
}

/** Returns the user whom the page was rendered for. */
function findReader(): string | undefined {
  return document.querySelector<HTMLElement>('[data-reader]')?.dataset.reader
}

function toKey(name: string): string {
  return `${prefix}${window.location.pathname}:${name}`
}

function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.localStorage)
  } catch {
    // The browser refuses storage, or someone else wrote to it.
    return undefined
  }
}
