import { type MailMessage, renderMail } from './mail-page.ts'

/** What happened to a user's second factor. */
export type SecurityChange = 'turned-on' | 'turned-off' | 'undone' | 'recovery-codes-replaced' | 'recovery-code-used'

/** An email about a second factor. */
export interface SecurityNotice {
  readonly change: SecurityChange
  readonly at: Date
  /** The client's address; undefined if it is unknown. */
  readonly address: string | undefined
  /** The recovery codes left. */
  readonly recoveryCodes: number
  /** The page undoing a new second factor. */
  readonly undoLink?: string | undefined
  /** The account page. */
  readonly link: string
}

const texts: Readonly<Record<SecurityChange, (recoveryCodes: number) => { title: string; effect: string }>> = {
  'turned-on': () => ({
    title: 'Your second factor was turned on',
    effect: 'Signing in now also requires a code from your authenticator app. Your other sessions will ask for one.',
  }),
  'turned-off': () => ({
    title: 'Your second factor was turned off',
    effect: 'Signing in no longer requires a code from your authenticator app.',
  }),
  undone: () => ({
    title: 'Your new second factor was removed',
    effect:
      "Someone used the link in our email about it. Signing in no longer requires a code, and all your sessions have ended. Sign in, and revoke any API keys and invitations you don't recognize.",
  }),
  'recovery-codes-replaced': () => ({
    title: 'Your recovery codes were replaced',
    effect: 'The earlier codes no longer work.',
  }),
  'recovery-code-used': (recoveryCodes) => ({
    title: 'One of your recovery codes was used',
    effect: `It replaced a code from your authenticator app and won't work again. Recovery codes left: ${recoveryCodes}.`,
  }),
}

/** Renders the email telling a user what happened to their second factor. */
export function securityNoticeMail(
  host: string,
  { change, at, address = 'an unknown address', recoveryCodes, undoLink, link }: SecurityNotice,
): MailMessage {
  const { title, effect } = texts[change](recoveryCodes)
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    subject: `${title} (${host})`,
    ...renderMail({
      host,
      title,
      paragraphs: [
        effect,
        `This happened at ${time} from ${address}.`,
        undoLink === undefined
          ? `If this wasn't you, end your other sessions on the account page and replace your recovery codes. If you can no longer sign in, contact the operator of ${host}.`
          : "If this wasn't you, open the page below within 24 hours and press its button. It removes the second factor and ends all your sessions. If it was you, there's nothing to do.",
      ],
      action:
        undoLink === undefined ? { label: 'View your account', link } : { label: "This wasn't me", link: undoLink },
      note: "We always send emails about the security of your account. You can't turn them off.",
    }),
  }
}
