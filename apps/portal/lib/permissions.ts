export type Role = 'owner' | 'admin' | 'member' | 'viewer'

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
}

/** Returns whether the role may read records and requests, and use the sandbox. */
export function mayRead(role: Role): boolean {
  return role !== 'viewer'
}

/** Returns whether the role may change the organization, except what only owners may. */
export function mayManage(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}

/** Returns whether the role may delete company files and the organization, and make owners. */
export function mayOwn(role: Role): boolean {
  return role === 'owner'
}
