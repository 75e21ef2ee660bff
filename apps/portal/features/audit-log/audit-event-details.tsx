'use client'

import { Code, Stack, Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from '@mantine/core'
import { Dialog } from '../../components/dialog.tsx'
import { IdText } from '../../components/id-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { describeAction } from './describe-action.ts'
import { listChanges } from './list-changes.ts'

interface AuditEventDetailsProps {
  readonly event: PortalData['listAuditEvents']['events'][number] | undefined
  readonly onClose: () => void
}

/** Shows an event's values before and after. */
export function AuditEventDetails({ event, onClose }: AuditEventDetailsProps) {
  const changes = listChanges(event?.details ?? null)
  return (
    <Dialog opened={event !== undefined} onClose={onClose} size="lg" title={describeAction(event?.action ?? '')}>
      {event && (
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{event.resourceName ?? event.resourceId}</bdi>, by {event.actor ?? event.actorId ?? 'the service'}
            {event.address && ` from ${event.address}`}, <TimeText at={event.at} isExact />
          </Text>
          {changes.length === 0 ? (
            <Text size="sm" c="dimmed">
              This event has no more details.
            </Text>
          ) : (
            <Table aria-label="Values before and after">
              <TableThead>
                <TableTr>
                  <TableTh>Field</TableTh>
                  <TableTh>Before</TableTh>
                  <TableTh>After</TableTh>
                </TableTr>
              </TableThead>
              <TableTbody>
                {changes.map(({ field, before, after }) => (
                  <TableTr key={field}>
                    <TableTd>{field}</TableTd>
                    <TableTd>
                      <Value text={before} />
                    </TableTd>
                    <TableTd>
                      <Value text={after} />
                    </TableTd>
                  </TableTr>
                ))}
              </TableTbody>
            </Table>
          )}
          <IdText label="event ID" value={event.id} full />
        </Stack>
      )}
    </Dialog>
  )
}

function Value({ text }: { text: string | undefined }) {
  if (text === undefined) return '–'
  return (
    <Code dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
  )
}
