export type Role = 'owner' | 'admin' | 'member'

export const roleLabels: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

/** Returns whether the role may change the organization, except what only owners may. */
export function mayManage(role: Role): boolean {
  return role !== 'member'
}

/** Returns whether the role may delete company files and the organization, and make owners. */
export function mayOwn(role: Role): boolean {
  return role === 'owner'
}
