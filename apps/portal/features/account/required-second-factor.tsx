'use client'

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { SecondFactor } from './second-factor.tsx'

interface RequiredSecondFactorProps {
  /** The organization the reader came from. */
  readonly organization: { readonly name: string; readonly slug: string } | undefined
}

/** Leads a member to turn on the required second factor, and then back to the organization. */
export function RequiredSecondFactor({ organization }: RequiredSecondFactorProps) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.secondFactor.state.queryOptions())
  const isOn = data !== undefined && data.since !== null
  return (
    <>
      <PageHeader
        title="Second factor"
        description={
          organization && (
            <>
              <bdi>{organization.name}</bdi> requires a second factor.{' '}
              {isOn ? 'Yours is on.' : 'Turn one on to open it.'}
            </>
          )
        }
        breadcrumbs={[{ label: 'Account', href: '/account' }]}
      />
      <Stack gap="md" align="stretch">
        <SecondFactor />
        {organization && isOn && (
          <Text component="div">
            <LinkButton href={`/orgs/${organization.slug}`}>Open the organization</LinkButton>
          </Text>
        )}
      </Stack>
    </>
  )
}
