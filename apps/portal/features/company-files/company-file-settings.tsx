'use client'

import type { RealmId } from '@bridge/agent-protocol'
import type { DescribedSetting } from '@bridge/data-plane/realms/describe-settings'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { mayManage, mayOwn } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { companyFilesPath } from './company-file-paths.ts'
import { RenameCompanyFile } from './rename-company-file.tsx'
import { SettingField } from './setting-field.tsx'

interface CompanyFileSettingsProps {
  readonly realmId: RealmId
  readonly settings: readonly DescribedSetting[]
}

/** Renames a company file, changes its settings, and deletes it. */
export function CompanyFileSettings({ realmId, settings }: CompanyFileSettingsProps) {
  const trpc = useTRPC()
  const { role } = useOrganization()
  const details = useQuery(trpc.getRealm.queryOptions({ realmId }))
  if (details.isPending) return <BlockSkeleton height={400} />
  if (details.isError && !details.data) {
    return (
      <FailedState
        error={details.error}
        title="The settings could not be loaded"
        retry={() => void details.refetch()}
      />
    )
  }
  const { realm, settings: values } = details.data
  return (
    <Stack gap="lg" maw={720}>
      {mayManage(role) && <RenameCompanyFile realm={realm} />}
      <Card withBorder>
        <Stack gap="lg">
          <Title order={2} size="h3">
            Settings
          </Title>
          {settings.map((setting) => (
            <SettingField
              key={setting.name}
              realmId={realmId}
              setting={setting}
              value={(values as Readonly<Record<string, boolean | number | string | null>>)[setting.name]}
              mayChange={mayManage(role)}
            />
          ))}
          {!mayManage(role) && <RoleNote needs="admin" to="rename this company file and change its settings" />}
        </Stack>
      </Card>
      {mayOwn(role) ? <DeleteCompanyFile realm={realm} /> : <RoleNote needs="owner" to="delete this company file" />}
    </Stack>
  )
}

interface DeletedRealm {
  readonly id: string
  readonly name: string
  readonly kind: 'sandbox' | 'production'
}

function DeleteCompanyFile({ realm }: { realm: DeletedRealm }) {
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { id: orgId, slug } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  const remove = useMutation(
    trpc.deleteRealm.mutationOptions({
      onSuccess: async () => {
        router.push(companyFilesPath(slug))
        await queryClient.invalidateQueries(trpc.listRealms.queryFilter({ orgId }))
      },
    }),
  )
  return (
    <Card withBorder>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3">
          Delete
        </Title>
        <Text c="dimmed">
          {realm.kind === 'sandbox'
            ? 'Deletes the sandbox with its books. You can create a new one.'
            : 'Deletes the company file from this service. The file in QuickBooks stays unchanged.'}
        </Text>
        <Button variant="outline" color="red" onClick={() => setOpen(true)}>
          {realm.kind === 'sandbox' ? 'Delete sandbox' : 'Delete company file'}
        </Button>
      </Stack>
      <ConfirmByName
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={realm.kind === 'sandbox' ? 'Delete the sandbox?' : 'Delete this company file?'}
        name={realm.name}
        consequences={[
          'All apps are disconnected, and their tokens stop working.',
          ...(realm.kind === 'sandbox'
            ? ['The books of the sandbox are deleted.']
            : ['The agent is disconnected, and its tokens stop working.', 'The file in QuickBooks stays unchanged.']),
          'The request log and the stored results of writes are deleted.',
          'The Realm ID is never reused.',
        ]}
        action={realm.kind === 'sandbox' ? 'Delete sandbox' : 'Delete company file'}
        onConfirm={() => remove.mutateAsync({ realmId: realm.id })}
      />
    </Card>
  )
}
