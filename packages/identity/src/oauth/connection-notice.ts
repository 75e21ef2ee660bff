import { createBackgroundTasks } from '@bridge/platform/background-tasks'
import type { Dependencies } from '@bridge/platform/dependencies'
import { connectionNoticeMail } from '../mail/connection-notice-mail.ts'
import type { Mailer } from '../mail/mailer.ts'
import { findAnnouncedConnection } from './connection-notice.store.ts'

/** Emails an organization's owners and admins when an app is connected to one of its company files. */
export interface ConnectionNotices {
  /** Sends the emails later. Never throws, and delays no response. */
  announce(connectionId: string): void
  /** Waits for emails being sent. */
  close(): Promise<void>
}

interface NoticeDependencies extends Pick<Dependencies, 'database' | 'config' | 'logger'> {
  readonly mailer: Pick<Mailer, 'send'>
}

export function createConnectionNotices(dependencies: NoticeDependencies): ConnectionNotices {
  const tasks = createBackgroundTasks()
  return {
    announce: (connectionId) => tasks.add(send(dependencies, connectionId)),
    close: tasks.finish,
  }
}

/** Sends one email to each owner and admin. A sandbox has sample data only, so its connections are not announced. */
async function send({ database, config, logger, mailer }: NoticeDependencies, connectionId: string): Promise<void> {
  try {
    const connection = await findAnnouncedConnection(database, connectionId)
    if (!connection || connection.realm.kind === 'sandbox') return
    const { realmId, client, consenter, realm } = connection
    const message = connectionNoticeMail(new URL(config.baseUrl).host, {
      clientName: client.name,
      realmName: realm.name,
      orgName: realm.org.name,
      consenter: consenter?.email,
      link: `${config.baseUrl}/orgs/${realm.org.slug}/company-files/${realmId}/apps`,
    })
    for (const { user } of realm.org.memberships) {
      await mailer
        .send(user.email, message)
        .catch((error: unknown) => logger.warn({ err: error, realmId }, 'Could not email about a new connection'))
    }
  } catch (error) {
    logger.warn({ err: error, connectionId }, 'Could not email about a new connection')
  }
}
