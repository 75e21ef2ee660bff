import { createConnectionWatch } from '@bridge/control-plane/alerts/connection-watch'
import { createRetention } from '@bridge/control-plane/retention/retention'
import { createServiceWatch } from '@bridge/control-plane/service-status/service-watch'
import type { Services } from '@bridge/control-plane/services/services'
import { DeliveryWorker } from '@bridge/control-plane/webhooks/delivery-worker'
import { createTokenStores } from '@bridge/control-plane/webhooks/verifier-token.store'
import { createWebhookWatch } from '@bridge/control-plane/webhooks/webhook-watch'
import { type ConnectionNotices, createConnectionNotices } from '@bridge/identity/oauth/connection-notice'
import { createResealing } from '@bridge/identity/second-factor/resealing'

/** Work that a server does on its own. */
export interface Background {
  readonly connectionNotices: ConnectionNotices
  /** Stops timers and waits for running work. */
  close(): Promise<void>
}

export function createBackground(services: Services): Background {
  const connectionWatch = createConnectionWatch(services)
  const retention = createRetention(services)
  const serviceWatch = createServiceWatch(services)
  const resealing = createResealing(services, createTokenStores(services.database))
  const connectionNotices = createConnectionNotices(services)
  const deliveryWorker = new DeliveryWorker(services)
  const webhookWatch = createWebhookWatch(services)
  return {
    connectionNotices,
    async close() {
      await connectionWatch.close()
      await retention.close()
      await serviceWatch.close()
      await resealing.close()
      await connectionNotices.close()
      await deliveryWorker.close()
      await webhookWatch.close()
    },
  }
}
