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

/** The first steps. They tick themselves. */
export function Checklist({ checklist }: { checklist: ChecklistState }) {
  const { slug } = useOrganization()
  const doneCount = steps.filter(({ key }) => checklist[key]).length
  return (
    <section aria-label="First steps" className={classes.checklist}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          First steps
        </Title>
        <Text size="sm" c="dimmed">{`${doneCount} of ${steps.length} done`}</Text>
      </div>
      <Progress value={(doneCount / steps.length) * 100} size="xs" aria-label="First steps done" my="xs" />
      <ol className={classes.steps}>
        {steps.map(({ key, label, action, path }) => (
          <li key={key} data-done={checklist[key] || undefined}>
            {checklist[key] ? (
              <IconCircleCheckFilled size={18} className={classes.done} aria-label="Done:" />
            ) : (
              <IconCircleDashed size={18} className={classes.open} aria-label="To do:" />
            )}
            <span>{label}</span>
            {!checklist[key] && (
              <TextLink size="sm" href={`/orgs/${slug}${path}`}>
                {action}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
