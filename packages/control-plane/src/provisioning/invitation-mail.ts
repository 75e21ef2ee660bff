import { isolateName, toPlainSentence } from '@bridge/identity/access/isolate-name'
import { type MailMessage, renderMail } from '@bridge/identity/mail/mail-page'

export interface Invitation {
  readonly orgName: string
  readonly role: 'owner' | 'admin' | 'member' | 'viewer'
  /** The name or email address of the user who invites; undefined if they no longer exist. */
  readonly inviter: string | undefined
  readonly link: string
}

const roles = {
  owner: 'As an owner, you have full access.',
  admin: 'As an admin, you manage company files, apps, keys and members.',
  member: 'As a member, you can read everything and use the sandbox.',
  viewer: 'As a viewer, you see connections, members and billing, but no records.',
} as const

const articles = { owner: 'an owner', admin: 'an admin', member: 'a member', viewer: 'a viewer' } as const

/** Renders the email inviting a user to an organization. */
export function invitationMail(host: string, { role, link, ...names }: Invitation): MailMessage {
  const orgName = isolateName(names.orgName)
  const inviter = names.inviter === undefined ? 'A member' : isolateName(names.inviter)
  return {
    subject: toPlainSentence(`${inviter} invited you to ${orgName}`),
    ...renderMail({
      host,
      title: `Join ${orgName}`,
      paragraphs: [`${inviter} invited you to join ${orgName} as ${articles[role]}.`, roles[role]],
      action: { label: 'View invitation', link },
      note: 'Sign in with the email address that received this invitation. The link works once and expires in 7 days.',
    }),
  }
}
