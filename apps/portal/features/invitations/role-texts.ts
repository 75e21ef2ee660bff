/** The reader's role after an invitation, ending a sentence. */
export const roleTexts = {
  owner: 'an owner. Owners have full access.',
  admin: 'an admin. Admins manage company files, apps, keys and members.',
  member: 'a member. Members read everything and use the sandbox.',
  viewer: 'a viewer. Viewers see connections, members and billing, but no records.',
} as const
