import { setTimeout as delay } from 'node:timers/promises'
import type { EndSignal } from '@bridge/attack/program'
import type { SeededRandom } from '@bridge/emulator/testing/seeded-random'
import { gatewayNames, type ProgramName, type SoakService, serverNames } from './service.ts'

/** Something that operators or machines do to a running service. */
export interface Incident {
  /** What happens: `server 1, SIGKILL`. */
  readonly name: string
  /** Lets it happen, and resolves when everything runs again. */
  run(service: SoakService): Promise<void>
}

const allPrograms = [...serverNames, ...gatewayNames, 'agents'] as const

/** A program that ends without a warning, or that its operator restarts. */
export function endProgram(name: ProgramName, signal: EndSignal): Incident {
  return {
    name: `${name}, ${signal}`,
    run: async ({ programs }) => {
      await programs[name].program.end(signal)
      await programs[name].program.start()
    },
  }
}

/** How long a balancer sends nothing new to a program before it is stopped, as in `deploy/kubernetes`. */
const restMs = 1_000

/** A restart as documented: the balancer stops to send, the program drains, and its successor takes over. */
export function replaceProgram(name: ProgramName): Incident {
  return {
    name: `${name}, replaced`,
    run: async ({ programs }) => {
      const { program, setResting } = programs[name]
      setResting(true)
      await delay(restMs)
      await program.end('SIGTERM')
      await program.start()
      setResting(false)
    },
  }
}

/** PostgreSQL, stopped for some time. */
export function bounceDatabase(awayMs: number): Incident {
  return {
    name: `database, away for ${(awayMs / 1000).toFixed(1)} s`,
    run: async ({ postgres }) => {
      await postgres.stop()
      await delay(awayMs)
      await postgres.ensureRunning()
    },
  }
}

/** Every server and gateway once, in the order of an upgrade. */
export const rollingRestart: readonly Incident[] = [...gatewayNames, ...serverNames].map(replaceProgram)

/** Returns random incidents, of which two are outages of the database. */
export function pickIncidents(random: SeededRandom, count: number): readonly Incident[] {
  const outages = new Set([Math.floor(count / 3), Math.floor((2 * count) / 3)])
  return Array.from({ length: count }, (_, index) =>
    outages.has(index)
      ? bounceDatabase(1_000 + random.below(9_000))
      : endProgram(random.pick(allPrograms), random.pick(['SIGKILL', 'SIGTERM'])),
  )
}
