import type { PortalRouter } from '@bridge/server'
import { Progress, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import type { inferRouterOutputs } from '@trpc/server'
import { TextLink } from '../../components/text-link.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'
import classes from './checklist.module.css'

type ChecklistState = inferRouterOutputs<PortalRouter>['getChecklist']

const steps = [
  { key: 'sandboxReady', label: 'Sandbox ready', action: 'Open the company files', path: '/company-files' },
  { key: 'callMade', label: 'First call made', action: 'Get an access token', path: '/quick-start' },
  { key: 'appRegistered', label: 'App registered', action: 'Register an app', path: '/apps' },
  { key: 'appConnected', label: 'App connected', action: 'Try the consent page', path: '/apps' },
  { key: 'fileConnected', label: 'Company file connected', action: 'Connect a company file', path: '/company-files' },
] as const

/** The first steps. Each completes automatically, and then moves below the open ones, out of sight. */
export function Checklist({ checklist }: { checklist: ChecklistState }) {
  const { slug } = useOrganization()
  const done = steps.filter(({ key }) => checklist[key])
  const open = steps.filter(({ key }) => !checklist[key])
  return (
    <section aria-label="First steps" className={classes.checklist}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          First steps
        </Title>
        <Text size="sm" c="dimmed">{`${done.length} of ${steps.length} done`}</Text>
      </div>
      <Progress value={(done.length / steps.length) * 100} size="xs" aria-label="First steps done" my="xs" />
      <ol className={classes.steps}>
        {open.map(({ key, label, action, path }) => (
          <li key={key}>
            <IconCircleDashed size={18} className={classes.open} aria-label="To do:" />
            <span>{label}</span>
            <TextLink size="sm" href={`/orgs/${slug}${path}`}>
              {action}
            </TextLink>
          </li>
        ))}
      </ol>
      {done.length > 0 && (
        <details className={classes.finished}>
          <summary>{done.length === 1 ? '1 step is done' : `${done.length} steps are done`}</summary>
          <ul className={classes.steps}>
            {done.map(({ key, label }) => (
              <li key={key} data-done>
                <IconCircleCheckFilled size={18} className={classes.done} aria-label="Done:" />
                <span>{label}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
