import { z } from 'zod'
import { isRealmId } from './realm-id.ts'

/** A realm ID in a message. */
export const realmIdSchema = z.string().refine(isRealmId, 'not a realm ID')
