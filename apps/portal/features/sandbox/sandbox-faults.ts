import type { PortalRouter } from '@bridge/server'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<PortalRouter>

/** All fault values in a sandbox. */
export type FaultValues = Outputs['getSandboxFaults']['faults']

/** A possible sandbox fault. */
export type SandboxFault = Outputs['sandboxFaults'][number]

/** Returns the active faults. Choices only qualify others. */
export function findActive(faults: readonly SandboxFault[], values: FaultValues): readonly SandboxFault[] {
  return faults.filter(({ name, type }) => type !== 'choice' && Boolean(values[name]))
}

/** Says how often a fault happens. */
export function describeFrequency({ type, name }: SandboxFault, values: FaultValues): string {
  const value = values[name]
  switch (type) {
    case 'flag':
      return 'until you turn it off'
    case 'count':
      return `${String(value)} more ${value === 1 ? 'time' : 'times'}`
    case 'milliseconds':
      return `${String(value)} ms each`
    case 'date':
      return `up to ${String(value)}`
    case 'choice':
      return ''
  }
}
