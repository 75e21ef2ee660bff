import { createContext } from 'react'
import type { Role } from './permissions.ts'

export interface CurrentOrganization {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** The reader's role. */
  readonly role: Role
}

/** The organization in the address; undefined on other pages. */
export const OrganizationContext = createContext<CurrentOrganization | undefined>(undefined)
