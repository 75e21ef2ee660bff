import { createHash } from 'node:crypto'
import { verifyPassword } from '@bridge/database/passwords'
import { isWellFormedSecret } from '@bridge/database/secrets'
import { LRUCache } from 'lru-cache'

/** The slow hashes that are computed at the same time, on other threads, and the checks that may wait for them. */
const runningMax = 2
const waitingMax = 64

const rememberedMs = 10 * 60_000
const failuresMax = 5
const failuresMs = 60_000

/** The result of a check; `busy` if too many wait, so that it was not made. */
export type PasswordResult = 'valid' | 'invalid' | 'busy'

/**
 * Creates the check of Web Connector passwords. A Web Connector sends its password with every poll, so a valid one is
 * remembered for 10 minutes, as a hash and together with the stored one. A user name with 5 wrong passwords in a minute
 * is refused without a hash, and few hashes are computed at a time, so that guessing does not slow down other users.
 */
export function createPasswordCheck(verify = verifyPassword) {
  const valid = new LRUCache<string, true>({ max: 10_000, ttl: rememberedMs })
  const failures = new LRUCache<string, number>({ max: 10_000, ttl: failuresMs, noUpdateTTL: true })
  const waiting: (() => void)[] = []
  let running = 0

  const takeTurn = async (): Promise<void> => {
    if (running >= runningMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
  }
  const endTurn = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async (userName: string, password: string, stored: string): Promise<PasswordResult> => {
    if (!isWellFormedSecret('svcw_', password)) return 'invalid'
    const key = createHash('sha256').update(`${stored}\n${password}`).digest('base64')
    if (valid.has(key)) return 'valid'
    if ((failures.get(userName) ?? 0) >= failuresMax) return 'invalid'
    if (waiting.length >= waitingMax) return 'busy'
    await takeTurn()
    try {
      if (await verify(password, stored)) {
        valid.set(key, true)
        return 'valid'
      }
    } finally {
      endTurn()
    }
    failures.set(userName, (failures.get(userName) ?? 0) + 1)
    return 'invalid'
  }
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>
