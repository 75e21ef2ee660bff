import { renderMail } from './mail-page.ts'

/** The contents of an email about an app that was connected to a company file. */
export interface ConnectionNotice {
  readonly clientName: string
  readonly realmName: string
  readonly orgName: string
  /** The email address of the user who consented; undefined if no one was signed in. */
  readonly consenter: string | undefined
  /** The page that lists the apps of the company file. */
  readonly link: string
}

/** Renders the email that says that an app was connected to a company file. */
export function connectionNoticeMail(
  host: string,
  { clientName, realmName, orgName, consenter = 'Someone who was not signed in', link }: ConnectionNotice,
): { subject: string; text: string; html: string } {
  const title = `${clientName} was connected to ${realmName}`
  return {
    subject: title,
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
