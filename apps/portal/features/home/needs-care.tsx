'use client'

import { List, ListItem, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useNow } from '../../lib/use-now.ts'
import { toListInput, toSandboxInput } from '../company-files/list-inputs.ts'
import type { ListedCompanyFile } from '../company-files/queries.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

const unusedMs = 30 * 86_400_000

/** The sandbox's quota, unreachable company files, unused keys, and a plan needing attention. */
export function NeedsCare() {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const now = useNow()
  const realms = useQuery(trpc.listRealms.queryOptions(toListInput(orgId)))
  const apiKeys = useQuery(trpc.listApiKeys.queryOptions({ orgId }))
  const [files, keys] = [realms.data, apiKeys.data]
  const { data: billing } = useQuery(trpc.getBilling.queryOptions({ orgId }))
  const { data: sandboxes } = useQuery(trpc.listRealms.queryOptions(toSandboxInput(orgId)))
  const sandboxId = sandboxes?.realms[0]?.id
  const { data: sandbox } = useQuery(
    trpc.getRealm.queryOptions({ realmId: sandboxId ?? '' }, { enabled: sandboxId !== undefined }),
  )
  const failed = [realms, apiKeys].filter(({ isError, data }) => isError && !data)
  if (failed[0]) {
    const retry = () => void Promise.all(failed.map(({ refetch }) => refetch()))
    return (
      <FailedState error={failed[0].error} title="The list of what needs attention could not be loaded" retry={retry} />
    )
  }
  if (!files || !keys || now === undefined) return <BlockSkeleton height={112} />
  const inTrouble = files.realms.filter(({ kind, online }) => kind === 'production' && !online)
  const unused = keys.apiKeys.filter(
    ({ createdAt, lastUsedAt }) => now - Date.parse(lastUsedAt ?? createdAt) > unusedMs,
  )
  const quota = sandbox?.sandbox
  const items = [
    ...inTrouble.map((file) => describeFile(file, slug)),
    ...(files.after === null
      ? []
      : [
          {
            key: 'more',
            text: `Only the first ${files.realms.length} company files are checked here.`,
            label: 'All company files',
            href: `/orgs/${slug}/company-files`,
          },
        ]),
    ...(unused.length > 0
      ? [
          {
            key: 'keys',
            text:
              unused.length === 1
                ? '1 API key is unused for 30 days.'
                : `${unused.length} API keys are unused for 30 days.`,
            label: 'API keys',
            href: `/orgs/${slug}/api-keys`,
          },
        ]
      : []),
    ...(billing && !billing.entitled
      ? [{ key: 'plan', text: 'Your plan needs attention.', label: 'Usage and billing', href: `/orgs/${slug}/usage` }]
      : []),
  ]
  return (
    <>
      {items.length === 0 ? (
        <Text c="dimmed" size="sm">
          Nothing needs attention.
        </Text>
      ) : (
        <List size="sm" spacing={4}>
          {items.map(({ key, text, label, href }) => (
            <ListItem key={key}>
              <span dir="auto">{text}</span> <TextLink href={href}>{label}</TextLink>
            </ListItem>
          ))}
        </List>
      )}
      {quota && (
        <Text size="sm" mt="xs">
          {`The sandbox has used ${quota.callsToday.toLocaleString('en')} of ${quota.limits.dailyCalls.toLocaleString('en')} calls today.`}
        </Text>
      )}
    </>
  )
}

/** Describes a company file that cannot be reached. */
function describeFile({ id, name, connection }: ListedCompanyFile, slug: string) {
  const isNew = connection.state === 'never_connected'
  return {
    key: id,
    text: isNew ? `${name} was never connected.` : `${name} cannot be reached.`,
    label: isNew ? 'Set it up' : 'See why',
    href: `/orgs/${slug}/company-files/${id}${isNew ? '/set-up' : ''}`,
  }
}
