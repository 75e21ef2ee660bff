import { type MailMessage, renderMail } from '@bridge/identity/mail/mail-page'
import type { SetupTransport } from './setup-link.store.ts'

interface SetupLinkMail {
  readonly orgName: string
  readonly realmName: string
  readonly sender: { readonly name: string; readonly email: string }
  readonly transport: SetupTransport
  readonly link: string
  readonly expiresAt: Date
  /** Whether the page offers the agent's installer. */
  readonly hasInstaller: boolean
}

/** Renders the email that asks a person to connect a company file at their PC. */
export function setupLinkMail(host: string, mail: SetupLinkMail): MailMessage {
  const { orgName, realmName, sender, transport, link, expiresAt, hasInstaller } = mail
  const who = sender.name === sender.email ? sender.email : `${sender.name} (${sender.email})`
  const title = `Connect ${realmName} in QuickBooks`
  return {
    subject: `${sender.name} asks you to connect ${realmName} in QuickBooks`,
    ...renderMail({
      host,
      title,
      paragraphs: [
        `${who} of ${orgName} asks you to connect the company file ${realmName} in QuickBooks Desktop with the apps of ${orgName}. It takes about five minutes.`,
        'Open this email on the PC where QuickBooks runs, and open the company file as Admin, in single-user mode. Then start: the page says what to do, one step after the other. You need no account.',
        ...(transport === 'agent' && !hasInstaller
          ? [`You also need the installer of the agent. If you don’t have it yet, ask ${sender.email} for it.`]
          : []),
      ],
      action: { label: 'Start', link },
      note: `The link works until ${formatUntil(expiresAt)}. If you don’t know ${sender.name}, don’t open it.`,
    }),
  }
}

function formatUntil(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
