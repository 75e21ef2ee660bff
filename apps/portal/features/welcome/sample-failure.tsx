import type { PortalRouter } from '@bridge/server'
import { Text, Title } from '@mantine/core'
import type { inferRouterOutputs } from '@trpc/server'
import { StatusBadge } from '../../components/status-badge.tsx'
import { FaultHelp } from '../requests/fault-help.tsx'
import { formatStatus, toRequestTone } from '../requests/logged-request.ts'
import { PostedNote } from '../requests/posted-note.tsx'
import { TimeBar } from '../requests/time-bar.tsx'
import classes from './sample-failure.module.css'

export type Failure = inferRouterOutputs<PortalRouter>['demoFailure']

/** Shows a failed write as the request page shows it. */
export function SampleFailure({ failure: { request, sentence, fault, posted } }: { failure: Failure }) {
  return (
    <section aria-labelledby="failures" className={classes.section}>
      <div className={classes.words}>
        <Title order={2} size="h3" id="failures">
          When a call fails, you know what happened in the books
        </Title>
        <Text c="dimmed">
          Every call has a page: what went wrong, why, what to do, where the time went, and whether it was posted.
        </Text>
        <Text c="dimmed">
          A write that may have been posted is never sent twice. Repeat it with the same requestid, and the service
          finds out first.
        </Text>
      </div>
      <section className={classes.page} aria-label="Sample of a failed call’s page">
        <div className={classes.bar}>
          <StatusBadge tone={toRequestTone(request)}>{formatStatus(request)}</StatusBadge>
          <code className={classes.target}>{`${request.method} ${request.path}?requestid=${request.requestId}`}</code>
        </div>
        <div className={classes.content}>
          <Title order={3} size="h4">
            {sentence}
          </Title>
          <PostedNote posted={posted} />
          <FaultHelp fault={fault} />
          <TimeBar times={request} />
        </div>
      </section>
    </section>
  )
}
