import type { Mailer } from '@bridge/identity/mail/mailer'
import type { Dependencies } from '@bridge/platform/dependencies'
import { RepeatedWork } from '@bridge/platform/repeated-work'
import { pauseWebhook } from './webhook-delivery.store.ts'
import { webhookMail } from './webhook-mail.ts'
import {
  claimNotices,
  type DueNotice,
  findNotifiedApp,
  findOverdueWebhooks,
  releaseNotice,
} from './webhook-notice.store.ts'

interface WatchDependencies extends Pick<Dependencies, 'database' | 'changes' | 'clock' | 'logger' | 'config'> {
  readonly mailer: Pick<Mailer, 'send'>
}

const intervalMs = 30_000

/**
 * Pauses webhooks that fail for too long, and emails about those that fail. Looks every 30 s on every server; each email
 * is claimed by one.
 */
export function createWebhookWatch(dependencies: WatchDependencies): RepeatedWork {
  const { database, changes, clock, logger } = dependencies
  const work = async () => {
    for (const id of await findOverdueWebhooks(database, clock())) {
      if (await pauseWebhook(database, id, clock())) await changes.publish('settings')
    }
    for (const notice of await claimNotices(database, clock())) {
      if (!(await sendNotice(dependencies, notice))) await releaseNotice(database, notice)
    }
  }
  return new RepeatedWork(work, {
    intervalMs,
    onError: (error) => logger.warn({ err: error }, 'Could not watch webhooks; trying again in 30 s'),
  })
}

/** Emails the owners and admins. Returns false if no email could be sent. */
async function sendNotice(
  { database, config, logger, mailer }: WatchDependencies,
  { clientId, failingSince }: DueNotice,
): Promise<boolean> {
  const app = await findNotifiedApp(database, clientId)
  if (!app?.webhook) return true
  const { org, name, webhook } = app
  const message = webhookMail(new URL(config.baseUrl).host, {
    appName: name,
    orgName: org.name,
    ...webhook,
    failingSince,
    link: `${config.baseUrl}/orgs/${org.slug}/apps/${clientId}`,
  })
  let failures = 0
  for (const { user } of org.memberships) {
    try {
      await mailer.send(user.email, message)
    } catch (error) {
      failures += 1
      logger.warn({ err: error, clientId }, 'Could not email about a webhook')
    }
  }
  return failures === 0 || failures < org.memberships.length
}
