import { realmIdSchema, requireRealmId } from '@bridge/agent-protocol'
import { hashSecret } from '@bridge/database/secrets'
import { roleChanged } from '@bridge/identity/access/membership'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { requireConnectorAddress } from './qwc-file.ts'
import { insertSetupLinks } from './setup-link.store.ts'
import { mintSetupToken, setupLinkLifetimeMs, transportSchema } from './setup-link.ts'

/** Links that one call creates, at most. */
const maxLinks = 500

export const setupLinkBatchOperations = {
  createSetupLinks: operation({
    route: 'POST /orgs/{orgId}/setup-links',
    summary:
      'Creates set-up links for up to 500 company files: those that were never connected, or the given ones. Files with a valid link are left out, so a repeated call goes on with the others. Only this response shows the links.',
    about: 'org',
    role: 'admin',
    input: z.strictObject({
      realmIds: z.array(realmIdSchema).min(1).max(maxLinks).optional(),
      transport: transportSchema.default('agent'),
    }),
    creates: { secret: 'links' },
    output: z.strictObject({
      links: z.array(
        z.strictObject({
          setupLinkId: z.string(),
          realmId: realmIdSchema,
          name: z.string(),
          url: z.string(),
          expiresAt: timeSchema,
        }),
      ),
      hasMore: z.boolean().describe('Whether there are company files for another call.'),
    }),
    status: 201,
    run: async ({ database, clock, config, changes }, { orgId, caller }, { realmIds, transport }) => {
      if (transport === 'web_connector') requireConnectorAddress(config.baseUrl)
      const createdAt = clock()
      const expiresAt = new Date(createdAt.getTime() + setupLinkLifetimeMs)
      const mintToken = () => {
        const token = mintSetupToken()
        return { token, tokenHash: hashSecret(token) }
      }
      const many = { realmIds, transport, limit: maxLinks, createdAt, expiresAt, mintToken }
      const inserted = await insertSetupLinks(database, orgId, many, caller)
      if (inserted === 'role-changed') throw roleChanged()
      await changes.publish('portal')
      return {
        links: inserted.links.map(({ setupLinkId, id, name, token }) => ({
          setupLinkId,
          realmId: requireRealmId(id),
          name,
          url: `${config.baseUrl}/setup/${token}`,
          expiresAt: formatTime(expiresAt),
        })),
        hasMore: inserted.hasMore,
      }
    },
  }),
}
