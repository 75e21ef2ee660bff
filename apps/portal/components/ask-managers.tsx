'use client'

import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useContext } from 'react'
import { OrganizationContext } from '../lib/organization.ts'
import { mayManage, mayOwn } from '../lib/permissions.ts'
import { useTRPC } from '../lib/trpc.ts'
import { TextLink } from './text-link.tsx'

interface AskManagersProps {
  /** The lowest role to ask. */
  readonly needs: 'owner' | 'admin'
}

const maxNamed = 3

/** Names the members to ask, owners first, each with an email link. Shows nothing until they are loaded. */
export function AskManagers({ needs }: AskManagersProps) {
  const organization = useContext(OrganizationContext)
  const trpc = useTRPC()
  const options = { enabled: organization !== undefined, retry: false }
  const { data } = useQuery(trpc.listMembers.queryOptions({ orgId: organization?.id ?? '' }, options))
  const isAsked = needs === 'owner' ? mayOwn : mayManage
  const managers = (data?.members ?? [])
    .filter(({ role }) => isAsked(role))
    .sort((one, other) => Number(mayOwn(other.role)) - Number(mayOwn(one.role)))
  const named = managers.slice(0, maxNamed)
  const others = managers.length - named.length
  if (!organization || named.length === 0) return null
  return (
    <>
      Ask{' '}
      {named.map(({ id, name, email }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : index === named.length - 1 && others === 0 ? ' or ' : ', '}
          <Anchor href={`mailto:${email}`} underline="always" inherit>
            <bdi>{name || email}</bdi>
          </Anchor>
        </Fragment>
      ))}
      {others > 0 && (
        <>
          {' or '}
          <TextLink href={`/orgs/${organization.slug}/members`} inherit>
            another {needs}
          </TextLink>
        </>
      )}
      .
    </>
  )
}
