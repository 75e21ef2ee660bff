'use client'

import { Alert, Stack, Text, Title } from '@mantine/core'
import { IconRocket } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { mayManage } from '../../lib/permissions.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { CompanyFileTable } from '../company-files/company-file-table.tsx'
import { CreateSandbox } from '../company-files/create-sandbox.tsx'
import { companyFilesHref, toHomeInput, toSandboxInput } from '../company-files/list-inputs.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { QuickStart } from '../quick-start/quick-start.tsx'
import { describeRequest, formatMs } from '../requests/logged-request.ts'
import { Checklist } from './checklist.tsx'
import classes from './home-page.module.css'
import { NeedsAttention } from './needs-attention.tsx'
import { RecentCalls } from './recent-calls.tsx'
import { TopFailures } from './top-failures.tsx'

const refreshMs = 2_000
const laterRefreshMs = 30_000
/** After these, the first call is not in the log. */
const maxRefreshes = 30

interface HomePageProps {
  /** When the server rendered the page: an ISO time. */
  readonly openedAt: string
}

/** An organization's state: the first steps until they are done, then what needs attention. */
export function HomePage({ openedAt }: HomePageProps) {
  const trpc = useTRPC()
  const { id: orgId, slug, name, role } = useOrganization()
  const { data: checklist } = useSuspenseQuery(
    trpc.getChecklist.queryOptions(
      { orgId },
      { refetchInterval: ({ state }) => (isSettled(state) ? laterRefreshMs : refreshMs) },
    ),
  )
  const { data: files } = useSuspenseQuery(
    trpc.listRealms.queryOptions(toHomeInput(orgId), { refetchInterval: laterRefreshMs }),
  )
  const { data: sandbox } = useSuspenseQuery(trpc.listRealms.queryOptions(toSandboxInput(orgId)))
  const { callMade } = checklist
  const isComplete =
    checklist.sandboxReady && callMade && checklist.appRegistered && checklist.appConnected && checklist.fileConnected
  return (
    <>
      <PageHeader
        title={name}
        description="Activity, failures and company files."
        actions={
          !callMade &&
          mayManage(role) && (
            <LinkButton
              href={`/orgs/${slug}/quick-start`}
              leftSection={<IconRocket size={18} stroke={1.7} aria-hidden />}
              variant="default"
            >
              Make your first call
            </LinkButton>
          )
        }
      />
      <Stack gap="xl">
        {!isComplete && (
          <div>
            <Checklist checklist={checklist} />
            <FirstCall checklist={checklist} />
          </div>
        )}
        {!callMade && !mayManage(role) && <RoleNote needs="admin" to="make the first call" />}
        {!callMade && mayManage(role) && (
          <section aria-label="First call" id="first-call">
            <QuickStart orgId={orgId} organizationPath={`/orgs/${slug}`} />
          </section>
        )}
        {callMade && (
          <div className={classes.columns}>
            <HomeSection title="Needs attention">
              <NeedsAttention openedAt={openedAt} />
            </HomeSection>
            <HomeSection title="Last 24 hours">
              <RecentCalls />
            </HomeSection>
          </div>
        )}
        {callMade && (
          <HomeSection title="Most frequent failures in 24 hours">
            <TopFailures openedAt={openedAt} />
          </HomeSection>
        )}
        <HomeSection title="Company files">
          <Stack gap="md">
            {files.realms.length > 0 && <CompanyFileTable files={files.realms} />}
            {files.after !== null && <TextLink href={companyFilesHref(slug, {})}>All company files</TextLink>}
            {sandbox.realms.length === 0 && mayManage(role) && <CreateSandbox />}
          </Stack>
        </HomeSection>
      </Stack>
    </>
  )
}

/** Whether the first call is shown. It is counted before it is logged, and old calls are no longer in the log. */
function isSettled({
  data,
  dataUpdateCount,
}: {
  data: PortalData['getChecklist'] | undefined
  dataUpdateCount: number
}) {
  if (data === undefined || !data.callMade) return false
  return data.firstRequest !== null || dataUpdateCount > maxRefreshes
}

/** Announces the first call, and takes the focus from the steps to it, which disappear when it succeeds. */
function FirstCall({ checklist: { callMade, firstRequest } }: { checklist: PortalData['getChecklist'] }) {
  const { slug } = useOrganization()
  const notice = useRef<HTMLDivElement>(null)
  const wasCallMade = useRef(callMade)
  useEffect(() => {
    if (callMade === wasCallMade.current) return
    wasCallMade.current = callMade
    if (document.activeElement === document.body) notice.current?.focus({ preventScroll: true })
  }, [callMade])
  const outcome = firstRequest && `${firstRequest.status} in ${formatMs(firstRequest.totalMs)}`
  return (
    <div aria-live="polite">
      {firstRequest && (
        <Alert
          ref={notice}
          tabIndex={-1}
          mt="xl"
          variant={callMade ? 'default' : 'light'}
          {...(!callMade && { color: 'red' })}
          title={callMade ? `Your first call: ${outcome}` : `Your first call failed: ${outcome}`}
        >
          <Text size="sm">
            <code className={classes.target}>{describeRequest(firstRequest)}</code>{' '}
            <TextLink href={`/orgs/${slug}/requests/${firstRequest.id}`}>
              {callMade ? 'View request' : 'See why'}
            </TextLink>
          </Text>
        </Alert>
      )}
    </div>
  )
}

function HomeSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={classes.section}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
