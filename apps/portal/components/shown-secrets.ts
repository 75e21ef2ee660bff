import type { ReactNode } from 'react'
import type { SecretTestRequest } from './secret-test.tsx'

export interface ShownSecret {
  readonly label: string
  /** The name in the `.env` file. */
  readonly environmentName: string
  readonly value: string
  /** Whether it is no secret, such as the ID that belongs to one. */
  readonly isPublic?: boolean
}

export interface ShownSecrets {
  /** Names what was created: `API key created`. A `Sentence`. */
  readonly title: string
  /** Secrets with their IDs. */
  readonly secrets: readonly ShownSecret[]
  /** The download's name; `bridge.env` by default. */
  readonly fileName?: string
  /** A read-only request with the secret. */
  readonly sample?: SecretTestRequest
  /** Further facts, such as when it expires. */
  readonly note?: ReactNode
}
