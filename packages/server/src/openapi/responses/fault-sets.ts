import { type CatalogueRow, Fault, type FaultCode, type FaultScope, faults, renderFault } from '@bridge/faults'
import type { ErrorSet } from './error-responses.ts'

const docsUrl = 'https://bridge.example/docs/errors'
const time = new Date('2026-03-16T12:00:00Z')

/** Returns the faults of a data plane operation. */
export function faultSet(scope: FaultScope): ErrorSet {
  const rows = Object.fromEntries(
    Object.entries<CatalogueRow>(faults).filter(([, { scopes }]) => scopes.includes(scope)),
  )
  return {
    name: `${scope.charAt(0).toUpperCase()}${scope.slice(1)}Fault`,
    schema: 'Fault',
    rows,
    example: (code) =>
      renderFault(new Fault(code as FaultCode, faults[code as FaultCode].when), { docsUrl, time }).body,
    challenge: true,
    ...(scope !== 'report' && { isXml: true }),
  }
}
