import type { ReactNode } from 'react'
import type { SecretTestRequest } from './secret-test.tsx'

export interface ShownSecret {
  readonly label: string
  /** The name in the `.env` file. */
  readonly environmentName: string
  readonly value: string
}

export interface ShownSecrets {
  /** Names what was created: `API key created`. */
  readonly title: string
  /** Secrets, and the IDs that belong to them. */
  readonly secrets: readonly ShownSecret[]
  /** The name of the downloaded file; `bridge.env` by default. */
  readonly fileName?: string
  /** A request that uses the secret and changes nothing. */
  readonly sample?: SecretTestRequest
  /** Further facts, such as when it expires. */
  readonly note?: ReactNode
}
