import { createBackgroundTasks } from '@bridge/platform/background-tasks'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { Mailer } from './mailer.ts'
import { type SecurityNotice, securityNoticeMail } from './security-notice-mail.ts'

/** The page whose button undoes a new second factor, because mail scanners open links. */
export const undoPage = '/sign-in/undo-second-factor'

/** Emails users what happened to their second factor, to let them notice strangers. */
export interface SecurityNotices {
  /** Sends the email later. Never throws, and delays no response. */
  announce(
    to: string,
    notice: Omit<SecurityNotice, 'at' | 'link' | 'undoLink'> & { readonly undoToken?: string | undefined },
  ): void
  /** Waits for emails being sent. */
  close(): Promise<void>
}

interface SecurityNoticesOptions extends Pick<Dependencies, 'clock' | 'config' | 'logger'> {
  readonly mailer: Pick<Mailer, 'send'>
}

export function createSecurityNotices({ clock, config, logger, mailer }: SecurityNoticesOptions): SecurityNotices {
  const tasks = createBackgroundTasks()

  const send = async (to: string, notice: SecurityNotice): Promise<void> => {
    try {
      await mailer.send(to, securityNoticeMail(new URL(config.baseUrl).host, notice))
    } catch (error) {
      logger.warn({ err: error, change: notice.change }, 'Could not email about a second factor')
    }
  }

  return {
    announce: (to, { undoToken, ...notice }) => {
      const undoLink = undoToken && `${config.baseUrl}${undoPage}?${new URLSearchParams({ token: undoToken })}`
      tasks.add(send(to, { ...notice, at: clock(), link: `${config.baseUrl}/account`, undoLink }))
    },
    close: tasks.finish,
  }
}
