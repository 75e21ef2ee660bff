import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@bridge/emulator/testing/seeded-random'
import type { EndSignal } from '@bridge/harness/program'
import { gatewayNames, type ProgramName, type SoakService, serverNames } from './service.ts'

/** Something operators or machines do to a running service. */
export interface Incident {
  /** What happens: `server 1, SIGKILL`. */
  readonly name: string
  /** How long after everything runs again clients may still see faults, in milliseconds. */
  readonly healedMs: number
  /** Whether clients may lose connections. */
  readonly cutsConnections: boolean
  /** Whether it ends a server without time to release its claims. */
  readonly leavesClaims: boolean
  /** Lets it happen. Resolves when everything runs again, with the time at which the program or the database was gone. */
  run(service: SoakService): Promise<number>
}

/** What happened, and when, in milliseconds of `performance.now()`. */
export interface IncidentRecord extends Omit<Incident, 'run'> {
  readonly phase: string
  readonly from: number
  /** When the program or the database was gone. */
  readonly goneAt: number
  /** When everything ran again. */
  readonly until: number
}

/** The promised recovery time after a database outage, and for agents whose gateway has ended. */
const healedMs = 5_000

const servers: ReadonlySet<ProgramName> = new Set(serverNames)
const allPrograms = [...serverNames, ...gatewayNames, 'agents'] as const

/** A program ending without warning, or restarted by its operator. */
export function endProgram(name: ProgramName, signal: EndSignal): Incident {
  return {
    name: `${name}, ${signal}`,
    healedMs,
    // Clients are connected to servers only.
    cutsConnections: servers.has(name),
    leavesClaims: servers.has(name) && signal === 'SIGKILL',
    run: async ({ programs }) => {
      await programs[name].program.end(signal)
      const goneAt = performance.now()
      await programs[name].program.start()
      return goneAt
    },
  }
}

/** How long a balancer sends nothing new to a program before it is stopped, as in `deploy/kubernetes`. */
const restMs = 1_000

/** A restart as documented: the balancer stops to send, the program drains, and its successor takes over. */
export function replaceProgram(name: ProgramName): Incident {
  return {
    name: `${name}, replaced`,
    healedMs,
    cutsConnections: false,
    leavesClaims: false,
    run: async ({ programs }) => {
      const { program, setResting } = programs[name]
      setResting(true)
      await delay(restMs)
      await program.end('SIGTERM')
      const goneAt = performance.now()
      await program.start()
      setResting(false)
      return goneAt
    },
  }
}

/** PostgreSQL, stopped for some time. */
export function bounceDatabase(awayMs: number): Incident {
  return {
    name: `database, away for ${(awayMs / 1000).toFixed(1)} s`,
    healedMs,
    cutsConnections: false,
    leavesClaims: false,
    run: async ({ postgres }) => {
      await postgres.stop()
      const goneAt = performance.now()
      await delay(awayMs)
      await postgres.ensureRunning()
      return goneAt
    },
  }
}

/** Every server and gateway once, in upgrade order. */
export const rollingRestart: readonly Incident[] = [...serverNames, ...gatewayNames].map(replaceProgram)

/** From this many steps on, the database is away for a minute once. */
const longOutageStepsMin = 8
const longOutageMs = 60_000

/** Returns the incidents for some steps: in each a random program ends, and in two the database goes away, too. */
export function pickIncidents(random: SeededRandom, count: number): readonly (readonly Incident[])[] {
  const pickOutage = () => bounceDatabase(1_000 + random.below(9_000))
  const outages = new Map([
    [Math.floor(count / 3), pickOutage()],
    [Math.floor((2 * count) / 3), count < longOutageStepsMin ? pickOutage() : bounceDatabase(longOutageMs)],
  ])
  return Array.from({ length: count }, (_, index) => {
    const end = endProgram(random.pick(allPrograms), random.pick(['SIGKILL', 'SIGTERM']))
    const outage = outages.get(index)
    return outage === undefined ? [end] : [end, outage]
  })
}
