'use client'

import { Alert, Stack, Text, Title } from '@mantine/core'
import { IconRocket } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { TextLink } from '../../components/text-link.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { CompanyFileTable } from '../company-files/company-file-table.tsx'
import { toListInput, toSandboxInput } from '../company-files/list-inputs.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { QuickStart } from '../quick-start/quick-start.tsx'
import { describeTarget, formatMs } from '../requests/logged-request.ts'
import { Checklist } from './checklist.tsx'
import classes from './home-page.module.css'
import { NeedsCare } from './needs-care.tsx'
import { RecentCalls } from './recent-calls.tsx'
import { TopFailures } from './top-failures.tsx'

const refreshMs = 2_000
const laterRefreshMs = 30_000
const maxFilesShown = 8

interface HomePageProps {
  /** When the server rendered the page: an ISO time. */
  readonly openedAt: string
}

/** An organization's state: the first steps until they are done, then what needs attention. */
export function HomePage({ openedAt }: HomePageProps) {
  const trpc = useTRPC()
  const { id: orgId, slug, name } = useOrganization()
  const { data: checklist } = useSuspenseQuery(
    trpc.getChecklist.queryOptions(
      { orgId },
      { refetchInterval: ({ state }) => (state.data?.callMade ? laterRefreshMs : refreshMs) },
    ),
  )
  const { data: files } = useSuspenseQuery(
    trpc.listRealms.queryOptions(toListInput(orgId), { refetchInterval: laterRefreshMs }),
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
          !callMade && (
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
        {!isComplete && <Checklist checklist={checklist} />}
        {!isComplete && <FirstCall checklist={checklist} />}
        {!callMade && (
          <section aria-label="First call" id="first-call">
            <QuickStart orgId={orgId} organizationPath={`/orgs/${slug}`} />
          </section>
        )}
        {callMade && (
          <div className={classes.columns}>
            <HomeSection title="Last 24 hours">
              <RecentCalls />
            </HomeSection>
            <HomeSection title="Needs attention">
              <NeedsCare />
            </HomeSection>
          </div>
        )}
        {callMade && (
          <HomeSection title="Most frequent failures">
            <TopFailures openedAt={openedAt} />
          </HomeSection>
        )}
        <HomeSection title="Company files">
          <CompanyFileTable
            files={files.realms}
            hasSandbox={sandbox.realms.length > 0}
            isPartial={files.after !== null}
            maxShown={maxFilesShown}
          />
        </HomeSection>
      </Stack>
    </>
  )
}

/** Announces the first call, and takes the focus from the steps to it, which disappear. */
function FirstCall({ checklist: { callMade, firstRequest } }: { checklist: PortalData['getChecklist'] }) {
  const { slug } = useOrganization()
  const notice = useRef<HTMLDivElement>(null)
  const wasCallMade = useRef(callMade)
  useEffect(() => {
    if (callMade === wasCallMade.current) return
    wasCallMade.current = callMade
    if (document.activeElement === document.body) notice.current?.focus({ preventScroll: true })
  }, [callMade])
  return (
    <div aria-live="polite">
      {firstRequest && (
        <Alert
          ref={notice}
          tabIndex={-1}
          variant="default"
          title={`Your first call: ${firstRequest.status} in ${formatMs(firstRequest.totalMs)}`}
        >
          <Text size="sm">
            <code className={classes.target}>{`${firstRequest.method} ${describeTarget(firstRequest)}`}</code>{' '}
            <TextLink href={`/orgs/${slug}/requests/${firstRequest.id}`}>View request</TextLink>
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
