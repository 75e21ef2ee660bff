'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { linksAsCsv } from './links-as-csv.ts'

interface BulkLinksProps {
  /** The chosen company files; none for all that were never connected. */
  readonly chosenIds: readonly string[]
  /** How many were never connected. */
  readonly count: number
  readonly onDone: () => void
}

/** Creates set-up links for many company files, and downloads them as CSV. */
export function BulkLinks({ chosenIds, count, onDone }: BulkLinksProps) {
  const trpc = useTRPC()
  const { id: orgId, slug } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  const create = useMutation(trpc.createSetupLinks.mutationOptions({ gcTime: 0 }))
  const links = create.data?.links ?? []
  const isAll = chosenIds.length === 0
  const close = () => {
    if (create.data) onDone()
    setOpen(false)
    create.reset()
  }
  const subject = isAll ? `all ${formatCount(count, 'company file')}` : describeFiles(chosenIds.length)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {isAll ? 'Create set-up links for all' : `Create set-up links for ${chosenIds.length.toLocaleString('en')}`}
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Create set-up links">
        <Stack gap="md">
          {create.data === undefined ? (
            <Text>
              {`Creates a link for ${subject}, at most 500 at a time. Company files that have a valid link are left out. A link needs no sign-in, works for 7 days, and issues a pairing code for one agent.`}
            </Text>
          ) : (
            <Text role="status">
              {links.length === 0
                ? 'Each of these company files has a valid link already.'
                : `${describeFiles(links.length)} ${links.length === 1 ? 'has' : 'have'} a new link. This list is shown only now: download it, and send each link to the person at that PC.`}
              {create.data.hasMore && ' There are more company files: create links again for the next ones.'}
            </Text>
          )}
          <FailedChange change={create} title="The links were not created" />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {create.data ? 'Close' : 'Cancel'}
            </Button>
            {links.length > 0 ? (
              <Button onClick={() => saveFile(`set-up-links-${slug}.csv`, 'text/csv;charset=utf-8', linksAsCsv(links))}>
                Download CSV
              </Button>
            ) : (
              create.data === undefined && (
                <Button
                  loading={create.isPending}
                  onClick={() => create.mutate({ orgId, ...(!isAll && { realmIds: [...chosenIds] }) })}
                >
                  Create links
                </Button>
              )
            )}
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}

function describeFiles(count: number): string {
  return formatCount(count, 'company file')
}
