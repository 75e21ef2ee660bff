'use client'

import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FailedChange } from '../../components/failed-change.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { linksAsCsv } from './links-as-csv.ts'
import { type MailedLink, useMailedLinks } from './use-mailed-links.ts'

interface BulkLinksProps {
  /** The chosen company files; none for all that were never connected. */
  readonly chosen: readonly { readonly id: string; readonly name: string }[]
  /** How many were never connected. */
  readonly count: number
  readonly onDone: () => void
}

/** Creates set-up links for many company files, mails those with an address, and downloads all as CSV. */
export function BulkLinks({ chosen, count, onDone }: BulkLinksProps) {
  const [isOpen, setOpen] = useState(false)
  const [isCreated, setCreated] = useState(false)
  const close = () => {
    setOpen(false)
    if (isCreated) onDone()
    setCreated(false)
  }
  const subject = chosen.length === 0 ? 'all' : chosen.length.toLocaleString('en')
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Send set-up links for {subject}
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Send set-up links" size="lg">
        <LinksForm chosen={chosen} count={count} onCreated={() => setCreated(true)} onClose={close} />
      </Dialog>
    </>
  )
}

interface LinksFormProps extends Omit<BulkLinksProps, 'onDone'> {
  readonly onCreated: () => void
  readonly onClose: () => void
}

function LinksForm({ chosen, count, onCreated, onClose }: LinksFormProps) {
  const trpc = useTRPC()
  const { id: orgId } = useOrganization()
  const [transport, setTransport] = useState<'agent' | 'web_connector'>('agent')
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({})
  const [mailed, mail] = useMailedLinks()
  const create = useMutation(
    trpc.createSetupLinks.mutationOptions({
      gcTime: 0,
      onSuccess: ({ links }) => {
        onCreated()
        void mail(links, addresses)
      },
    }),
  )
  const isAll = chosen.length === 0
  const invalid = chosen
    .filter(({ id }) => (addresses[id] ?? '').trim() !== '' && !addresses[id]?.includes('@'))
    .map(({ id }) => id)
  const hasAddress = Object.values(addresses).some((address) => address.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (invalid.length > 0) return
    create.mutate({ orgId, transport, ...(!isAll && { realmIds: chosen.map(({ id }) => id) }) })
  }
  if (create.data) {
    return (
      <CreatedLinks
        links={create.data.links}
        asked={isAll ? undefined : chosen.length}
        hasMore={create.data.hasMore}
        mailed={mailed}
        onClose={onClose}
      />
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text>
          {`Creates a link for ${isAll ? `all ${formatCount(count, 'company file')}, at most 500 at a time` : formatCount(chosen.length, 'company file')}. Company files that have a valid link are left out. A link needs no sign-in, works for 7 days, and connects its company file only.`}
        </Text>
        <NativeSelect
          label="What the person sets up"
          data={[
            { value: 'agent', label: 'Agent' },
            { value: 'web_connector', label: 'QuickBooks Web Connector' },
          ]}
          value={transport}
          onChange={({ currentTarget: { value } }) =>
            setTransport(value === 'web_connector' ? 'web_connector' : 'agent')
          }
        />
        {isAll ? (
          <Text size="sm" c="dimmed">
            You get the links as CSV. To email them from here, choose company files in the list first.
          </Text>
        ) : (
          <Addresses files={chosen} values={addresses} invalid={invalid} onChange={setAddresses} />
        )}
        <FailedChange change={create} title="The links were not created" />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            {hasAddress ? 'Create and send links' : 'Create links'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface AddressesProps {
  readonly files: BulkLinksProps['chosen']
  /** By realm ID. */
  readonly values: Readonly<Record<string, string>>
  /** IDs of the realms whose addresses are wrong. */
  readonly invalid: readonly string[]
  readonly onChange: (values: Readonly<Record<string, string>>) => void
}

/** Takes an email address for each company file, or none. */
function Addresses({ files, values, invalid, onChange }: AddressesProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        The service emails each link to its address. Links without one are in the CSV only.
      </Text>
      {files.map(({ id, name }) => (
        <TextInput
          key={id}
          type="email"
          label={<bdi>{name}</bdi>}
          placeholder="Email address of the person at the PC"
          value={values[id] ?? ''}
          error={invalid.includes(id) && 'Enter an email address, or leave this empty.'}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, [id]: value })}
        />
      ))}
    </Stack>
  )
}

interface CreatedLinksProps {
  readonly links: Parameters<typeof linksAsCsv>[0]
  /** How many company files were chosen; undefined for all. */
  readonly asked: number | undefined
  readonly hasMore: boolean
  readonly mailed: readonly MailedLink[]
  readonly onClose: () => void
}

/** Says which links were sent, and saves all of them. */
function CreatedLinks({ links, asked, hasMore, mailed, onClose }: CreatedLinksProps) {
  const { slug } = useOrganization()
  const leftOut = (asked ?? links.length) - links.length
  const sent = mailed.filter(({ state }) => state === 'sent')
  const failed = mailed.filter(({ state }) => state === 'failed')
  return (
    <Stack gap="md">
      <Stack gap="xs" role="status">
        <Text>
          {links.length === 0
            ? 'Each of these company files has a valid link already. Open its set-up to send another one.'
            : `${formatCount(links.length, 'company file')} ${links.length === 1 ? 'has' : 'have'} a new link. The links are shown only now: download them to keep them.`}
          {links.length > 0 && leftOut > 0 && ` ${formatCount(leftOut, 'company file')} had a valid link already.`}
          {hasMore && ' There are more company files: create links again for the next ones.'}
        </Text>
        {mailed.length > 0 && (
          <Text>{`${sent.length.toLocaleString('en')} of ${formatCount(mailed.length, 'email')} sent.`}</Text>
        )}
      </Stack>
      {failed.length > 0 && (
        <Stack gap={4} role="alert">
          {failed.map(({ id, name, email, reason }) => (
            <Text key={id} size="sm" c="var(--bridge-danger)">
              <bdi>{name}</bdi> was not sent to {email}. {reason}
            </Text>
          ))}
        </Stack>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {links.length > 0 && (
          <Button onClick={() => saveFile(`set-up-links-${slug}.csv`, 'text/csv;charset=utf-8', linksAsCsv(links))}>
            Download CSV
          </Button>
        )}
      </Group>
    </Stack>
  )
}
