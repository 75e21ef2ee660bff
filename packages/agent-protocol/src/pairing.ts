import { z } from 'zod'
import { isRealmId, type RealmId } from './realm-id.ts'

/** Where an agent redeems a pairing code. */
export const pairingPath = '/agent/pair'

/** Where an agent sends what it found in QuickBooks. */
export const agentTruthPath = '/agent/truth'

/** The body with which an agent redeems a pairing code. Further fields are ignored. */
export interface PairingRequest {
  /** As a person typed it. */
  readonly code: string
  /** The PC's name. It becomes the agent token's label. */
  readonly name: string
  /** The agent's version. */
  readonly version?: string | undefined
}

/** The response to a redeemed pairing code. */
export interface PairingResponse {
  readonly token: string
  readonly realmId: RealmId
  /** The company file's name. */
  readonly realmName: string
}

const pairingResponseSchema = z.object({
  token: z.string().regex(/^svca_[0-9A-Za-z]{1,64}$/),
  realmId: z.custom<RealmId>((value) => typeof value === 'string' && isRealmId(value)),
  realmName: z.string().max(200),
})

/** Parses the response to a redeemed pairing code; `undefined` for anything else. */
export function parsePairingResponse(text: string): PairingResponse | undefined {
  try {
    return pairingResponseSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
