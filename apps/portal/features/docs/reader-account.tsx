'use client'

import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ColorSchemeToggle } from '../../components/color-scheme-toggle.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { UserMenu } from '../../components/user-menu.tsx'
import { useTRPC } from '../../lib/trpc.ts'

/** Shows the reader's account, or a link to sign in. It is loaded after the page, which is the same for all readers. */
export function ReaderAccount() {
  const { data: user, isPending } = useQuery(useTRPC().session.user.queryOptions())
  if (isPending) return <div style={{ height: 36 }} />
  if (user) return <UserMenu email={user.email} />
  return (
    <Group gap="xs" wrap="nowrap">
      <LinkButton href="/sign-in" variant="default" flex={1}>
        Sign in
      </LinkButton>
      <ColorSchemeToggle />
    </Group>
  )
}
