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
