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
  /** Whether it is checked right after the installation. Such a check reads, and opens no dialog. */
  readonly isFirst?: true
  readonly belief: string
  /** How a real PC shows whether it is true. */
  readonly check: string
  /** The step of the person at the PC before a guided check. */
  readonly sentence?: string
  /** The file that contradicts QuickBooks if the belief is wrong. */
  readonly place: string
}
