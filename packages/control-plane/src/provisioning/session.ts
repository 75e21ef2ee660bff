import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { toSessionEnd } from '@bridge/identity/sessions/session-end'
import Bowser from 'bowser'
import { z } from 'zod'
import { noContent, noInput, operation } from '../operation/operation.ts'
import { endSessions, findSessions } from './session.store.ts'

const sessionSchema = z
  .strictObject({
    id: z.string(),
    /** Whether it is this request's session. */
    current: z.boolean(),
    /** `Chrome on Windows`; null if the browser did not say. */
    browser: z.string().nullable(),
    address: z.string().nullable(),
    /** Whether it still lacks the second factor's code, and authorizes nothing. */
    awaitsCode: z.boolean(),
    createdAt: timeSchema,
    lastSeenAt: timeSchema,
    /** When it ends unless it is used again. */
    expiresAt: timeSchema,
  })
  .meta({ id: 'UserSession' })

export const sessionOperations = {
  listSessions: operation({
    route: 'GET /account/sessions',
    summary: 'Lists the browsers in which you are signed in.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    input: noInput,
    output: z.strictObject({ sessions: z.array(sessionSchema) }),
    run: async ({ database, clock, config }, { caller }) => {
      const now = clock()
      const usedSince = new Date(now.getTime() - config.sessionIdleHours * 3_600_000)
      const rows = await findSessions(database, caller, { now, usedSince })
      return {
        sessions: rows
          .map((row) => ({ ...row, endsAt: toSessionEnd(row, config) }))
          .filter(({ endsAt }) => endsAt > now)
          .map((row) => ({
            id: row.id,
            current: row.id === getSessionId(caller),
            browser: describeBrowser(row.userAgent ?? ''),
            address: row.address,
            awaitsCode: row.user.secondFactorSince !== null && row.secondFactorAt === null,
            createdAt: formatTime(row.createdAt),
            lastSeenAt: formatTime(row.lastSeenAt),
            expiresAt: formatTime(row.endsAt),
          })),
      }
    },
  }),

  endSession: operation({
    route: 'DELETE /account/sessions/{sessionId}',
    summary: 'Signs you out in one browser.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    problems: ['not_found'],
    input: z.strictObject({ sessionId: z.string().max(64) }),
    output: noContent,
    run: async ({ database, clock }, { caller }, { sessionId }) => {
      const ended = await endSessions(database, caller, { id: sessionId }, clock())
      if (!ended) throw new Problem('not_found', 'This session has ended already.')
      return undefined
    },
  }),

  endOtherSessions: operation({
    route: 'POST /account/sessions/end-others',
    summary: 'Signs you out in every browser but this one.',
    about: 'caller',
    role: 'any',
    sessionOnly: true,
    input: noInput,
    output: noContent,
    run: async ({ database, clock }, { caller }) => {
      const exceptId = getSessionId(caller)
      if (exceptId !== undefined) await endSessions(database, caller, { exceptId }, clock())
      return undefined
    },
  }),
}

function getSessionId(caller: Caller): string | undefined {
  return caller.kind === 'session' ? caller.sessionId : undefined
}

function describeBrowser(userAgent: string): string | null {
  if (userAgent === '') return null
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return userAgent.split(/[\s/]/, 1)[0] ?? null
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
