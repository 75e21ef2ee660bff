import { Text } from '@mantine/core'
import { IdText } from '../../components/id-text.tsx'
import { StatusBadge, type StatusTone } from '../../components/status-badge.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'
import { deliveryHref } from '../webhooks/delivery-href.ts'
import { Section } from './detail-section.tsx'
import type { ExplainedRequest } from './logged-request.ts'
import classes from './request-events.module.css'

type RequestEvent = ExplainedRequest['events'][number]
type EventDelivery = RequestEvent['deliveries'][number]

const states: Record<EventDelivery['state'], { readonly tone: StatusTone; readonly text: string }> = {
  delivered: { tone: 'success', text: 'Delivered' },
  waiting: { tone: 'info', text: 'Not sent yet' },
  failing: { tone: 'warning', text: 'Fails, sent again later' },
  not_delivered: { tone: 'danger', text: 'Not delivered' },
}

/** Lists the events for webhooks that a request caused, and their deliveries. */
export function RequestEvents({ events }: { readonly events: readonly RequestEvent[] }) {
  if (events.length === 0) return null
  return (
    <Section title={events.length === 1 ? 'Its event for webhooks' : 'Its events for webhooks'}>
      <ul className={classes.list}>
        {events.map((event) => (
          <li key={event.id} className={classes.event}>
            <span className={classes.name}>{event.event}</span> <IdText label="Record ID" value={event.recordId} full />
            {event.deliveries.length === 0 ? (
              <Text size="sm" c="dimmed">
                Sent to no webhook in the last 7 days.
              </Text>
            ) : (
              event.deliveries.map((delivery, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: apps of other organizations have no ID here
                <Delivery key={index} delivery={delivery} />
              ))
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Delivery({ delivery: { clientId, clientName, state, deliveryId, at } }: { readonly delivery: EventDelivery }) {
  const { slug } = useOrganization()
  const { tone, text } = states[state]
  return (
    <div className={classes.delivery}>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      <bdi>{clientName}</bdi>
      {at && <TimeText at={at} />}
      {clientId && deliveryId && <TextLink href={deliveryHref(slug, clientId, deliveryId)}>View delivery</TextLink>}
    </div>
  )
}
