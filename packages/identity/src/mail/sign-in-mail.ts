import { type MailMessage, renderMail } from './mail-page.ts'

/** Renders the email with a sign-in link. */
export function signInMail(host: string, link: string): MailMessage {
  return {
    subject: `Sign in to ${host}`,
    ...renderMail({
      host,
      title: `Sign in to ${host}`,
      paragraphs: ['Open the page, then press the button on it to sign in.'],
      action: { label: 'Open the sign-in page', link },
      note: "The link works once and expires in 10 minutes. If you didn't request it, you can ignore this email.",
    }),
  }
}

/** Renders the email to an address that asked for a sign-in link, but may not get an account. */
export function signUpClosedMail(baseUrl: string): MailMessage {
  const { host } = new URL(baseUrl)
  return {
    subject: `No account at ${host}`,
    ...renderMail({
      host,
      title: `You have no account at ${host}`,
      paragraphs: [
        'Someone, probably you, asked to sign in with this address. New accounts need an invitation here.',
        'Ask an owner or admin of your organization to invite this address, then open the link in the invitation.',
      ],
      action: { label: 'Sign in with another address', link: `${baseUrl}/sign-in` },
      note: "If you didn't ask to sign in, you can ignore this email.",
    }),
  }
}
