import { Problem } from '@bridge/faults'
import type { LiveTopic } from './live-topic.ts'

/** A page with an open stream of an organization's changes. */
export interface Watcher {
  readonly userId: string
  readonly orgId: string
  /** The topics changed since the stream's last event. */
  readonly changed: Set<LiveTopic>
  wake: () => void
}

const maxPerUser = 20

/** The open streams, a bounded number per user. */
export class ChangeWatchers {
  readonly #watchers = new Set<Watcher>()
  readonly #perUser = new Map<string, number>()

  get size(): number {
    return this.#watchers.size
  }

  /** Returns the watched organizations. */
  listOrgIds(): readonly string[] {
    return [...new Set([...this.#watchers].map(({ orgId }) => orgId))]
  }

  /** @throws Problem `rate_limited` if the user watches too many organizations in this process */
  add(userId: string, orgId: string): Watcher {
    const count = this.#perUser.get(userId) ?? 0
    if (count >= maxPerUser) {
      throw new Problem('rate_limited', 'You have too many pages open. Close some of them, then reload this one.')
    }
    const watcher: Watcher = { userId, orgId, changed: new Set(), wake: () => undefined }
    this.#perUser.set(userId, count + 1)
    this.#watchers.add(watcher)
    return watcher
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher)
    const count = (this.#perUser.get(watcher.userId) ?? 1) - 1
    if (count > 0) this.#perUser.set(watcher.userId, count)
    else this.#perUser.delete(watcher.userId)
  }

  /** Wakes an organization's watchers. */
  report(orgId: string, topics: readonly LiveTopic[]): void {
    for (const watcher of this.#watchers) {
      if (watcher.orgId !== orgId) continue
      for (const topic of topics) watcher.changed.add(topic)
      watcher.wake()
    }
  }

  wakeAll(): void {
    for (const watcher of this.#watchers) watcher.wake()
  }
}
