import { createHash } from 'node:crypto'
import { Problem } from '@bridge/faults'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import type { Dependencies } from '@bridge/platform/dependencies'
import { type ChangeMarks, loadChangeMarks } from './live-changes.store.ts'

const topics = ['organization', 'requests', 'agents'] as const

/** What changed: settings and members, the request log, or agent connections. */
export type LiveTopic = (typeof topics)[number]

/** The changed topics, and the organization's state afterwards. */
export interface LiveChange {
  readonly state: string
  readonly topics: readonly LiveTopic[]
}

/** Tells browsers about an organization's changed data. They load it again. */
export interface LiveChanges {
  /** Returns an organization's state, for a page about to load its data and then watch it. */
  getState(orgId: OwnedOrgId<'viewer'>): Promise<string>
  /**
   * Yields each change until the signal aborts or the server closes. Begins with what has changed since the
   * given state, or with nothing if none is given.
   *
   * @throws Problem `rate_limited` if the user watches too many organizations in this process
   */
  watch(
    userId: string,
    orgId: OwnedOrgId<'viewer'>,
    seen: string | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LiveChange>
  close(): void
}

interface Watcher {
  readonly orgId: string
  readonly changed: Set<LiveTopic>
  wake: () => void
}

/** The change feed reports most changes at once. The rest, such as logged requests, are found by polling. */
const pollMs = 1_500
const watchersPerUserMax = 20

/** Watches the organizations with open pages, all with one statement. */
export function createLiveChanges({
  database,
  changes,
  clock,
  logger,
}: Pick<Dependencies, 'database' | 'changes' | 'clock' | 'logger'>): LiveChanges {
  const watchers = new Set<Watcher>()
  const perUser = new Map<string, number>()
  const marks = new Map<string, ChangeMarks>()
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  let isCheckNeeded = false
  let isClosed = false

  const check = async (): Promise<void> => {
    const orgIds = [...new Set([...watchers].map(({ orgId }) => orgId))]
    if (orgIds.length === 0) return
    try {
      const loaded = new Map((await loadChangeMarks(database, orgIds, clock())).map((next) => [next.orgId, next]))
      for (const orgId of orgIds) {
        const previous = marks.get(orgId)
        const next = loaded.get(orgId)
        if (next) marks.set(orgId, next)
        else marks.delete(orgId)
        const changed = topics.filter((topic) => previous && previous[topic] !== next?.[topic])
        if (changed.length > 0) report(orgId, changed)
      }
    } catch (error) {
      logger.warn({ err: error }, 'Could not look for changes of the organizations whose pages are open')
    }
  }

  /** Runs one check at a time; a change during a check causes another. */
  const requestCheck = (): Promise<void> => {
    isCheckNeeded = true
    checking ??= (async () => {
      while (isCheckNeeded) {
        isCheckNeeded = false
        await check()
      }
      checking = undefined
    })()
    return checking
  }

  const report = (orgId: string, changed: readonly LiveTopic[]): void => {
    for (const watcher of watchers) {
      if (watcher.orgId !== orgId) continue
      for (const topic of changed) watcher.changed.add(topic)
      watcher.wake()
    }
  }

  const unsubscribes = (['portal', 'agents', 'settings', 'tokens'] as const).map((channel) =>
    changes.subscribe(channel, () => void requestCheck()),
  )

  const add = (userId: string, watcher: Watcher): void => {
    const count = perUser.get(userId) ?? 0
    if (count >= watchersPerUserMax) {
      throw new Problem('rate_limited', 'You have too many pages open. Close some of them, then reload this one.')
    }
    perUser.set(userId, count + 1)
    watchers.add(watcher)
    timer ??= setInterval(() => void requestCheck(), pollMs).unref()
  }

  const remove = (userId: string, watcher: Watcher): void => {
    watchers.delete(watcher)
    const count = (perUser.get(userId) ?? 1) - 1
    if (count > 0) perUser.set(userId, count)
    else perUser.delete(userId)
    if (![...watchers].some(({ orgId }) => orgId === watcher.orgId)) marks.delete(watcher.orgId)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    async getState(orgId) {
      const [loaded] = await loadChangeMarks(database, [orgId], clock())
      return toState(loaded)
    },
    async *watch(userId, orgId, seen, signal) {
      const watcher: Watcher = { orgId, changed: new Set(), wake: () => undefined }
      add(userId, watcher)
      const abort = () => watcher.wake()
      signal?.addEventListener('abort', abort)
      try {
        // Later changes are compared to these marks.
        await requestCheck()
        const state = toState(marks.get(orgId))
        yield { state, topics: seen === undefined ? [] : findChangedTopics(seen, state) }
        while (!isClosed && !signal?.aborted) {
          if (watcher.changed.size === 0) {
            await new Promise<void>((resolve) => {
              watcher.wake = resolve
            })
          }
          const changed = [...watcher.changed]
          watcher.changed.clear()
          if (changed.length > 0) yield { state: toState(marks.get(orgId)), topics: changed }
        }
      } finally {
        signal?.removeEventListener('abort', abort)
        remove(userId, watcher)
      }
    },
    close() {
      isClosed = true
      clearInterval(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const watcher of watchers) watcher.wake()
    },
  }
}

const digestCharacters = 12

/** Formats an organization's marks as a short text, one digest per topic. */
function toState(marks: ChangeMarks | undefined): string {
  return topics
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
  return topics.filter((_, index) => before[index] !== after[index])
}
