/** What an invitation makes of the reader, as the end of a sentence. */
export const roleTexts = {
  owner: 'an owner. Owners have full access.',
  admin: 'an admin. Admins manage company files, apps, keys and members.',
  member: 'a member. Members read everything and use the sandbox.',
} as const
