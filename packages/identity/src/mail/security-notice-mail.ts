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
    effect: 'Signing in now takes a code of your authenticator app, too. Your other sessions ask for one.',
  }),
  'turned-off': () => ({
    title: 'Your second factor was turned off',
    effect: 'Signing in no longer takes a code of your authenticator app.',
  }),
  undone: () => ({
    title: 'Your new second factor was removed',
    effect:
      'The link in the email about it was used. Signing in no longer takes a code, and all your sessions have ended. Sign in, and revoke API keys and invitations that you do not know.',
  }),
  'recovery-codes-replaced': () => ({
    title: 'Your recovery codes were replaced',
    effect: 'The earlier codes no longer work.',
  }),
  'recovery-code-used': (recoveryCodes) => ({
    title: 'One of your recovery codes was used',
    effect: `It took the place of a code of your authenticator app and does not work again. Codes left: ${recoveryCodes}.`,
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
          ? `If it was not you, end your other sessions on the account page and replace your recovery codes. If you can no longer sign in, contact the operator of ${host}.`
          : 'If it was not you, open the page below within 24 hours and press its button. It removes the second factor and ends all your sessions. If it was you, there is nothing to do.',
      ],
      action:
        undoLink === undefined ? { label: 'View your account', link } : { label: 'It was not me', link: undoLink },
      note: 'You get this email because it concerns the security of your account. It cannot be turned off.',
    }),
  }
}
