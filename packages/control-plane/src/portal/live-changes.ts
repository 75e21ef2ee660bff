import { createHash } from 'node:crypto'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import type { Dependencies } from '@bridge/platform/dependencies'
import { ChangeWatchers, type Watcher } from './change-watchers.ts'
import { type ChangeMarks, loadChangeMarks } from './live-changes.store.ts'
import { type LiveTopic, liveTopics } from './live-topic.ts'

/** The changed topics, and the organization's state afterwards. */
export interface LiveChange {
  readonly state: string
  readonly topics: readonly LiveTopic[]
}

type LiveChangesOptions = Pick<Dependencies, 'database' | 'changes' | 'clock' | 'logger'>

/** The change feed reports most changes at once. The rest, such as logged requests, are found by polling. */
const pollMs = 1_500

/**
 * Tells browsers about an organization's changed data; they load it again. All organizations with open pages are watched
 * with one statement.
 */
export class LiveChanges {
  readonly #options: LiveChangesOptions
  readonly #watchers = new ChangeWatchers()
  readonly #marks = new Map<string, ChangeMarks>()
  #unsubscribes: readonly (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #checking: Promise<void> | undefined
  #isCheckNeeded = false
  #isClosed = false

  constructor(options: LiveChangesOptions) {
    this.#options = options
  }

  /** Follows the change feed. */
  subscribe(): void {
    const { changes } = this.#options
    this.#unsubscribes = (['portal', 'agents', 'settings', 'tokens'] as const).map((channel) =>
      changes.subscribe(channel, () => void this.#requestCheck()),
    )
  }

  /** Returns an organization's state, for a page about to load its data and then watch it. */
  async getState(orgId: OwnedOrgId<'viewer'>): Promise<string> {
    const { database, clock } = this.#options
    const [loaded] = await loadChangeMarks(database, [orgId], clock())
    return toState(loaded)
  }

  /**
   * Yields each change until the signal aborts or the server closes. Begins with what has changed since the
   * given state, or with nothing if none is given.
   *
   * @throws Problem `rate_limited` if the user watches too many organizations in this process
   */
  async *watch(
    userId: string,
    orgId: OwnedOrgId<'viewer'>,
    seen: string | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LiveChange> {
    const watcher = this.#watchers.add(userId, orgId)
    this.#timer ??= setInterval(() => void this.#requestCheck(), pollMs).unref()
    const abort = () => watcher.wake()
    signal?.addEventListener('abort', abort)
    try {
      // Later changes are compared to these marks.
      await this.#requestCheck()
      const state = toState(this.#marks.get(orgId))
      yield { state, topics: seen === undefined ? [] : findChangedTopics(seen, state) }
      while (!this.#isClosed && !signal?.aborted) {
        if (watcher.changed.size === 0) await untilWoken(watcher)
        const changed = [...watcher.changed]
        watcher.changed.clear()
        if (changed.length > 0) yield { state: toState(this.#marks.get(orgId)), topics: changed }
      }
    } finally {
      signal?.removeEventListener('abort', abort)
      this.#remove(watcher)
    }
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    this.#watchers.wakeAll()
  }

  #remove(watcher: Watcher): void {
    this.#watchers.remove(watcher)
    if (!this.#watchers.listOrgIds().includes(watcher.orgId)) this.#marks.delete(watcher.orgId)
    if (this.#watchers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Runs one check at a time; a change during a check causes another. */
  #requestCheck(): Promise<void> {
    this.#isCheckNeeded = true
    this.#checking ??= this.#checkWhileNeeded()
    return this.#checking
  }

  async #checkWhileNeeded(): Promise<void> {
    while (this.#isCheckNeeded) {
      this.#isCheckNeeded = false
      await this.#check()
    }
    this.#checking = undefined
  }

  async #check(): Promise<void> {
    const { database, clock, logger } = this.#options
    const orgIds = this.#watchers.listOrgIds()
    if (orgIds.length === 0) return
    try {
      const loaded = new Map((await loadChangeMarks(database, orgIds, clock())).map((next) => [next.orgId, next]))
      for (const orgId of orgIds) this.#compare(orgId, loaded.get(orgId))
    } catch (error) {
      logger.warn({ err: error }, 'Could not look for changes of the organizations whose pages are open')
    }
  }

  #compare(orgId: string, next: ChangeMarks | undefined): void {
    const previous = this.#marks.get(orgId)
    if (next) this.#marks.set(orgId, next)
    else this.#marks.delete(orgId)
    const changed = liveTopics.filter((topic) => previous && previous[topic] !== next?.[topic])
    if (changed.length > 0) this.#watchers.report(orgId, changed)
  }
}

function untilWoken(watcher: Watcher): Promise<void> {
  return new Promise((resolve) => {
    watcher.wake = resolve
  })
}

const digestCharacters = 12

/** Formats an organization's marks as a short text, one digest per topic. */
function toState(marks: ChangeMarks | undefined): string {
  return liveTopics
    .map((topic) =>
      createHash('sha256')
        .update(marks?.[topic] ?? '')
        .digest('base64url')
        .slice(0, digestCharacters),
    )
    .join('.')
}

function findChangedTopics(seen: string, state: string): readonly LiveTopic[] {
  const before = seen.split('.')
  const after = state.split('.')
  return liveTopics.filter((_, index) => before[index] !== after[index])
}
