import type { Mailer } from '@bridge/identity/mail/mailer'
import type { Dependencies } from '@bridge/platform/dependencies'
import { pauseWebhook } from './webhook-delivery.store.ts'
import { webhookMail } from './webhook-mail.ts'
import {
  claimNotices,
  type DueNotice,
  findNotifiedApp,
  findOverdueWebhooks,
  releaseNotice,
} from './webhook-notice.store.ts'

/** Pauses webhooks that fail for too long, and emails about those that fail. */
export interface WebhookWatch {
  /** Does the work due. Never rejects. */
  run(): Promise<void>
  /** Waits for a running task and stops the timer. */
  close(): Promise<void>
}

interface WatchDependencies extends Pick<Dependencies, 'database' | 'changes' | 'clock' | 'logger' | 'config'> {
  readonly mailer: Pick<Mailer, 'send'>
}

const intervalMs = 30_000

/** Looks every 30 s on every server. Each email is claimed by one. */
export function createWebhookWatch(dependencies: WatchDependencies): WebhookWatch {
  const { database, changes, clock, logger } = dependencies
  let running: Promise<void> = Promise.resolve()

  const work = async () => {
    try {
      for (const id of await findOverdueWebhooks(database, clock())) {
        if (await pauseWebhook(database, id, clock())) await changes.publish('settings')
      }
      for (const notice of await claimNotices(database, clock())) {
        if (!(await sendNotice(dependencies, notice))) await releaseNotice(database, notice)
      }
    } catch (error) {
      logger.warn({ err: error }, 'Could not watch webhooks; trying again in 30 s')
    }
  }

  const run = () => {
    running = running.then(work)
    return running
  }
  const timer = setInterval(run, intervalMs).unref()

  return {
    run,
    async close() {
      clearInterval(timer)
      await running
    },
  }
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
