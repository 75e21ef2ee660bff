import { isolateName, toPlainSentence } from '../access/isolate-name.ts'
import { type MailMessage, renderMail } from './mail-page.ts'

/** An email about an app connected to a company file. */
export interface ConnectionNotice {
  readonly clientName: string
  readonly realmName: string
  readonly orgName: string
  /** The consenting user's email address; undefined without sign-in. */
  readonly consenter: string | undefined
  /** The page listing the company file's apps. */
  readonly link: string
}

/** Renders the email about an app connected to a company file. */
export function connectionNoticeMail(
  host: string,
  { consenter = 'Someone who was not signed in', link, ...names }: ConnectionNotice,
): MailMessage {
  const clientName = isolateName(names.clientName)
  const realmName = isolateName(names.realmName)
  const orgName = isolateName(names.orgName)
  const title = `${clientName} was connected to ${realmName}`
  return {
    subject: toPlainSentence(title),
    ...renderMail({
      host,
      title,
      paragraphs: [
        `${consenter} connected the app ${clientName} to ${realmName}, a company file of ${orgName}. The app can read and change every record in it.`,
        'If you did not expect this, disconnect the app: its access ends at once.',
      ],
      action: { label: 'View connected apps', link },
      note: `You get this email because you are an owner or admin of ${orgName}.`,
    }),
  }
}
