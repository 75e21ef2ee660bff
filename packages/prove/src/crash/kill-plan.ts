import type { Kill, KilledPart } from './schedule.ts'

/** The kills that are still to come. Each happens once, where its part reaches its point. */
export class KillPlan {
  /** The kills so far, such as `server after reserve`. */
  readonly killed = new Set<string>()
  #armed: Kill[] = []

  arm(kills: readonly Kill[]): void {
    this.#armed = [...kills]
  }

  get isArmed(): boolean {
    return this.#armed.length > 0
  }

  /** Returns whether to kill a part at a point. */
  isFatal(part: KilledPart, point: string): boolean {
    const place = this.#armed.findIndex((kill) => kill.part === part && kill.point === point)
    if (place < 0) return false
    this.#armed.splice(place, 1)
    this.killed.add(`${part} ${point}`)
    return true
  }
}
