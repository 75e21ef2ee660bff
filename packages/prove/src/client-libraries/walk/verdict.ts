import { type Capability, capabilityNames } from '../library/capabilities.ts'
import type { ClientLibrary } from '../library/client.ts'
import type { Outcomes } from './walk.ts'

/** Returns what a library's row promises: each capability `works` or is `limited`. */
export function promised({ limits }: Pick<ClientLibrary, 'limits'>): Outcomes {
  return verdicts((capability) => (limits[capability] === undefined ? 'works' : 'limited'))
}

/** Returns what a walk has shown, in {@link promised}'s terms. An unexpected failure keeps its message. */
export function shown(outcomes: Outcomes, { limits }: Pick<ClientLibrary, 'limits'>): Outcomes {
  return verdicts((capability) => {
    const outcome = outcomes[capability] ?? 'missing'
    return outcome !== 'works' && limits[capability] !== undefined ? 'limited' : outcome
  })
}

function verdicts(toVerdict: (capability: Capability) => string): Outcomes {
  return Object.fromEntries(capabilityNames.map((capability) => [capability, toVerdict(capability)]))
}
