/**
 * Who checks a belief:
 *
 * - `reads`: the kit, without a person and without changing the company file.
 * - `writes`: the kit, without a person, in a sample company.
 * - `guided`: the kit, after a person has done what its sentence says.
 * - `hand`: a person with another PC, Windows user, certificate or company file.
 */
export type CheckMode = 'reads' | 'writes' | 'guided' | 'hand'

/** A belief about QuickBooks that the product rests on and only a real QuickBooks can prove. */
export interface BeliefRow {
  readonly id: `A${number}`
  /** From 1, which would stop a fleet, to 3. */
  readonly risk: 1 | 2 | 3
  readonly mode: CheckMode
  /** Words for a check after the first session, with no one at the PC. Such a check reads, and opens no dialog. */
  readonly first?: FirstCheck
  readonly belief: string
  /** How a real PC shows whether it is true. */
  readonly check: string
  /** The step of the person at the PC before a guided check. */
  readonly sentence?: string
  /** The file that contradicts QuickBooks if the belief is wrong. */
  readonly place: string
}

/** How the portal shows a check. */
export interface FirstCheck {
  /** The fact that a passed check shows. */
  readonly label: string
  /** The remedy if it fails. */
  readonly remedy: string
}

/** The remedy for a difference that only a new version fixes. */
export const forSupport =
  'Tell your support: this QuickBooks differs from those that the service knows. The agent has sent what it found.'
