import type { Prisma } from '@bridge/database'

const maxRecipients = 50

/** Selects what an email to an organization's owners and admins says about it, and their addresses. */
export const notifiedOrganization = {
  name: true,
  slug: true,
  memberships: {
    where: { role: { in: ['owner', 'admin'] } },
    select: { user: { select: { email: true } } },
    orderBy: { createdAt: 'asc' },
    take: maxRecipients,
  },
} satisfies Prisma.OrganizationSelect
