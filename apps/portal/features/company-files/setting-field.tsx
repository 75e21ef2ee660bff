'use client'

import type { RealmId } from '@bridge/agent-protocol'
import type { DescribedSetting } from '@bridge/data-plane/realms/describe-settings'
import { Button, Group, NativeSelect, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { FailedChange } from '../../components/failed-change.tsx'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import { useOptimisticChange } from '../../lib/use-optimistic-change.ts'
import type { CompanyFileDetails } from './queries.ts'
import { RecordSetting } from './record-setting.tsx'

type SettingValue = boolean | number | string | null

interface SettingFieldProps {
  readonly realmId: RealmId
  readonly setting: DescribedSetting
  readonly value: SettingValue | undefined
  readonly mayChange: boolean
}

/** Shows one setting by its type. A switch and a choice change at once; a number is saved with a button. */
export function SettingField({ realmId, setting, value, mayChange }: SettingFieldProps) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const change = useOptimisticChange<SettingValue, CompanyFileDetails>({
    queryKey: trpc.getRealm.queryKey({ realmId }),
    mutationFn: (next) => client.updateSettings.mutate({ realmId, [setting.name]: next }),
    apply: (data, next) => ({ ...data, settings: { ...data.settings, [setting.name]: next } }),
  })
  const description = setting.description.replaceAll('`', '')
  if (!mayChange) return <ReadOnlySetting title={setting.title} description={description} value={value} />
  return (
    <Stack gap="sm">
      {setting.type === 'boolean' && (
        <Switch
          label={setting.title}
          description={description}
          checked={value === true}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      )}
      {setting.type === 'integer' && (
        <NumberSetting
          setting={setting}
          description={description}
          value={Number(value)}
          isPending={change.isPending}
          onSave={(next) => change.mutate(next)}
        />
      )}
      {setting.choices !== undefined && (
        <NativeSelect
          label={setting.title}
          description={description}
          data={setting.choices.map((choice) => ({ value: choice, label: toLabel(choice) }))}
          value={String(value)}
          onChange={(event) => change.mutate(event.currentTarget.value)}
        />
      )}
      {setting.type === 'string' && setting.choices === undefined && (
        <RecordSetting
          realmId={realmId}
          setting={setting}
          description={description}
          value={typeof value === 'string' ? value : null}
          onChoose={(next) => change.mutate(next)}
        />
      )}
      <FailedChange change={change} title={`“${setting.title}” was not changed`} />
    </Stack>
  )
}

function toLabel(choice: string): string {
  return `${choice.charAt(0).toUpperCase()}${choice.slice(1)}`
}

function ReadOnlySetting({ title, description, value }: { title: string; description: string; value: unknown }) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={500}>{title}</Text>
        <Text c="dimmed">
          {value === true ? 'On' : value === false ? 'Off' : value === null ? 'None' : String(value)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {description}
      </Text>
    </Stack>
  )
}

interface NumberSettingProps {
  readonly setting: DescribedSetting
  readonly description: string
  readonly value: number
  readonly isPending: boolean
  readonly onSave: (value: number) => void
}

function NumberSetting({ setting, description, value, isPending, onSave }: NumberSettingProps) {
  const [typed, setTyped] = useState<number | string>(value)
  const isValid = typeof typed === 'number' && Number.isInteger(typed)
  return (
    <Group align="flex-end" gap="xs">
      <NumberInput
        flex="1 1 240px"
        label={setting.title}
        description={description}
        allowDecimal={false}
        value={typed}
        onChange={setTyped}
        error={isValid ? undefined : 'Enter a whole number.'}
        {...(setting.minimum !== undefined && { min: setting.minimum })}
        {...(setting.maximum !== undefined && { max: setting.maximum })}
      />
      <Button
        variant="default"
        aria-label={`Save ${setting.title}`}
        loading={isPending}
        onClick={() => {
          if (isValid) onSave(typed)
        }}
      >
        Save
      </Button>
    </Group>
  )
}
